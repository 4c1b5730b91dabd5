#!/usr/bin/env python3
"""Draws what a query costs against the number of vectors, both logarithmic, as SVG.

    plot.py docs/figures/nearest.csv > docs/figures/nearest.svg

The file has a line for each measurement: what was measured, vectors, milliseconds.
"""

import collections
import csv
import html
import math
import sys

WIDTH, HEIGHT = 760, 460
LEFT, RIGHT, TOP, BOTTOM = 64, 210, 20, 48
COLOURS = "#0b6e4f", "#c8553d", "#33658a", "#8d6a9f", "#7a7a7a"


def read(path):
    lines = collections.defaultdict(list)
    with open(path, encoding="utf-8") as file:
        for name, count, milliseconds in csv.reader(file):
            lines[name].append((int(count), float(milliseconds)))
    return {name: sorted(points) for name, points in lines.items()}


def decades(values):
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def count_text(power):
    number = 10 ** power
    return "1 million" if number == 1_000_000 else "10 million" if number == 10_000_000 else f"{number:,}"


def time_text(power):
    return f"{10 ** power:g} ms"


class Plot:
    def __init__(self, lines):
        points = [point for line in lines.values() for point in line]
        self.lines = lines
        self.counts, self.times = decades([count for count, _ in points]), decades([time for _, time in points])

    def x(self, count):
        first, last = self.counts
        return LEFT + (math.log10(count) - first) / (last - first) * (WIDTH - LEFT - RIGHT)

    def y(self, time):
        first, last = self.times
        return HEIGHT - BOTTOM - (math.log10(time) - first) / (last - first) * (HEIGHT - TOP - BOTTOM)

    def grid(self):
        for power in range(self.counts[0], self.counts[1] + 1):
            x = self.x(10 ** power)
            yield f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#ddd"/>'
            yield f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{count_text(power)}</text>'
        for power in range(self.times[0], self.times[1] + 1):
            y = self.y(10 ** power)
            yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
            yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{time_text(power)}</text>'
        yield f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 8}" text-anchor="middle">vectors</text>'

    def curves(self):
        ends = []
        for (name, points), colour in zip(self.lines.items(), COLOURS):
            path = " ".join(f"{self.x(count):.1f},{self.y(time):.1f}" for count, time in points)
            yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
            for count, time in points:
                yield f'<circle cx="{self.x(count):.1f}" cy="{self.y(time):.1f}" r="3" fill="{colour}"/>'
            ends.append((self.y(points[-1][1]), self.x(points[-1][0]), name, colour))
        lowest = -math.inf
        for y, x, name, colour in sorted(ends):
            # Names that would stand on each other move down.
            lowest = max(y + 4, lowest + 16)
            yield f'<text x="{x + 10:.1f}" y="{lowest:.1f}" fill="{colour}">{html.escape(name)}</text>'

    def svg(self):
        yield (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
               'font-size="13" fill="#444">')
        yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        yield from self.grid()
        yield from self.curves()
        yield "</svg>"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print("\n".join(Plot(read(sys.argv[1])).svg()))


if __name__ == "__main__":
    main()
