"""Each interface's list of functions (functions.txt) against headers and sources."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/front"))
import functions as lists  # noqa: E402
import begins  # noqa: E402
import source  # noqa: E402

FRONT = "core/front/"
RUNTIME = ("core/front", *(FRONT + name for name in ("every", "every_stream", "runtime")))
DRIVER = tuple(FRONT + name for name in ("driver", "driver_stream"))
GRAPHS = tuple(FRONT + name for name in ("graphs", "graphs_stream", "graphs_runtime"))
C_SUFFIXES = (".c", ".h")
INTERFACES = {
    # folder: (folders of public headers, folders of sources, sets of neutral names)
    "api_cuda": ("include/cuda", (*RUNTIME, *GRAPHS, "api_cuda", "api_cuda/both"),
                 ("front", "both")),
    "api_cuda/driver": ("include/cuda", (*RUNTIME, *DRIVER, *GRAPHS, "api_cuda/both", "api_cuda/driver"),
                        ("front", "driver", "both")),
    "api_hip": ("include/hip", (*RUNTIME, *DRIVER, *GRAPHS, "api_hip", "api_hip/rtc"),
                ("front", "driver")),
}
SECOND_SYMBOLS = {"api_cuda": "include/cuda/cudainterop/runtime/per_thread.h",
                  "api_hip": "include/hip/hip/hipinterop/runtime/per_thread.h"}
# CUDA 12's functions have sources and names of their own.
OLDER = ("12", "api_cuda/v12", "api_cuda/v12/names.h")
NAME = re.compile(r"^#define[ \t]+(\w+)(?:[ \t]|\\\n)+(\w+)[ \t]*$", re.M)


def read_lists(tree):
    """{folder: its functions} of the lists that are there."""
    return {folder: lists.read(os.path.join(tree.root, folder, "functions.txt"))
            for folder in INTERFACES if f"{folder}/functions.txt" in tree.paths}


# ---- neutral names ------------------------------------------------------------------------------

def used_names(tree, folders):
    """{header of names: the neutral names that the files of core/front/ in these folders use of it}"""
    word = re.compile(r"\b(?:gpu[A-Z]|GPU)\w*")
    used = {"front_names.h": set(), "front_driver_names.h": set()}
    for path in tree.files(C_SUFFIXES, FRONT.rstrip("/")):
        if os.path.dirname(path) not in folders:
            continue
        header = "front_driver_names.h" if os.path.dirname(path) in DRIVER else "front_names.h"
        used[header] |= set(word.findall(source.strip_comments(tree.text(path), strings=True)))
    used["front_driver_names.h"] -= used["front_names.h"]
    return used


def defined_names(tree, path, functions, names):
    """{neutral name: (file, line)} of a header of names, with what is made of the list."""
    found = {}
    for number, line in enumerate(tree.text(path).split("\n"), 1):
        match = re.match(r"#define ((?:gpu[A-Z]|GPU)\w*)", line)
        if match:
            found[match.group(1)] = (path, number)
    lines = {function.name: function.line for function in functions}
    for neutral, name in lists.neutral_names(functions, names).items():
        found[neutral] = (os.path.join(os.path.dirname(path), "functions.txt"), lines.get(name))
    return found


def rule_front_names(tree):
    """The headers of neutral names have the names that core/front/ uses, and no others but those of
    second symbols. The driver interface uses some of its files: what of their names lacks there
    does not compile."""
    known, tables = set(tree.paths), read_lists(tree)
    for folder, (_, folders, _) in INTERFACES.items():
        for header, names in used_names(tree, folders).items():
            path = f"{folder}/{header}"
            if path not in known:
                continue
            of = "driver" if "driver" in header else "front"
            defined = defined_names(tree, path, tables.get(folder, ()), of)
            for name in sorted(set(defined) - names):
                where, line = defined[name]
                if line is not None:
                    tree.offend("front-names", where, line, f"{name}: core/front/ has no such name",
                                name)
            for name in sorted(names - set(defined) if folder != "api_cuda/driver" else ()):
                tree.offend("front-names", path, 1, f"{name} of core/front/ is not there", name)


# ---- lines of the lists -------------------------------------------------------------------------

def declared_in(tree, folder):
    """{group: the names in its header, without comments}"""
    found = {}
    for path in tree.files((".h",), folder):
        group = re.sub(r"(_api)?\.h$", "", os.path.basename(path))
        words = re.findall(r"\w+(?=\()", source.strip_comments(tree.text(path), strings=True))
        found.setdefault(group, set()).update(words)
    return found


def rule_function_lists(tree):
    """A list is sorted, the header of a function's group declares it, and the public header of second
    symbols has those of the list."""
    for folder, functions in read_lists(tree).items():
        path, headers = f"{folder}/functions.txt", declared_in(tree, INTERFACES[folder][0])
        for before, function in zip(functions, functions[1:]):
            if function.name < before.name:
                tree.offend("function-lists", path, function.line,
                            f"{function.name} stands behind {before.name}", function.name)
        for function in functions:
            if function.group != "-" and function.name not in headers.get(function.group, ()):
                tree.offend("function-lists", path, function.line, f"{function.name}: no header "
                            f"{function.group}.h declares it", function.name)
        if SECOND_SYMBOLS.get(folder) in tree.paths:
            second_symbols(tree, folder, functions)


def second_symbols(tree, folder, functions):
    header = SECOND_SYMBOLS[folder]
    there = dict(NAME.findall(tree.text(header)))
    wanted = {function.name: f"{function.name}_{function.twin.split('@')[0]}"
              for function in functions if function.twin != "-" and function.versions != OLDER[0]
              and not function.name.startswith("__")}
    for name in sorted(set(there.items()) ^ set(wanted.items())):
        tree.offend("function-lists", header, 1, f"{name[0]}: {name[1]} stands here or in "
                    f"{folder}/functions.txt, not in both", name[0])


def sources_of(tree, folders, names):
    paths = [path for path in tree.files(C_SUFFIXES) if os.path.dirname(path) in folders]
    return begins.Sources(tree, paths, names)


def older_sources(tree, folders, names):
    """The same files with the names that CUDA 12's library gives them, and those of it alone."""
    renamed = dict(NAME.findall(tree.text(OLDER[2])))
    names = {neutral: renamed.get(name, name) for neutral, name in names.items()}
    return sources_of(tree, folders + OLDER[1:2], {**renamed, **names})


def rule_begins(tree):
    """A list says how each function begins, as its source does."""
    for folder, functions in read_lists(tree).items():
        _, folders, sets = INTERFACES[folder]
        names = {}
        for of in sets:
            names.update(lists.neutral_names(functions, of))
        found = sources_of(tree, folders, names)
        older = None
        for function in functions:
            of = found
            if function.versions == OLDER[0]:
                older = of = older or older_sources(tree, folders, names)
            symbol = lists.newest_symbol(function)
            ways = of.ways_of(symbol) or of.ways_of(function.name)
            if ways != function.begins:
                tree.offend("begins", f"{folder}/functions.txt", function.line, f"{function.name} "
                            f"begins as '{ways}', not as '{function.begins}'", function.name)


# ---- captures -----------------------------------------------------------------------------------

BEHAVIOUR = "tests/rules/capture_behaviour.txt"
WORDS = ("unsafe", "unsafe-in-core", "captured", "refused", "legacy", "free")
PREFIX = re.compile(r"^(__)?(cuda|cu|hiprtc|hip)")


def read_behaviour(tree):
    """{name without prefix, or pattern: its word} of the table."""
    found, word = {}, None
    for number, line in enumerate(tree.text(BEHAVIOUR).split("\n"), 1):
        if line.startswith("#") or not line.strip():
            continue
        if not line.startswith(" "):
            word, _, line = line.partition(":")
        for name in line.split():
            if word not in WORDS or name in found:
                tree.offend("capture", BEHAVIOUR, number, f"'{name}' has two lines, or the word "
                            f"'{word}', which is none", name)
            found[name] = word
    return found


def word_of(behaviour, name):
    """A name's word; a pattern counts if no line has the name."""
    fits = [pattern for pattern in behaviour
            if pattern.endswith("*") and name.startswith(pattern[:-1])]
    return behaviour.get(name) or (behaviour[max(fits, key=len)] if fits else None)


def rule_capture(tree):
    """Each function is in the table of capture behaviour, and asks whether a capture forbids it exactly
    if the table says so."""
    if BEHAVIOUR not in tree.paths:
        return
    behaviour, met = read_behaviour(tree), set()
    for folder, functions in read_lists(tree).items():
        _, folders, sets = INTERFACES[folder]
        names = {}
        for of in sets:
            names.update(lists.neutral_names(functions, of))
        found = sources_of(tree, folders, names)
        for function in functions:
            name = PREFIX.sub("", function.name)
            word = word_of(behaviour, name)
            met.add(name)
            if word is None:
                tree.offend("capture", f"{folder}/functions.txt", function.line,
                            f"{function.name} has no word in {BEHAVIOUR}", function.name)
                continue
            asks = (found.asks(lists.newest_symbol(function), "gi_capture_forbids") or
                    found.asks(function.name, "gi_capture_forbids"))
            if function.versions != OLDER[0] and asks != (word == "unsafe"):
                tree.offend("capture", f"{folder}/functions.txt", function.line,
                            f"{function.name} {'asks' if asks else 'does not ask'} whether a capture "
                            f"forbids it, and {BEHAVIOUR} says '{word}'", function.name)
    for name in behaviour:
        if name not in met and not name.endswith("*"):
            tree.offend("capture", BEHAVIOUR, 1, f"{name} is no function", name)
