#!/usr/bin/env python3
"""Writes the manual page of the program from what the program says about itself.

    tools/man_page.py build/takt OUT.1

Commands, options and exit codes are those of `takt list --markdown`, the rest is `takt --help`: nothing is listed here.
"""
import re
import subprocess
import sys
from pathlib import Path

HEADING = re.compile(r"^(#{2,3}) (.*)$", re.MULTILINE)
ROW = re.compile(r"^\| (.*) \|$")


def printed(takt, *words):
    return subprocess.run([takt, *words], check=True, capture_output=True, text=True).stdout


def roff(text):
    """Plain text, safe in a line of its own."""
    text = text.replace("\\", "\\e").replace("--", "\\-\\-").replace("^", "\\(ha").replace("~", "\\(ti")
    return "\\&" + text if text[:1] in (".", "'") else text


def styled(text):
    """Markdown in a line: code is bold."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text.replace("&lt;", "<"))
    parts = re.split(r"`([^`]*)`", text)
    return "".join(f"\\fB{roff(p)}\\fR" if i % 2 else roff(p) for i, p in enumerate(parts) if p)


def word(name):
    """`--out FILE` or `MODEL`, as the first line of an entry."""
    option, _, value = name.partition(" ")
    if not option.startswith("-"):
        option, value = "", name
    bold = "\\fB" + option.replace("-", "\\-") + "\\fR" if option else ""
    return " ".join(p for p in (bold, f"\\fI{roff(value)}\\fR" if value else "") if p)


def rows(text):
    """The cells of the table in a section, without its head."""
    cells = [re.split(r"(?<!\\) \| ", m[1]) for m in map(ROW.match, text.splitlines()) if m]
    return [[c.replace("\\|", "|").strip() for c in row] for row in cells[2:]]


def prose(text):
    return "\n".join(line for line in text.splitlines() if line and not line.startswith("|"))


def sections(page):
    """(level, title, text) of each heading."""
    found = list(HEADING.finditer(page))
    ends = [m.start() for m in found[1:]] + [len(page)]
    return [(len(m[1]), m[2], page[m.end():end].strip()) for m, end in zip(found, ends)]


def entries(table, name):
    return [line for first, meaning in table for line in (".TP", name(first), styled(meaning))]


def bold(text):
    return "\\fB" + roff(text.strip("`")) + "\\fR"


def page(takt):
    text = printed(takt, "--help")
    description = text.splitlines()[0]
    version = printed(takt, "--version").split()[1]
    options = re.findall(r"^  (?:-\w,)?(--[\w-]+) +(.*)$", text.split("Options:")[1].split("Subcommands:")[0], re.MULTILINE)
    out = [f'.TH TAKT 1 "" "takt {version}" "User Commands"', ".SH NAME", f"takt \\- {roff(description[0].lower() + description[1:])}",
           ".SH SYNOPSIS", ".B takt", "\\fICOMMAND\\fR [\\fIWORD\\fR ...]", ".SH OPTIONS"]
    for name, meaning in options:
        out += [".TP", word(name), roff(meaning)]
    inside = ""
    for level, title, body in sections(printed(takt, "list", "--markdown")):
        if level == 2:
            inside = title
        if inside == "Commands":
            out += [".SH COMMANDS"] if level == 2 else [f'.SS "{roff(title.strip("`"))}"']
            out.append(styled(prose(body)))
            out += entries(rows(body), lambda cell: word(cell.strip("`")))
        elif inside == "Exit codes":
            out += [".SH EXIT STATUS", *entries(rows(body), bold)]
    out += [".SH FILES", ".TP", bold("/usr/share/takt/models"), "the models that the program has built in, to copy and change",
            ".SH SEE ALSO", roff("/usr/share/doc/takt: what the program can do, its reference, and licences.")]
    return "\n".join(out) + "\n"


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    Path(sys.argv[2]).write_text(page(sys.argv[1]), encoding="utf-8")


if __name__ == "__main__":
    main()
