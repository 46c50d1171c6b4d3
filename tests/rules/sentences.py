"""The rule for how sentences of comments and documents begin: with the noun that they are about.

A sentence that begins with one of SUBJECTS hides its noun: "What lies beyond the edge." means "Reads
beyond the edge of a texture." Questions may begin so. The tests are free.
"""
import re

import documents
import source

SUBJECTS = ("What", "Whatever", "Who", "Whoever", "Those", "The same")
# The number of these sentences that a folder still has. It may fall, and never rises; a folder without
# a line has none.
ALLOWED = {"drivers/amdgpu/": 26}

C_LIKE = (".c", ".h", ".cpp", ".hpp", ".comp", ".glsl", ".map")
HASH_LIKE = (".py", ".sh", ".build", ".cmake")
# Where a sentence begins: a paragraph, or behind a mark. A question ends with its mark in two lines.
BEGINNING = re.compile(r"(?:\A|\n\s*\n|[.;:!?][\")*`]*\s)\s*[*_(\"]*"
                       rf"({'|'.join(SUBJECTS)})\b(?![^.?\n]*\n?[^.?\n]*\?)")
STAR = re.compile(r"^[ \t]*\*+", re.M)
BLOCK = re.compile(r"^[ \t]*(?:[-*>]|\d+\.|#+)[ \t]|\|", re.M)
SCRIPT = re.compile(r'"""(.*?)"""|#([^\n]*)', re.S)


def _blank(match):
    return " " * len(match.group())


def _stop(match):
    return "." + " " * (len(match.group()) - 1)


def texts(path, text):
    """[(offset, words)] of the comments of a file, or of a document. Each keeps its length, so that a
    place in the words tells the line. A list item, a heading and a table's cell begin a sentence."""
    if path.endswith(".md"):
        return [(0, BLOCK.sub(_stop, documents.without_code(text)))]
    if path.endswith(C_LIKE):
        return [(at, STAR.sub(_blank, words)) for at, words in source.comments_of(text)]
    return [(match.start(match.lastindex), match.group(match.lastindex))
            for match in SCRIPT.finditer(text)]


def found(path, text):
    """[(line, subject)] of the sentences that begin with one of SUBJECTS."""
    return [(documents.line_of(text, at + match.start(1)), match.group(1))
            for at, words in texts(path, text) for match in BEGINNING.finditer(words)]


def rule_sentence_subjects(tree):
    """No sentence of a comment or document begins with "What", "Who", "Those" or "The same"; ALLOWED
    has the folders that still have some."""
    counts = dict.fromkeys(ALLOWED, 0)
    for path in tree.files(C_LIKE + HASH_LIKE + (".md",)):
        if path.startswith("tests/"):
            continue
        lines = found(path, tree.text(path))
        folder = next((folder for folder in ALLOWED if path.startswith(folder)), None)
        if folder:
            counts[folder] += len(lines)
            continue
        for line, subject in lines:
            tree.offend("sentence-subjects", path, line,
                        f"a sentence begins with '{subject}': begin it with its noun")
    for folder, count in counts.items():
        if count > ALLOWED[folder]:
            tree.offend("sentence-subjects", folder, 1, f"{count} sentences begin with one of "
                        f"{', '.join(SUBJECTS)}; {ALLOWED[folder]} are allowed")
