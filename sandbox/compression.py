"""Transport compression of the gateway: one compressor for a whole connection."""

import importlib
import zlib
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol


class Codec(Protocol):
    """Compresses one message after another into a single stream."""

    def compress(self, data: bytes) -> bytes:
        """The bytes of one message, flushed so that they can be read at once."""


class ZlibStream:
    """`compress=zlib-stream`: every message ends with a sync flush."""

    def __init__(self) -> None:
        self._stream = zlib.compressobj()

    def compress(self, data: bytes) -> bytes:
        return self._stream.compress(data) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """`compress=zstd-stream`, with the standard library's module or the zstandard package."""

    def __init__(self, compress: Callable[[bytes], bytes]) -> None:
        self._compress = compress

    def compress(self, data: bytes) -> bytes:
        return self._compress(data)


def _standard_library(module: Any) -> ZstdStream:
    stream = module.ZstdCompressor()
    return ZstdStream(lambda data: stream.compress(data, mode=stream.FLUSH_BLOCK))


def _package(module: Any) -> ZstdStream:
    stream = module.ZstdCompressor().compressobj()
    flush = module.COMPRESSOBJ_FLUSH_BLOCK
    return ZstdStream(lambda data: stream.compress(data) + stream.flush(flush))


def _available() -> dict[str, Callable[[], Codec]]:
    codecs: dict[str, Callable[[], Codec]] = {"zlib-stream": ZlibStream}
    for name, build in (("zstandard", _package), ("compression.zstd", _standard_library)):
        try:
            module = importlib.import_module(name)
        except ImportError:
            continue
        codecs["zstd-stream"] = partial(build, module)
    return codecs


CODECS = _available()
