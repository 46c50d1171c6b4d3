"""The rules for what the documents say of this tree: links, paths, rooms, laws and the tests of laws."""
import fnmatch
import os
import re

import calls
import source

LINK = re.compile(r"\]\(([^)\s]+)\)")
OUTSIDE = re.compile(r"^[a-z]+:")
QUOTED = re.compile(r"`([\w.*-]+(?:/[\w.*-]+)*/?)`")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
SUFFIXES = (".c", ".h", ".cpp", ".py", ".md", ".comp", ".glsl", ".map")
DOCUMENT = re.compile(r"\b(?:docs|drivers|tests)/[\w/-]+\.md\b")

ROOMS = "docs/architecture.md"
ROOM = re.compile(r"^\| \*\*`([\w/]+)`\*\*", re.M)

LAWS = "docs/laws.md"
LAW = re.compile(r"^## (\d+)\. ", re.M)
CITED = re.compile(r"\blaws? (\d+)", re.I)
PROOF = re.compile(r"^- `(tests/[\w/.]+)`: (.*?)(?=^- |^$|\Z)", re.M | re.S)


def anchor(heading):
    """The anchor that Markdown gives a heading."""
    return re.sub(r"[^\w -]", "", heading.strip().lower()).replace(" ", "-")


def line_of(text, position):
    return text.count("\n", 0, position) + 1


def without_code(text):
    """The text with its blocks of code blanked; lines keep their numbers."""
    return FENCE.sub(lambda block: re.sub(r"[^\n]", " ", block.group(0)), text)


def broken_link(tree, places, path, target):
    """Why a link leads nowhere, or None."""
    where, _, fragment = target.partition("#")
    goal = os.path.normpath(os.path.join(os.path.dirname(path), where)) if where else path
    if goal not in places:
        return f"the link to {target} leads nowhere"
    if fragment and goal.endswith(".md"):
        headings = re.findall(r"^#+ (.*)$", without_code(tree.text(goal)), re.M)
        if fragment not in map(anchor, headings):
            return f"{goal} has no heading for the link to {target}"
    return None


def is_named_well(places, tops, names, quoted):
    """Whether a quoted word is no path of this tree, or one that is there."""
    top, slash, _ = quoted.partition("/")
    if not slash:
        is_file = quoted.endswith(SUFFIXES) and quoted not in SUFFIXES and "*" not in quoted
        return quoted in names or not is_file
    return top not in tops or bool(fnmatch.filter(places, quoted.rstrip("/")))


def rule_links(tree):
    """Every link, and every path of this tree, that a document names is there."""
    places = set(tree.paths) | {"."} | set(os.listdir(tree.root))
    places |= {os.path.splitext(path)[0] for path in tree.paths}     # `core/word`: .c and .h
    for path in tree.paths:
        while path := os.path.dirname(path):
            places.add(path)
    tops = {path.split("/")[0] for path in tree.paths if "/" in path}
    names = {os.path.basename(path) for path in tree.paths}
    for path in tree.files((".md",)):
        if not path.endswith(".md"):
            continue
        text = without_code(tree.text(path))
        for match in LINK.finditer(text):
            why = OUTSIDE.match(match.group(1)) or broken_link(tree, places, path, match.group(1))
            if isinstance(why, str):
                tree.offend("links", path, line_of(text, match.start()), why)
        for match in QUOTED.finditer(text):
            if not is_named_well(places, tops, names, match.group(1)):
                tree.offend("links", path, line_of(text, match.start()),
                            f"{match.group(1)} is not there")
    for path in tree.files((".c", ".h", ".py", ".build", ".txt")):
        if path.startswith("tests/rules/"):
            continue
        for match in DOCUMENT.finditer(tree.text(path)):
            if match.group(0) not in places:
                tree.offend("links", path, line_of(tree.text(path), match.start()),
                            f"{match.group(0)} is not there")


def rule_laws(tree):
    """Every law that is cited is on the page of laws, and has tests there that exist."""
    page = tree.text(LAWS) if LAWS in tree.paths else ""
    parts = LAW.split(page)
    laws = dict(zip(parts[1::2], parts[2::2]))
    for path in tree.paths:
        if not path.endswith((".c", ".h", ".md")) or path == LAWS:
            continue
        for match in CITED.finditer(tree.text(path)):
            if match.group(1) not in laws:
                tree.offend("laws", path, line_of(tree.text(path), match.start()),
                            f"{LAWS} has no law {match.group(1)}")
    for number, text in laws.items():
        proofs = PROOF.findall(text)
        if not proofs:
            tree.offend("laws", LAWS, 1, f"law {number} names no test")
        for path, names in proofs:
            code = source.strip_comments(tree.text(path)) if path in tree.paths else ""
            for name in re.findall(r"`(\w+)`", names):
                if name == "main":
                    tree.offend("laws", LAWS, 1, f"law {number}: main of {path} is no test; "
                                "name its cases")
                elif not re.search(rf"\b{name}\b", code):
                    tree.offend("laws", LAWS, 1, f"law {number}: {path} has no test {name}")


def rule_rooms(tree):
    """The tables of rooms have each room once, in the order of their calls."""
    page = tree.text(ROOMS) if ROOMS in tree.paths else ""
    named = ROOM.findall(page)
    right = [*calls.ROOMS["core"], *("vulkan/" + room for room in calls.ROOMS["drivers/vulkan"])]
    if page and named != right:
        tree.offend("rooms", ROOMS, line_of(page, ROOM.search(page).start()) if named else 1,
                    f"the table of rooms is {' '.join(named)}; {' '.join(right)} would be right")


RULES = (rule_links, rule_laws, rule_rooms)
