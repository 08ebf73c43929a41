#!/usr/bin/env python3
"""Draws docs/images/car-axle-drift.svg from CSV files that build/takt writes.

    tools/picture.py [PROGRAM]          PROGRAM: build/takt

Drift |g| of the car axle over time, five methods at h = 10 ms, on a logarithmic scale.
"""
import csv
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs" / "images" / "car-axle-drift.svg"

# method, label, colour on light, colour on dark, dash, and where the label stands: s, decade, anchor
CURVES = [
    ("index1+linear_implicit_euler(J1)", "index 1, nothing held", "#b3261e", "#ff8a80", "",
     (2.97, -1.05, "end")),
    ("index2+linear_implicit_euler(J1)", "index 2, nothing held", "#a85400", "#ffb74d", "7 3",
     (1.35, -2.58, "middle")),
    ("index1(baumgarte=auto)+linear_implicit_euler(J1)", "index 1, Baumgarte", "#6a3fb5",
     "#c5a8ff", "", (2.97, -2.8, "end")),
    ("index2(baumgarte=auto)+linear_implicit_euler(J1)", "index 2, Baumgarte", "#0b66c3",
     "#82b8ff", "7 3", (1.9, -5.2, "middle")),
    ("index2+linear_implicit_euler(J1)+one_step", "index 2, one projection step", "#0d7a45",
     "#6fdc9e", "", (0.05, -6.1, "start")),
]
UNTIL = 3  # s
WIDTH, HEIGHT = 720, 480
LEFT, RIGHT, TOP, BOTTOM = 78, 18, 66, 58
LOW, HIGH = -9, 0  # decades
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def drift(program, method, folder):
    """The columns t and drift.position of one run."""
    file = Path(folder) / "drift.csv"
    subprocess.run([program, "run", "car-axle", "--method", method, "--step", "10ms", "--until",
                    f"{UNTIL}s", "--out", str(file), "--quiet"], check=True)
    with open(file, newline="") as text:
        return [(float(row["t"]), float(row["drift.position"])) for row in csv.DictReader(text)]


def x_of(t):
    return LEFT + (WIDTH - LEFT - RIGHT) * t / UNTIL


def y_of(log):
    return TOP + (HEIGHT - TOP - BOTTOM) * (HIGH - log) / (HIGH - LOW)


def path(points):
    """Samples that are 0 (the start) or below the scale are left out."""
    shown = [(t, math.log10(g)) for t, g in points if g > 10**LOW]
    return "M" + "L".join(f"{x_of(t):.1f} {y_of(log):.1f}" for t, log in shown)


def text(x, y, words, style="", size=18):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" {style}>{words}</text>'


def style_sheet():
    def rules(index):
        return "".join(f".c{i}{{stroke:{c[index]}}}.t{i}{{fill:{c[index]}}}"
                       for i, c in enumerate(CURVES))
    return ("<style>.ink{fill:#1f2328}.soft{fill:#59636e}.grid{stroke:#59636e;opacity:.28}"
            ".axis{stroke:#59636e}.paper{fill:#ffffff}" + rules(2) +
            "@media (prefers-color-scheme:dark){.ink{fill:#f0f6fc}.soft{fill:#9aa4af}"
            ".grid{stroke:#9aa4af}.axis{stroke:#9aa4af}.paper{fill:#0d1117}" + rules(3) +
            "}</style>")


def frame():
    out = [f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="6"/>',
           text(LEFT, 26, "Car axle: how far the constraints are off", 'class="ink" font-weight="600"',
                22),
           text(LEFT, 50, "largest |g| in m², linear-implicit Euler, h = 10 ms", 'class="soft"', 17)]
    for decade in range(LOW, HIGH + 1):
        y = y_of(decade)
        out.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}"/>')
        if decade % 3 == 0:
            power = f'10<tspan dy="-7" font-size="14">−{-decade}</tspan>'
            exponent = power if decade else "1"
            out.append(text(LEFT - 8, y + 6, exponent, 'class="soft" text-anchor="end"'))
    for t in range(UNTIL + 1):
        out.append(text(x_of(t), HEIGHT - BOTTOM + 23, str(t), 'class="soft" text-anchor="middle"'))
    out.append(f'<path class="axis" d="M{LEFT} {y_of(LOW):.1f}H{WIDTH - RIGHT}"/>')
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12, "time in s",
                    'class="soft" text-anchor="middle"'))
    return out


def picture(curves):
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           f'width="{WIDTH}" height="{HEIGHT}" font-family="{FONT}" role="img">',
           "<title>Drift of the car axle over time for five methods</title>", style_sheet(),
           *frame()]
    for i, points in enumerate(curves):
        dash = f' stroke-dasharray="{CURVES[i][4]}"' if CURVES[i][4] else ""
        out.append(f'<path class="c{i}" d="{path(points)}" fill="none" stroke-width="2.2" '
                   f'stroke-linejoin="round"{dash}/>')
    for i, (_, words, _, _, _, (t, decade, anchor)) in enumerate(CURVES):
        out.append(text(x_of(t), y_of(decade), words,
                        f'class="t{i}" text-anchor="{anchor}" font-weight="600"', 19))
    return "\n".join([*out, "</svg>"]) + "\n"


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "takt")
    with tempfile.TemporaryDirectory() as folder:
        curves = [drift(program, curve[0], folder) for curve in CURVES]
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(picture(curves), encoding="utf-8")
    print(TARGET.relative_to(ROOT))


if __name__ == "__main__":
    main()
