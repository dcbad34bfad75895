#!/usr/bin/env python3
"""Draws docs/loop.svg, the picture of a loop in README.md: the calls of `countersign demo` and what the server says to
them, a frame for each step. Python's own library is all it needs.

    docs/loop.py target/release/countersign
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

COLUMNS, ROWS = 100, 24
SECONDS = 5
LINE, WIDTH, LEFT, TOP = 18, 8.4, 20, 62
COLOURS = {"title": "#e6edf3", "host": "#79c0ff", "server": "#7ee787", "rest": "#c9d1d9", "kill": "#ff7b72"}


def steps(text):
    """Yields each step of the demo: its title, and what is called and answered in it."""
    parts = re.split(r"^(\d+\. .+)\n-+\n", text, flags=re.M)
    for title, body in zip(parts[1::2], parts[2::2]):
        lines = [line.rstrip() for line in body.splitlines()]
        told = [line for line in lines if line.startswith("  ") and not line.startswith("    |")]
        if any("host calls" in line or "kill" in line for line in told):
            yield title, told


def shortened(lines):
    """Cuts what is wider or longer than the picture."""
    wide = [line if len(line) <= COLUMNS else line[: COLUMNS - 1] + "…" for line in lines]
    return wide if len(wide) <= ROWS else wide[: ROWS - 1] + ["  …"]


def colour(line):
    for word, name in (("  host calls", "host"), ("  server", "server"), ("  kill", "kill")):
        if line.startswith(word):
            return COLOURS[name]
    return COLOURS["rest"]


def text(parent, x, y, words, fill, weight="normal"):
    attributes = {"x": f"{x:g}", "y": f"{y:g}", "fill": fill, "font-weight": weight}
    element = ET.SubElement(parent, "text", {**attributes, "xml:space": "preserve"})
    element.text = words


def drawn(frames):
    width, height = round(COLUMNS * WIDTH) + 2 * LEFT, TOP + ROWS * LINE + 16
    whole = SECONDS * len(frames)
    share = 100 / len(frames)
    svg = ET.Element("svg", {
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}", "role": "img",
        "font-family": "ui-monospace, Menlo, Consolas, monospace", "font-size": "14",
    })
    ET.SubElement(svg, "title").text = "A review loop, step by step: review, fix, re-review, a killed server, the phase"
    style = (
        f".f{{opacity:0;animation:show {whole}s step-end infinite}}"
        f"@keyframes show{{0%{{opacity:1}}{share:.3f}%{{opacity:0}}}}"
        + "".join(f".f{n}{{animation-delay:{n * SECONDS - (whole if n else 0)}s}}" for n in range(len(frames)))
        + "@media (prefers-reduced-motion:reduce){.f{animation:none}.f1{opacity:1}}"
    )
    ET.SubElement(svg, "style").text = style
    ET.SubElement(svg, "rect", {"width": "100%", "height": "100%", "rx": "8", "fill": "#0d1117"})
    for n, (title, lines) in enumerate(frames):
        group = ET.SubElement(svg, "g", {"class": f"f f{n}"})
        text(group, LEFT, 34, title, COLOURS["title"], "bold")
        for row, line in enumerate(shortened(lines)):
            text(group, LEFT, TOP + row * LINE, line, colour(line))
    ET.indent(svg, "")
    return ET.tostring(svg, encoding="unicode") + "\n"


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as folder:
        scratch = f"{folder}/share-links"
        played = subprocess.run([program, "demo", "--dir", scratch], capture_output=True, text=True, check=True)
    frames = list(steps(played.stdout.replace(scratch, "share-links")))
    pathlib.Path(__file__).with_name("loop.svg").write_text(drawn(frames), encoding="utf-8")
    print(f"docs/loop.svg: {len(frames)} steps")


if __name__ == "__main__":
    main()
