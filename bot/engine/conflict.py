"""Which lines of a history contradict each other."""

from collections.abc import Iterator, Sequence

_WORK = 60_000_000_000
"""What is spent on a smaller conflict, in codes looked at: about half a second."""
_WORK_OF_A_LOOK = 20_000
"""What looking at a set costs beside one unit for each code."""


def smallest_conflict(allowed: Sequence[int], everything: int) -> tuple[int, ...]:
    """The indices of a smallest choice among sets of codes that have no code in common.

    Empty if all of them have one in common. With dozens of sets in a large game, not all choices
    can be tried; then it may not be the smallest, but none of it can be left out.
    """
    conflict = _without_needless(allowed, everything)
    looks = iter(range(_WORK // (_WORK_OF_A_LOOK + everything.bit_length())))
    for size in range(1, len(conflict)):
        if smaller := _conflict(allowed, everything, size, looks):
            return tuple(sorted(smaller))
    return conflict


def _without_needless(allowed: Sequence[int], everything: int) -> tuple[int, ...]:
    """The sets without those that the rest contradict each other without; none if no set does."""
    needed = list(range(len(allowed)))
    if _common((allowed[index] for index in needed), everything):
        return ()
    for index in range(len(allowed)):
        others = [other for other in needed if other != index]
        if not _common((allowed[other] for other in others), everything):
            needed = others
    return tuple(needed)


def _common(sets: Iterator[int], everything: int) -> int:
    common = everything
    for codes in sets:
        common &= codes
    return common


def _conflict(
    allowed: Sequence[int], left: int, size: int, looks: Iterator[int]
) -> tuple[int, ...]:
    """So many sets, at most, that rule out all codes left.

    None if there are no such sets, or if there are no looks left to find them. One of them has to
    rule out the lowest of those codes, so only such sets are tried.
    """
    lowest = left & -left
    for (index, codes), _ in zip(enumerate(allowed), looks, strict=False):
        if codes & lowest:
            continue
        rest = left & codes
        if not rest:
            return (index,)
        if size > 1 and (others := _conflict(allowed, rest, size - 1, looks)):
            return (index, *others)
    return ()
