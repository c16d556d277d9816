"""`python -m tools.gallery`: the gallery in the browser, until Ctrl-C."""

import argparse
import asyncio

from sandbox.server import Sandbox
from tools.gallery.page import show_gallery


async def serve(port: int) -> None:
    """Build the gallery, say where it is, and stay."""
    async with Sandbox.running(port=port) as sandbox:
        entries = await show_gallery(sandbox)
        print(f"{len(entries)} messages and boxes: {sandbox.origin}/gallery", flush=True)
        await asyncio.Event().wait()


def main() -> None:
    """Read the port and serve."""
    parser = argparse.ArgumentParser(prog="python -m tools.gallery", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="a free one is taken without it")
    try:
        asyncio.run(serve(parser.parse_args().port))
    except KeyboardInterrupt:
        print("Stopped.")


if __name__ == "__main__":
    main()
