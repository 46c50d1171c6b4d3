#!/usr/bin/env python3
"""Writes a manual page for each function of a public header from the comment above it.

    manual.py VERSION INCLUDE PACKAGE HEADER PAGE...

VERSION is the project's, INCLUDE the header that programs name, PACKAGE the pkg-config package,
HEADER the file to read and PAGE the files to write, one for each function: FOLDER/NAME.3. A
function without a page, a page without a function and a comment that leaves out what it must say
are errors.
"""
import os
import re
import sys

FUNCTION = re.compile(
    r"(?:/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s*)?^GPUINTEROP_API\s+(?P<result>[^;()]*?)\s*\b"
    r"(?P<name>\w+)\s*\((?P<arguments>[^;]*)\)\s*;", re.S | re.M)
LABEL = re.compile(r"(Parameter \w+|Units|Owner|Threads|Returns|Errors|Beyond|Mirrors):\s*(.*)",
                   re.S)
SECTIONS = (("Units", "UNITS"), ("Owner", "OWNERSHIP"), ("Threads", "THREADS"),
            ("Returns", "RETURN VALUE"), ("Errors", "ERRORS"),
            ("Beyond", "BEYOND THE VENDOR"), ("Mirrors", "STANDARDS"))
NEEDED = ("Threads", "Returns", "Errors", "Mirrors")


class Problem(Exception):
    """What is wrong with a header, in a sentence."""


def functions(text):
    """{name: (prototype, comment or None)} in the order of the header."""
    found = {}
    for match in FUNCTION.finditer(text):
        arguments = re.sub(r"\s*GPUINTEROP_DEFAULT\([^()]*\)", "", match.group("arguments"))
        arguments = [" ".join(a.split()) for a in arguments.split(",")]
        found[match.group("name")] = (match.group("result"), arguments, match.group("comment"))
    return found


def blocks(comment):
    """The comment as paragraphs, labelled lines beginning one of their own: [(label, text)]."""
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in comment.strip().split("\n")]
    found = []
    for line in lines:
        text = line.strip()
        match = LABEL.fullmatch(text)
        if match:
            found.append([match.group(1), match.group(2)])
        elif not text:
            found.append([None, ""])
        elif found:
            found[-1][1] = (found[-1][1] + " " + text).strip()
        else:
            found.append([None, text])
    return [(label, text) for label, text in found if text]


def prose(text):
    """Text for roff: escaped, and with the names of the API in bold."""
    text = text.replace("\\", "\\e").replace("'", "\\(aq")
    text = re.sub(r"\b((?:cuda|hip|Vk|vk)[A-Z]\w*(?:\.\.\.)?|GPUINTEROP_\w+)", r"\\fB\1\\fP", text)
    return re.sub(r"^\.", r"\\&.", text)


def synopsis(result, name, arguments):
    head = f"{result} " if not result.endswith("*") else result
    lines = [f".BI \"{head}{name}(\""]
    for number, argument in enumerate(arguments):
        kind, variable = re.fullmatch(r"(.*?)(\w+)", argument).groups()
        end = ", " if number + 1 < len(arguments) else ");"
        lines.append(f".BI \"    {kind}\" {variable} \"{end.strip()}\"")
    return "\n.br\n".join(lines)


def parameters_of(name, described, arguments):
    """The parameters' texts in the order of the prototype; each must be described."""
    for argument in arguments:
        variable = re.search(r"(\w+)$", argument).group(1)
        text = described.pop(variable, None)
        if text is None:
            raise Problem(f"{name}: the comment does not describe the parameter {variable}")
        yield variable, text
    if described:
        raise Problem(f"{name}: the comment describes {', '.join(described)}, "
                      "which the function does not take")


def page(name, function, others, version, include, package):
    """The manual page of one function."""
    result, arguments, comment = function
    if not comment or not comment.strip():
        raise Problem(f"{name}: there is no comment above the function")
    parts = blocks(comment)
    labelled = {label: text for label, text in parts if label}
    for label in NEEDED:
        if label not in labelled:
            raise Problem(f"{name}: the comment has no '{label}:'")
    free = [text for label, text in parts if not label]
    if not free:
        raise Problem(f"{name}: the comment does not say what the function does")
    described = {label.split()[1]: text for label, text in labelled.items()
                 if label.startswith("Parameter")}
    summary = free[0].rstrip(".")
    out = [f'.TH {name} 3 "" "gpuinterop {version}" "gpuinterop"',
           ".SH NAME", f"{name} \\- {prose(summary[0].lower() + summary[1:])}",
           ".SH LIBRARY", f"lib{package} (pkg\\-config {package}, CMake package {package})",
           ".SH SYNOPSIS", ".nf", f".B #include <{include}>", ".fi", ".PP",
           ".nh", ".na", synopsis(result, name, arguments), ".ad", ".hy", ".SH DESCRIPTION"]
    for number, text in enumerate(free):
        out += [".PP"] * (number > 0) + [prose(text)]
    out.append(".SH PARAMETERS")
    for variable, text in parameters_of(name, described, arguments):
        out += [".TP", f".I {variable}", prose(text)]
    for label, title in SECTIONS:
        if label not in labelled:
            continue
        out.append(f".SH {title}")
        if label == "Errors":
            for text in errors(labelled[label]):
                out += [".PP"] * (out[-1] != f".SH {title}") + [prose(text)]
            out += [".PP", ".BR gpuinterop_last_error_detail ()",
                    "returns the sentence behind an error."]
        else:
            out.append(prose(sentence(labelled[label])))
    out += [".SH SEE ALSO", ".nh", ".ad l", ",\n".join(f".BR {other} (3)" for other in others)]
    return "\n".join(out) + "\n"


def sentence(text):
    """The text with a capital letter, unless it begins with a name."""
    return text[0].upper() + text[1:] if re.match(r"[a-z]+[ ,;]", text) else text


def errors(text):
    """One paragraph for each error."""
    return [part.strip().rstrip(".") + "." for part in text.split(";") if part.strip()]


def main():
    if len(sys.argv) < 6:
        sys.exit(__doc__)
    version, include, package, header = sys.argv[1:5]
    pages = {os.path.basename(path)[:-2]: path for path in sys.argv[5:]}
    with open(header, encoding="utf-8") as file:
        found = functions(file.read())
    try:
        if set(found) != set(pages):
            raise Problem("the header and the list of pages differ in "
                          + ", ".join(sorted(set(found) ^ set(pages))))
        for name, function in found.items():
            others = sorted(set(found) - {name})
            text = page(name, function, others, version, include, package)
            with open(pages[name], "w", encoding="utf-8") as file:
                file.write(text)
    except Problem as problem:
        print(f"{header}: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
