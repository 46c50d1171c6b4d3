#!/usr/bin/env python3
"""Makes of a table of functions what is built from it.

    functions.py TABLE OUT --map [NODE]     a linker's version script
    functions.py TABLE OUT --plain [NAME]   the same, without version nodes; of the functions alone
                                            whose names begin with NAME
    functions.py TABLE OUT --names SET      the interface's names for neutral names, for C
    functions.py TABLE OUT --all-names      the same of all functions, each with gpu as its prefix
    functions.py TABLE OUT --twins          declarations of the second symbols, for C
    functions.py TABLE OUT --symbols        rows for C: symbol and node, sorted by symbol
    functions.py TABLE OUT --entries        a table for C: what a program can look up
    functions.py TABLE OUT --exports        the exported symbols, one a line

A table has a line for each function: its name, its versions, its twin, its neutral name, how it begins,
its group; - is none. # begins a comment. The names say whose table it is: cuda..., cu... or hip...

versions  of CUDA's runtime: the libraries that have it, "12", "13" or "12,13". Of HIP: the version node,
          "4.2" for hip_4.2; "own" for functions that the vendor's library does not export. Of the
          driver interface: each version since which it is there, with the ending of its symbol:
          "2000,4000_v2". A "!" stands before a version that is exported and that no program finds by
          looking it up: the function of an older interface, or one that always answers "not supported".
twin      the ending of the symbol for programs whose default stream is the calling thread's own: "ptsz",
          "ptds" or "spt". "spt@5.2" has a version node of its own.
neutral   the set of neutral names in which the function is written: "front" (every, every_stream and
          runtime of core/front/), "driver" (driver and driver_stream there), "both" (api_cuda/both/).
          "front:MemAlloc" says that the neutral name is gpuMemAlloc. Else it is the function's name, with
          gpu as its prefix.
begins    what the call does first. "context": it needs a current context. "stream": it needs the stream's,
          of a default stream the current one. "object": its object has one. "lasting": it has one, and
          a failed context leaves the object as it is. "any": it works in a failed context too. "look":
          it leaves the thread's contexts alone. "borrow": it has one for the time of the call. "ready":
          it needs none. "core": a function of the core begins it, for a device. "init" is cuInit's.
          "context+stream" is one or the other, by the arguments. tests/rules compares it with the source.
group     the public header that declares it, without "_api.h" or ".h".
"""
import collections
import re
import sys

PREFIXES = ("cuda", "cu", "hip")
SINCE_TWINS = 7000           # the version of the driver interface that brought second symbols

Function = collections.namedtuple("Function", "name versions twin neutral begins group line")
COLUMNS = len(Function._fields) - 1

# The values of each column.
WAYS = "context|stream|object|lasting|any|look|borrow|ready|core|init"
VALID = Function(
    name=r"(__)?(cu|cuda|hip|hiprtc)[A-Z]\w*",
    versions=r"12|13|12,13|\d+\.\d+|own|!?\d{4,5}(_v\d)?(,!?\d{4,5}(_v\d)?)*",
    twin=r"-|ptsz|ptds|spt(@\d+\.\d+)?",
    neutral=r"-|(front|driver|both)(:[A-Z]\w*)?",
    begins=rf"-|({WAYS})(\+({WAYS}))*",
    group=r"-|\w+",
    line="")


def read(path):
    """The functions of a table, as they stand there."""
    functions = []
    with open(path, encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            fields = line.split()
            if not fields or fields[0].startswith("#"):
                continue
            if len(fields) != COLUMNS:
                raise SystemExit(f"{path}:{number}: {len(fields)} columns, not {COLUMNS}")
            function = Function(*fields, number)
            for column, valid in list(VALID._asdict().items())[:COLUMNS]:
                if not re.fullmatch(valid, getattr(function, column)):
                    raise SystemExit(f"{path}:{number}: '{getattr(function, column)}' is nothing for "
                                     f"the column {column}; core/front/functions.py describes it")
            functions.append(function)
    names = [function.name for function in functions]
    for name, count in collections.Counter(names).items():
        if count > 1:
            raise SystemExit(f"{path}: {name} has {count} lines")
    return functions


def newest_symbol(function):
    """The first symbol of a function's newest version."""
    ending = re.search(r"_\w+$", function.versions)
    return function.name + (ending.group() if ending else "")


def interface_of(functions):
    """The prefix of the names of a table."""
    plain = [function.name for function in functions if not function.name.startswith("__")]
    return next(prefix for prefix in PREFIXES if all(name.startswith(prefix) for name in plain))


# ---- the runtime interfaces: symbols with nodes -------------------------------------------------

def node_name(version):
    return {"own": "hipinterop_1", "12": "libcudart.so.12", "13": "libcudart.so.13"}.get(
        version, "hip_" + version)


def node_order(version):
    """Own functions come last."""
    return (1,) if version == "own" else (0, *map(int, version.split(".")))


def symbols_of(function):
    """(symbol, version) of each symbol of a runtime's function."""
    ending, _, version = function.twin.partition("@")
    for since in function.versions.split(","):
        yield function.name, since
        if ending != "-":
            yield f"{function.name}_{ending}", version or since


def nodes_of(functions):
    """{version: its symbols}, the oldest version first."""
    nodes = collections.defaultdict(set)
    for function in functions:
        for symbol, version in symbols_of(function):
            nodes[version].add(symbol)
    return {version: sorted(nodes[version]) for version in sorted(nodes, key=node_order)}


def newest(functions):
    """The symbols and nodes of the table's own library: of CUDA 13, or of all nodes."""
    nodes = nodes_of(functions)
    nodes.pop("12", None)
    return nodes


# ---- the driver interface: entries with numbers -------------------------------------------------

Entry = collections.namedtuple("Entry", "name since is_own symbol is_found")


def entries_of(functions):
    """The entries of the driver interface, sorted by name, version and kind of default stream. A
    version that is older than second symbols has one only if it is the last."""
    entries = []
    for function in functions:
        versions = re.findall(r"(!?)(\d+)(_\w+)?", function.versions)
        for hidden, since, ending in versions:
            since, symbol = int(since), function.name + ending
            entries.append(Entry(function.name, since, False, symbol, not hidden))
            if function.twin != "-" and (since >= SINCE_TWINS
                                         or (hidden, str(since), ending) == versions[-1]):
                entries.append(Entry(function.name, max(since, SINCE_TWINS), True,
                                     f"{symbol}_{function.twin}", not hidden))
    return sorted(entries)


def exports_of(functions):
    """All exported symbols of a table's own library, sorted."""
    if interface_of(functions) == "cu":
        return sorted({entry.symbol for entry in entries_of(functions)})
    return sorted(symbol for symbols in newest(functions).values() for symbol in symbols)


# ---- what is written ----------------------------------------------------------------------------

def script(nodes):
    """A version script; each node inherits from the one before it."""
    text, before = "", ""
    for node, symbols in nodes.items():
        text += (node + " " if node else "") + "{\nglobal:\n"
        text += "".join(f"    {symbol};\n" for symbol in symbols)
        text += ("" if before else "local:\n    *;\n") + "}" + before + ";\n"
        before = " " + node
    return text


def write_map(functions, node=None):
    if interface_of(functions) == "cu":
        return write_plain(functions)
    nodes = {node_name(version): symbols for version, symbols in nodes_of(functions).items()}
    if node is not None:
        return script({node: nodes[node]})
    return script({node_name(version): symbols for version, symbols in newest(functions).items()})


def write_plain(functions, beginning=""):
    return script({"": [symbol for symbol in exports_of(functions) if symbol.startswith(beginning)]})


def neutral_names(functions, names):
    """{neutral name: the interface's} of a set of neutral names."""
    prefix, found = interface_of(functions), {}
    for function in functions:
        of, _, stem = function.neutral.partition(":")
        if of == names:
            neutral = "gpu" + (stem or function.name[len(prefix):])
            found[neutral] = function.name
            if names == "front" and prefix != "cu" and function.twin != "-":
                found[neutral + "_per_thread"] = function.name + "_" + function.twin.split("@")[0]
    return found


def write_names(functions, names):
    """The driver interface needs no names of second symbols: its header chooses symbols."""
    return "".join(f"#define {neutral} {name}\n"
                   for neutral, name in sorted(neutral_names(functions, names).items()))


def write_all_names(functions):
    """For tests that are compiled for several interfaces. A header chooses symbols."""
    prefix = interface_of(functions)
    return "".join(f"#define gpu{function.name[len(prefix):]} {function.name}\n"
                   for function in functions
                   if not function.name.startswith("__") and function.versions != "12")


def write_twins(functions):
    """A second symbol has the type of the first."""
    return "".join(f"extern __typeof__({function.name}) {function.name}_{function.twin};\n"
                   for function in functions if not function.name.startswith("__")
                   and function.twin != "-" and "13" in function.versions.split(","))


def write_symbols(functions):
    rows = sorted((symbol, node_name(version)) for version, symbols in newest(functions).items()
                  for symbol in symbols)
    return "".join(f'{{ "{symbol}", "{node}" }},\n' for symbol, node in rows)


def write_entries(functions):
    found = [entry for entry in entries_of(functions) if entry.is_found]
    text = "".join(f"void {symbol}(void);\n" for symbol in sorted({row.symbol for row in found}))
    text += "static const struct gicu_entry entries[] = {\n"
    for row in found:
        text += f'    {{ "{row.name}", {row.since}, {str(row.is_own).lower()}, {row.symbol} }},\n'
    return text + "};\n"


def write_exports(functions):
    return "".join(symbol + "\n" for symbol in exports_of(functions))


WRITERS = {"--map": write_map, "--plain": write_plain, "--names": write_names,
           "--all-names": write_all_names, "--twins": write_twins, "--symbols": write_symbols, "--entries": write_entries,
           "--exports": write_exports}


def main():
    table, out, what, *rest = sys.argv[1:]
    text = WRITERS[what](read(table), *rest)
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
