"""Running the server: a socket, the app on it, and a browser once it answers."""

from __future__ import annotations

import asyncio
import socket
import webbrowser
from collections.abc import Callable

import uvicorn

from ..model import GridwrightError
from .app import create_app
from .guard import HOME
from .pool import Pool
from .settings import Settings

PORT = 8642


class Server(uvicorn.Server):
    """Ends what its workers do before it waits for connections to end, for that may take minutes."""

    pool: Pool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.pool.close()
        await super().shutdown(sockets)


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; an error where that is not possible."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # else nothing is sent at once
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        raise GridwrightError(f"cannot listen at {host}, port {port}: {error}") from None
    return listening


def serve(
    host: str, port: int, *, fragment: str = "", browser: bool = True, tell: Callable[[str], None],
    settings: Settings | None = None,
) -> None:  # fmt: skip
    """Serve until Ctrl-C; `tell` is told the address, with the fragment that opens a puzzle."""
    listening = bound(host, port)
    where = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
    address = f"http://{where}:{listening.getsockname()[1]}/{fragment}"
    known = None if where != host.strip("[]") and where != f"[{host}]" else HOME | {where.lower()}
    pool = Pool(settings or Settings())
    config = uvicorn.Config(
        create_app(pool.settings, hosts=known, pool=pool), log_level="warning", access_log=False, server_header=False,
        timeout_keep_alive=30, h11_max_incomplete_event_size=64 * 1024,
    )  # fmt: skip
    server = Server(config)
    server.pool = pool

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.02)
        if server.started:
            tell(address)
            if browser:
                await asyncio.to_thread(webbrowser.open, address)
        await serving

    asyncio.run(run())
