"""Pictures of every genre on the page, for docs/pictures: light and dark, on a desk, on a phone upright and across.

    .venv/bin/python docs/screenshots.py [GENRE ...]     run by hand, with Debian's chromium and playwright

Each genre gets one sheet, `docs/pictures/page-GENRE.png`: a shipped puzzle of the usual size, a third of it played; on
the desk a hint stands at its third stage.
"""

from __future__ import annotations

import base64
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

PICTURES = Path(__file__).parent / "pictures"
SCREENS = {"desk": (1180, 740, False), "upright": (390, 740, True), "across": (740, 360, True)}
"""Width, height, and whether it is a phone."""
SCALE = 0.42
"""How large a screen is on its sheet."""
SHIPPED = "genres.filter((each) => each.shipped).map((each) => each.key)"
PLAYED = """async () => {
  const { play } = window.gridwright, { solution } = await play.explained(), { sheet, game, controls } = play;
  const open = sheet.places.map((place, i) => [place, solution[i]]).filter(([place]) => place.given === undefined);
  controls.do(() => open.slice(0, open.length / 3).forEach(([place, symbol]) => game.set("entry", place.name, symbol)));
}"""


def main(wanted: list[str]) -> None:
    """Serve the page, look at it, write the sheets."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-c", "from gridwright.cli import main; main()", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as started:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        browser = started.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        try:
            for genre in wanted or _asked(browser, address, "genres", SHIPPED):
                shots = {scheme: [_shot(browser, address, genre, scheme, name) for name in SCREENS]
                         for scheme in ("light", "dark")}  # fmt: skip
                path = PICTURES / f"page-{genre}.png"
                path.write_bytes(_sheet(browser, shots))
                print(path, path.stat().st_size)
        finally:
            browser.close()
            server.terminate()


def _asked(browser: Any, address: str, request: str, of: str) -> Any:
    """Part of an answer of the server."""
    page = browser.new_page()
    page.goto(address)
    answer = page.evaluate(f"async () => (await (await fetch('api/v1/{request}')).json()).{of}")
    page.close()
    return answer


def _shot(browser: Any, address: str, genre: str, scheme: str, screen: str) -> bytes:
    width, height, phone = SCREENS[screen]
    usual = _asked(browser, address, "genres", f"genres.find((each) => each.key === '{genre}').size")
    listed = _asked(browser, address, f"corpus?genre={genre}&rows={usual}&count=200", "puzzles.map((each) => each.id)")
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB", has_touch=phone,
        is_mobile=phone, reduced_motion="reduce", device_scale_factor=2 * SCALE,
    )  # fmt: skip
    page = context.new_page()
    page.goto(f"{address}#play?id={listed[len(listed) // 2]}")
    page.wait_for_selector(".play .board-picture")
    page.evaluate(PLAYED)
    for stage in range(0 if phone else 3):
        page.locator('[data-action="hint"]').click()
        page.locator(".reasons p:not(:empty)").nth(stage).wait_for()
    image: bytes = page.screenshot()
    context.close()
    return image


def _sheet(browser: Any, shots: dict[str, list[bytes]]) -> bytes:
    """The pictures of a genre on one."""
    rows = ""
    for images in shots.values():
        for image, (width, _, _) in zip(images, SCREENS.values(), strict=True):
            data = base64.b64encode(image).decode()
            rows += f'<img width="{width * SCALE:.0f}" src="data:image/png;base64,{data}"> '
        rows += "<br>"
    page = browser.new_page(viewport={"width": 1020, "height": 400}, device_scale_factor=1)
    page.set_content(f'<body style="margin: 8px; background: #888; line-height: 0">{rows}')
    sheet: bytes = page.screenshot(full_page=True)
    page.close()
    return sheet


if __name__ == "__main__":
    main(sys.argv[1:])
