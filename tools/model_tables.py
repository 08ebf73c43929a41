#!/usr/bin/env python3
"""Fills the tables of docs/model-files.md with what the program knows.

    tools/model_tables.py build/takt            writes the tables again
    tools/model_tables.py build/takt --check    fails if they differ from what the program says

The page has regions between the lines `<!-- table: NAME ... -->` and `<!-- end -->`. NAME is a
definition of `takt schema`, or `forces`, `signals`, `roads` with the names of elements, or `joints`,
or `sections`. Every force, signal, road and joint of the program must be in one region.
"""
import difflib
import json
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs/model-files.md"
REGION = re.compile(r"(<!-- table: ([^\n]*?) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
UNIT = re.compile(r" ?\[([^\],]*)\](?=$|;|:)|^\[([^\],]*)\] ?")
COMMON = ("type", "description", "when", "repeat", "implicit")  # explained once on the page
ELEMENTS = ("forces", "signals", "roads")


class Catalogue:
    def __init__(self, takt):
        def printed(*words):
            return json.loads(subprocess.run([takt, *words], check=True, capture_output=True, text=True).stdout)

        self.schema = printed("schema")
        self.definitions = self.schema["definitions"]
        self.lists = {kind: printed("list", kind, "--json") for kind in (*ELEMENTS, "joints")}
        self.elements = {}
        for kind in ELEMENTS:
            for alternative in self.definitions[kind[:-1]]["anyOf"]:
                if "properties" in alternative:
                    self.elements[kind, alternative["properties"]["type"]["const"]] = alternative


def cell(text):
    text = text.replace("|", "\\|").replace("\n", " ").strip()
    parts = text.split("`")  # every second part is code, where < stays as it is
    return "`".join(p if i % 2 else p.replace("<", "&lt;") for i, p in enumerate(parts))


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def sentence(text):
    text = text.strip()
    first = text.split(" ")[0]
    if text[:1].islower() and "_" not in first and (text[1:2].islower() or first == "a"):
        text = text[0].upper() + text[1:]
    return text if text.endswith(".") else text + "."


def words_of(key):
    """The words a key may have."""
    for part in (key, *key.get("anyOf", [])):
        if "enum" in part:
            return part["enum"]
    return []


def parts_of(text):
    """Meaning, unit and default of a description of the schema."""
    text, _, default = text.partition("; default ")
    found = UNIT.search(text)
    unit = (found[1] or found[2]) if found else ""
    meaning = UNIT.sub("", text, count=1).lstrip("; :") if unit else text
    if ">" in unit:  # of a curve: argument > value
        unit = " over ".join(reversed(unit.split(">")))
    more = UNIT.search(default)  # the unit may stand after the default
    return meaning, unit, UNIT.sub("", default) if more else default


def key_rows(definition, skip=()):
    rows = []
    needed = definition.get("required", [])
    for name, key in definition["properties"].items():
        if name in COMMON or name in skip:
            continue
        meaning, unit, default = parts_of(key.get("description", ""))
        words = words_of(key)
        if words:
            meaning += (": " if meaning else "") + ", ".join(f"`{w}`" for w in words)
        kind = key.get("allOf", [key])[0].get("$ref", "").rsplit("/", 1)[-1]
        if kind in ("signal", "curve"):
            meaning += f" (*{kind}*)"
        default = "needed" if name in needed else f"`{default}`" if default else ""
        rows.append([f"`{name}`", default, cell(unit), cell(meaning)])
    return rows


def key_table(definition, skip=()):
    rows = key_rows(definition, skip)
    return table(["key", "default", "unit", "meaning"], rows) if rows else ""


def element_section(catalogue, kind, name):
    definition = catalogue.elements[kind, name]
    item = next(i for i in catalogue.lists[kind] if i["name"] == name)
    out = f"#### `{name}`\n\n{cell(sentence(definition['description']))}"
    places = []
    for fact in item.get("facts", []):
        if fact.startswith("placed by"):
            places = re.findall(r"`(\w+)`", fact)
        out += " " + cell(sentence(fact))
    return out + "\n\n" + key_table(definition, skip=places)


def joints(catalogue):
    rows = []
    for item in catalogue.lists["joints"]:
        facts = item["facts"]
        coordinates = next((f.removeprefix("coordinates ") for f in facts if f.startswith("coordinates ")), "")
        rows_of_loop = next(f.split()[0] for f in facts if "rows when" in f)
        keys = re.findall(r"`(\w+)`", facts[-1])
        names = " ".join(f"`{c}`" for c in coordinates.split()) or ("one, without a name" if "rows" in facts[0] else "")
        if not coordinates and item["name"] == "weld":
            names = "none"
        rows.append([f"`{item['name']}`", cell(item["summary"]), names, rows_of_loop,
                     " ".join(f"`{k}`" for k in keys)])
    return table(["type", "leaves free", "coordinates", "rows as a loop", "placed by"], rows)


def sections(catalogue):
    rows = []
    for name, section in catalogue.schema["properties"].items():
        meaning = section.get("description", "")
        if "$ref" in section:
            meaning = catalogue.definitions[section["$ref"].rsplit("/", 1)[1]].get("description", "")
        rows.append([f"`{name}`", cell(meaning)])
    return table(["key", "holds"], rows)


def region(catalogue, words):
    name, *items = words.split()
    if name in ELEMENTS:
        return "\n".join(element_section(catalogue, name, item) for item in items)
    if name == "joints":
        return joints(catalogue)
    if name == "sections":
        return sections(catalogue)
    if name == "experiment":
        return key_table(catalogue.schema["properties"]["experiment"])
    definition = catalogue.definitions[name]
    if "properties" not in definition:  # parameter and constraint: several forms, of which one has keys
        wanted = int(items[0]) if items else None
        forms = [d for d in definition["anyOf"] if "properties" in d]
        definition = forms[wanted or 0]
    return key_table(definition)


def check_complete(catalogue, page):
    shown = {}
    for _, words, _, _ in REGION.findall(page):
        kind, *items = words.split()
        if kind in ELEMENTS:
            shown.setdefault(kind, []).extend(items)
    faults = []
    for kind in ELEMENTS:
        names = shown.get(kind, [])
        known = [i["name"] for i in catalogue.lists[kind]]
        faults += [f"docs/model-files.md has no table of {kind[:-1]} '{n}'" for n in known if n not in names]
        faults += [f"docs/model-files.md: there is no {kind[:-1]} '{n}'" for n in names if n not in known]
        faults += [f"docs/model-files.md has {kind[:-1]} '{n}' twice" for n in set(names) if names.count(n) > 1]
    return faults


def main():
    catalogue = Catalogue(sys.argv[1])
    page = PAGE.read_text(encoding="utf-8")
    faults = check_complete(catalogue, page)
    if faults:
        print("\n".join(faults))
        return 1
    fresh = REGION.sub(lambda m: f"{m[1]}\n{region(catalogue, m[2])}\n{m[4]}", page)
    if "--check" not in sys.argv:
        PAGE.write_text(fresh, encoding="utf-8")
        return 0
    if fresh == page:
        return 0
    print("the tables of docs/model-files.md are not those of the program; 'make reference' writes them:")
    lines = difflib.unified_diff(page.splitlines(), fresh.splitlines(), "page", "program", lineterm="", n=0)
    print("\n".join(list(lines)[:40]))
    return 1


if __name__ == "__main__":
    sys.exit(main())
