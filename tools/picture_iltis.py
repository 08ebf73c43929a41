#!/usr/bin/env python3
"""Draws docs/images/iltis.svg from a CSV file that build/takt writes.

    tools/picture_iltis.py [PROGRAM]          PROGRAM: build/takt

The Iltis from the side at seven times: up the ramp, over the plateau, down the stairs.
"""
import csv
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "images" / "iltis.svg"
SCALE = 36  # pixels per metre
FROM, TO, GROUND, TOP = -2.1, 26.2, -0.35, 2.9  # m
TIMES = [0, 1.05, 2.1, 3.2, 4.3, 5.35, 6.6]  # s
RADIUS = 0.364
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
STYLE = ("<style>.ink{fill:#1f2328}.soft{fill:#59636e}.paper{fill:#fff}"
         ".road{fill:#d8dee4;stroke:#59636e}.body{fill:#0b66c3;fill-opacity:.82}"
         ".wheel{fill:#1f2328}.hub{fill:#fff}"
         "@media (prefers-color-scheme:dark){.ink{fill:#f0f6fc}.soft{fill:#9aa4af}"
         ".paper{fill:#0d1117}.road{fill:#2d333b;stroke:#9aa4af}.body{fill:#82b8ff}"
         ".wheel{fill:#c9d1d9}.hub{fill:#0d1117}}</style>")


def road(x):
    """Height of road=stairs with its default numbers."""
    slope = 0.74 / 5.5
    if x <= 6:
        return 0
    if x < 6.5:
        return slope * (x - 6)**2
    if x < 11.5:
        return slope * (x - 6.25)
    if x < 12:
        return 0.74 - slope * (12 - x)**2
    z = 0.74
    for k in range(4):
        s = min(max((x - 17 - k) / 0.25, 0), 1)
        z -= 0.185 * s * s * (3 - 2 * s)
    return z


def at(x, z):
    return (x - FROM) * SCALE, (TOP - z) * SCALE


def vehicle(row):
    def number(name):
        return float(row[name])

    x, z, pitch = number("out.x"), number("out.z"), number("out.pitch")
    px, py = at(x, z)
    turn = f'transform="translate({px:.1f} {py:.1f}) rotate({math.degrees(pitch):.2f})"'
    box = [(-1.55, -0.12), (1.5, -0.12), (1.5, 0.22), (0.75, 0.3), (0.35, 0.72), (-1.0, 0.72),
           (-1.5, 0.3)]
    outline = " ".join(f"{SCALE * a:.1f},{-SCALE * b:.1f}" for a, b in box)
    out = [f'<polygon class="body" points="{outline}" {turn}/>']
    for wheel in ("fl", "rl"):
        wx, wy = at(number(f"body.{wheel}.wheel.x"), number(f"body.{wheel}.wheel.z"))
        out.append(f'<circle class="wheel" cx="{wx:.1f}" cy="{wy:.1f}" r="{RADIUS * SCALE:.1f}"/>')
        out.append(f'<circle class="hub" cx="{wx:.1f}" cy="{wy:.1f}" r="4"/>')
    out.append(f'<text class="soft" x="{px:.1f}" y="{py - 42:.1f}" font-size="17" '
               f'text-anchor="middle">{number("t"):.1f} s</text>')
    return out


def picture(rows):
    width, height = (TO - FROM) * SCALE, (TOP - GROUND) * SCALE
    points = [at(FROM + k * 0.02, road(FROM + k * 0.02)) for k in range(int((TO - FROM) / 0.02) + 1)]
    line = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
           f'width="{width:.0f}" height="{height:.0f}" font-family="{FONT}" role="img">',
           "<title>The Iltis up a ramp and down four steps</title>", STYLE,
           f'<rect class="paper" width="{width:.0f}" height="{height:.0f}" rx="6"/>',
           f'<path class="road" d="M{line}V{height:.0f}H0Z"/>']
    for t in TIMES:
        out += vehicle(min(rows, key=lambda row: abs(float(row["t"]) - t)))
    return "\n".join([*out, "</svg>"]) + "\n"


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "takt")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "iltis.csv"
        subprocess.run([program, "run", "iltis", "--every", "10ms", "--record", "bodies", "--out",
                        str(file), "--quiet"], check=True)
        with open(file, newline="", encoding="utf-8") as text:
            rows = list(csv.DictReader(text))
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(picture(rows), encoding="utf-8")
    print(TARGET.relative_to(ROOT))


if __name__ == "__main__":
    main()
