"""Files and the parts of a message that point at them: ids, sizes and addresses are filled in."""

from collections.abc import Sequence
from dataclasses import dataclass

from sandbox.errors import invalid_form
from sandbox.model import SELECTS, Component, Json, walk
from sandbox.world import World


@dataclass(frozen=True)
class Upload:
    """One file of a multipart request, from the field `files[index]`."""

    index: int
    filename: str
    content: bytes


CONTENT_TYPES = {
    "png": "image/png",
    "gif": "image/gif",
    "jpg": "image/jpeg",
    "json": "application/json",
    "txt": "text/plain",
}


def keep_and_store(
    world: World, base: str, listed: list[Json] | None, old: list[Json], uploads: Sequence[Upload]
) -> list[Json]:
    """The attachments of a message: those of `old` that `listed` keeps, then the uploads."""
    if listed is None:
        kept = old
    else:
        wanted = {str(entry["id"]) for entry in listed}
        kept = [one for one in old if one["id"] in wanted]
    notes = {str(entry["id"]): entry for entry in listed or []}
    return kept + [_store(world, base, one, notes.get(str(one.index), {})) for one in uploads]


def _store(world: World, base: str, upload: Upload, note: Json) -> Json:
    attachment_id = world.new_id()
    world.files[attachment_id] = upload.content
    name = note.get("filename") or upload.filename
    url = f"{base}/attachments/{attachment_id}/{name}"
    data: Json = {
        "id": str(attachment_id),
        "filename": name,
        "size": len(upload.content),
        "url": url,
        "proxy_url": url,
        "content_type": CONTENT_TYPES.get(name.rpartition(".")[2], "application/octet-stream"),
    }
    if note.get("description"):
        data["description"] = note["description"]
    return data | _picture_size(upload.content)


def _picture_size(content: bytes) -> Json:
    if content[:8] != b"\x89PNG\r\n\x1a\n":
        return {}
    return {
        "width": int.from_bytes(content[16:20], "big"),
        "height": int.from_bytes(content[20:24], "big"),
    }


def finish_embeds(embeds: list[Json], attachments: list[Json]) -> list[Json]:
    """Embeds as Discord returns them: typed `rich`, pictures resolved."""
    finished = []
    for embed in embeds:
        done: Json = {"type": "rich"} | embed
        for key in ("image", "thumbnail"):
            if key in done:
                done[key] = _resolve(done[key], attachments)
        for key in ("author", "footer"):
            if done.get(key, {}).get("icon_url"):
                icon = _resolve({"url": done[key]["icon_url"]}, attachments)
                done[key] = done[key] | {
                    "icon_url": icon["url"],
                    "proxy_icon_url": icon["proxy_url"],
                }
        finished.append(done)
    return finished


DEFAULTS: dict[int, Json] = {
    **{kind: {"min_values": 1, "max_values": 1} for kind in SELECTS},
    Component.THUMBNAIL: {"description": None, "spoiler": False},
    Component.SEPARATOR: {"spacing": 1, "divider": True},
    Component.CONTAINER: {"accent_color": None, "spoiler": False},
}


def finish_modal(modal: Json) -> Json:
    """A modal as Discord puts it before a person."""
    return modal | {"components": [_copy(part) for part in modal["components"]]}


def finish_components(world: World, components: list[Json], attachments: list[Json]) -> list[Json]:
    """Components as Discord returns them: numbered, defaults filled in, media resolved."""
    finished = [_copy(component) for component in components]
    parts = walk(finished)
    used = {part["id"] for part in parts if part.get("id")}
    free = (number for number in range(1, 1000) if number not in used)
    for part in parts:
        part["id"] = part.get("id") or next(free)
        for key, value in DEFAULTS.get(part["type"], {}).items():
            part.setdefault(key, value)
        _finish_media(world, part, attachments)
    return finished


def _copy(component: Json) -> Json:
    copy = {key: value for key, value in component.items() if value is not None}
    if "emoji" in copy:
        copy["emoji"] = _emoji(copy["emoji"])
    if "default_values" in copy:
        copy["default_values"] = [one | {"id": str(one["id"])} for one in copy["default_values"]]
    if "options" in copy:
        copy["options"] = [_copy(option) for option in copy["options"]]
    if "components" in copy:
        copy["components"] = [_copy(child) for child in copy["components"]]
    for key in ("accessory", "component"):
        if key in copy:
            copy[key] = _copy(copy[key])
    return copy


def _emoji(given: Json) -> Json:
    """An emoji with its id as text, however it was sent: a number loses digits in a browser."""
    return given | {"id": str(given["id"])} if given.get("id") is not None else given


def _finish_media(world: World, part: Json, attachments: list[Json]) -> None:
    match part["type"]:
        case Component.THUMBNAIL:
            part["media"] = _unfurl(world, part["media"], attachments)
        case Component.MEDIA_GALLERY:
            part["items"] = [
                {"description": None, "spoiler": False}
                | {key: value for key, value in item.items() if value is not None}
                | {"media": _unfurl(world, item["media"], attachments)}
                for item in part["items"]
            ]
        case Component.FILE:
            part["file"] = _unfurl(world, part["file"], attachments)
            sent = next(a for a in attachments if a["id"] == part["file"]["attachment_id"])
            part |= {"name": sent["filename"], "size": sent["size"]}
            part.setdefault("spoiler", False)


def _unfurl(world: World, media: Json, attachments: list[Json]) -> Json:
    found = _resolve({"url": media["url"]}, attachments)
    return {"id": str(world.new_id())} | found


def _resolve(media: Json, attachments: list[Json]) -> Json:
    scheme, _, name = media["url"].partition("://")
    if scheme != "attachment":
        return {"proxy_url": media["url"]} | media
    for one in attachments:
        if one["filename"] == name:
            keys = ("url", "proxy_url", "width", "height", "content_type")
            return {key: one[key] for key in keys if key in one} | {"attachment_id": one["id"]}
    raise invalid_form({"attachments": f"No file is named {name}"})
