"""`python -m sandbox [--port N]`: a sandbox of its own, until Ctrl-C."""

import argparse
import asyncio
import sys

from sandbox.play import USUAL_PORT, first_scene
from sandbox.server import Sandbox


async def serve(port: int) -> None:
    """Run a sandbox with two servers and four people, and say how a bot reaches it."""
    async with Sandbox.running(port=port) as sandbox:
        first_scene(sandbox)
        sys.stdout.write(f"Sandbox at {sandbox.origin}\nStart a bot against it with:\n")
        for name, value in sandbox.environment.items():
            sys.stdout.write(f"  {name}={value}\n")
        sys.stdout.flush()
        await asyncio.Event().wait()


def main() -> None:
    """Read the port and serve."""
    parser = argparse.ArgumentParser(prog="python -m sandbox", description=__doc__)
    parser.add_argument("--port", type=int, default=USUAL_PORT, help="0 takes a free one")
    try:
        asyncio.run(serve(parser.parse_args().port))
    except KeyboardInterrupt:
        sys.stdout.write("Stopped.\n")


if __name__ == "__main__":
    main()
