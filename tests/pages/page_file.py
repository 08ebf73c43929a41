"""Reads a page that the program wrote: its JSON, and its tables of numbers as numpy arrays."""
import base64
import csv
import json
import re
import zlib

import numpy


def strict(text):
    """JSON as the standard has it: without NaN and Infinity."""
    def refuse(word):
        raise ValueError(f"{word} is not JSON")
    return json.loads(text, parse_constant=refuse)


class PageFile:
    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.html = file.read()
        scripts = {}
        for name in ("takt-page", "takt-data"):
            found = re.findall(rf'<script[^>]*\bid="?{name}"?[^>]*>(.*?)</script', self.html, re.S)
            assert len(found) == 1, f"{len(found)} elements {name}"
            scripts[name] = found[0]
        self.page = strict(scripts["takt-page"])
        block = zlib.decompress(base64.b64decode(scripts["takt-data"].strip(), validate=True))
        self.tables = {}
        for table in self.page["tables"]:
            columns = {}
            for c in table["columns"]:
                size = int(c["type"][1])
                assert c["offset"] % size == 0
                columns[c["name"]] = numpy.frombuffer(block, "<" + c["type"], table["rows"], c["offset"])
            self.tables[table["name"]] = columns

    def section(self, name):
        return next((s for s in self.page["sections"] if s["id"] == name), None)

    def card(self, label):
        return next((c for c in self.page["cards"] if c["label"] == label), None)


def read_csv(path):
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    values = numpy.array([[float(x) for x in row] for row in rows[1:]])
    return {name: values[:, k] for k, name in enumerate(rows[0])}
