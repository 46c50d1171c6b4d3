#!/usr/bin/env python3
"""The rules of the house, checked on the sources.

    rules.py ROOT      checks the tree at ROOT, prints one line for each offender
    rules.py           with --list prints the rules

An offender with a good reason stands in reasons.txt, one line each: RULE PATH[:NAME] REASON.
A reason that excuses nothing is an offender itself, so the list never outlives its causes.
"""
import collections
import difflib
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import documents  # noqa: E402
import function_lists  # noqa: E402
import public_headers  # noqa: E402
import sentences  # noqa: E402
import source  # noqa: E402

FUNCTION_LINES = 80
LIBRARY_FUNCTION_LINES = 60
LIBRARY = ("core/", "drivers/", "api_cuda/", "api_hip/", "include/")
FILE_LINES = 800
STATIC_FILES = 3
TWIN_LINES = 200
COLUMNS = 100
AREAS = ("core", "api_cuda", "api_hip", "drivers", "include", "tests", "docs")
TOP_LEVEL = set(AREAS) | {"meson.build", "meson_options.txt", "README.md", "LICENSE", "run"}
C_SUFFIXES = (".c", ".h", ".cpp", ".hpp")
CODE_SUFFIXES = C_SUFFIXES + (".py", ".sh", ".comp", ".glsl")
TEXT_SUFFIXES = CODE_SUFFIXES + (".md", ".txt", ".build", ".in", ".map", ".json", ".cmake", ".supp")

CUDA = r"(?:(?i:\w*cuda\w*)|gicuda_\w*|CU[a-z]\w*|CU_\w+|cu[A-Z]\w*|nvrtc\w*)"
HIP = r"(?:hip[A-Z]\w*|HIP\w*|\w+_hip(?:_\w+)?|hip_\w+|gihip_\w*|hip)"
VULKAN = r"(?:(?i:\w*vulkan\w*)|[Vv]k[A-Z]\w*|VK_\w+|PFN_vk\w*|givk_\w*|\w+_vk(?:_\w+)?|vk_\w+)"
DRM = r"(?:drm[A-Z]\w*|DRM_\w+|amdgpu_\w*|AMDGPU_\w*|giamd_\w*|(?i:libdrm\w*))"

# Seen from the front ends, whose vendors have names such as cudaDevAttrVulkanCigSupported.
CUDA_CALLS = r"(?:cuda[A-Z]\w*|CUDA_\w+|gicuda_\w*)"
HIP_CALLS = r"(?:hip[A-Z]\w*|HIP_\w+|gihip_\w*)"
VULKAN_CALLS = r"(?:[Vv]k[A-Z]\w*|VK_\w+|PFN_vk\w*|givk_\w*)"

# What a driver sees of the core.
DRIVER_ROOMS = ("core/base/", "core/contract/")

# The walls: folder, the names it must not use, the folders of this tree it may include from.
# Names are looked for in code and, as the vendors spell them, in strings; comments are free.
WALLS = (
    ("core/", (CUDA, HIP, VULKAN, DRM), ("core/", "include/gpuinterop.h")),
    ("api_cuda/", (HIP_CALLS, VULKAN_CALLS, DRM),
     ("api_cuda/", "core/", "include/cuda/", "include/gpuinterop.h")),
    ("api_hip/", (CUDA_CALLS, VULKAN_CALLS, DRM),
     ("api_hip/", "core/", "include/hip/", "include/gpuinterop.h")),
    ("drivers/vulkan/", (CUDA, HIP), ("drivers/vulkan/", *DRIVER_ROOMS)),
    ("drivers/gl/", (CUDA, HIP, VULKAN, DRM), ("drivers/gl/", *DRIVER_ROOMS)),
    ("drivers/layer/", (CUDA, HIP), ("drivers/layer/", "core/base/", "core/queue/host_semaphore.h")),
    ("drivers/trace_layer/", (CUDA, HIP),
     ("drivers/trace_layer/", "drivers/layer/", "core/base/", "core/trace/")),
    ("drivers/amdgpu/", (CUDA, HIP, VULKAN), ("drivers/amdgpu/", *DRIVER_ROOMS)),
    ("drivers/", (CUDA, HIP), ("drivers/", *DRIVER_ROOMS)),
    ("include/cuda/", (HIP_CALLS, VULKAN_CALLS, DRM), ("include/cuda/", "include/gpuinterop_device/")),
    ("include/hip/", (CUDA_CALLS, VULKAN_CALLS, DRM), ("include/hip/", "include/gpuinterop_device/")),
    ("include/gpuinterop_device/", (CUDA_CALLS, HIP_CALLS, VULKAN_CALLS, DRM),
     ("include/gpuinterop_device/",)),
    ("include/", (CUDA, HIP, VULKAN, DRM), ("include/gpuinterop.h",)),
)

# What is compiled once for each interface: it lies in the core, above all that the core is.
FRONT = "core/front/"
ABOVE_FRONT = (FRONT, "api_cuda/", "api_hip/")
NAMES_HEADERS = ("front_names.h", "front_driver_names.h")
IN_STRINGS = re.compile(
    r"\b(?:cuda[A-Z]\w+|cu[A-Z][a-z]\w+|CUDA_\w+|hip[A-Z]\w+|HIP_\w+|vk[A-Z]\w+|VK_\w+"
    r"|drm[A-Z]\w+|amdgpu_\w+)\b")
SYSTEM_INCLUDES = {
    CUDA: re.compile(r"^(cuda|nvrtc)"), CUDA_CALLS: re.compile(r"^(cuda|nvrtc)"),
    HIP: re.compile(r"^hip"), HIP_CALLS: re.compile(r"^hip"),
    VULKAN: re.compile(r"^(vulkan|vk_)"), VULKAN_CALLS: re.compile(r"^(vulkan|vk_)"),
    DRM: re.compile(r"drm|amdgpu"),
}
# A path of somebody's own machine. Written so that this line does not match itself.
MACHINE_PATH = re.compile(r"(?<![\w.$}{)*-])/(?:[h]ome|[U]sers|[r]oot|[w]ork|[w]orkspace)/\w")
MARKER = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")


class Tree:
    """The files of a tree and the offenders found in it."""

    def __init__(self, root):
        self.root = root
        self.offenders = []
        self.paths = sorted(self._walk())
        self._texts = {}

    def _walk(self):
        for area in AREAS:
            for folder, subfolders, names in os.walk(os.path.join(self.root, area)):
                subfolders[:] = [s for s in subfolders if s != "__pycache__"]
                for name in names:
                    if not name.endswith(".pyc"):
                        yield os.path.relpath(os.path.join(folder, name), self.root)
        for name in ("meson.build", "meson_options.txt", "README.md", "run", ".ci/run"):
            if os.path.isfile(os.path.join(self.root, name)):
                yield name

    def text(self, path):
        if path not in self._texts:
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                self._texts[path] = file.read()
        return self._texts[path]

    def files(self, suffixes, folder=""):
        """Paths with one of the suffixes (or none at all: scripts) at or below folder."""
        for path in self.paths:
            base = os.path.basename(path)
            if folder and not path.startswith(folder + "/"):
                continue
            if path.endswith(suffixes) or (suffixes is not C_SUFFIXES and "." not in base):
                yield path

    def offend(self, rule, path, line, text, name=None):
        self.offenders.append((rule, path, line, name, text))


def wall_of(path):
    """The first, that is the narrowest, wall that a path stands behind."""
    for folder, banned, allowed in WALLS:
        if path.startswith(folder):
            return folder, banned, allowed
    return None


def rule_names(tree):
    """A folder uses no name that belongs to a folder beside or below it."""
    for path in tree.files(C_SUFFIXES):
        wall = wall_of(path)
        if not wall:
            continue
        folder, banned, _ = wall
        pattern = re.compile(r"\b(?:" + "|".join(banned) + r")\b")
        text = tree.text(path)
        code = source.strip_comments(text, strings=True)
        for number, line in enumerate(code.split("\n"), 1):
            if re.match(r"\s*#\s*include", line):
                continue
            match = pattern.search(line)
            if match:
                tree.offend("names", path, number, f"{match.group(0)} does not belong in {folder}",
                            match.group(0))
        for number, string in source.strings_of(text):
            match = IN_STRINGS.search(string)
            if match and pattern.search(match.group(0)):
                tree.offend("names", path, number,
                            f"a string names {match.group(0)}, which does not belong in {folder}",
                            match.group(0))


def rule_includes(tree):
    """A folder includes only what is below it."""
    known = set(tree.paths)
    for path in tree.files(C_SUFFIXES):
        wall = wall_of(path)
        if not wall:
            continue
        folder, banned, allowed = wall
        for number, kind, name in source.includes(tree.text(path)):
            if kind == '"':
                found = _resolve(known, path, name)
                if found and (not found.startswith(allowed) or
                              found.startswith(FRONT) and not path.startswith(ABOVE_FRONT)):
                    tree.offend("includes", path, number, f"{folder} may not include {found}", name)
                if found:
                    continue
            for names in banned:
                if SYSTEM_INCLUDES[names].search(name):
                    tree.offend("includes", path, number, f"{folder} may not include {name}", name)


def _resolve(known, path, name):
    """The file of this tree that a quoted include means, or None."""
    folders = (os.path.dirname(path), "core/front", "core", "include/cuda", "include/hip", "include", "drivers",
               "")
    for folder in folders:
        candidate = os.path.normpath(os.path.join(folder, name))
        if candidate in known:
            return candidate
    return None


def rule_function_length(tree):
    """No function is longer than FUNCTION_LINES lines, none of the library than
    LIBRARY_FUNCTION_LINES."""
    for path in tree.files(C_SUFFIXES):
        most = LIBRARY_FUNCTION_LINES if path.startswith(LIBRARY) else FUNCTION_LINES
        for name, first, last in source.functions(tree.text(path)):
            if name is None:
                tree.offend("function-length", path, last, "braces do not balance", "braces")
            elif last - first + 1 > most:
                tree.offend("function-length", path, first,
                            f"{name} has {last - first + 1} lines, {most} are allowed",
                            name)


def rule_static_names(tree):
    """At most STATIC_FILES .c files of the library share the name of a static function."""
    places = collections.defaultdict(dict)
    for path in tree.files((".c",)):
        if path.startswith(LIBRARY):
            for name, line in source.static_functions(tree.text(path)):
                places[name][path] = line
    for name, lines in sorted(places.items()):
        if len(lines) > STATIC_FILES:
            path = max(lines)
            tree.offend("static-names", path, lines[path],
                        f"{name} stands in {len(lines)} files, {STATIC_FILES} may share a name: "
                        + ", ".join(sorted(lines)), name)


def rule_file_length(tree):
    """No source file is longer than FILE_LINES lines."""
    for path in tree.files(CODE_SUFFIXES):
        count = tree.text(path).count("\n")
        if count > FILE_LINES:
            tree.offend("file-length", path, count, f"{count} lines, {FILE_LINES} are allowed")


def rule_columns(tree):
    """C lines end at COLUMNS columns and have no tabs."""
    for path in tree.files(C_SUFFIXES):
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            if len(line) > COLUMNS:
                tree.offend("columns", path, number, f"{len(line)} columns, {COLUMNS} are allowed")
            elif "\t" in line or line != line.rstrip():
                tree.offend("columns", path, number, "a tab or a space at the end of the line")


def rule_headers(tree):
    """Every .c of the core has the .h of its name beside it; those of core/front/ define what stands
    in public headers."""
    known = set(tree.paths)
    for path in tree.files((".c",), "core"):
        if path.endswith(".c") and path[:-2] + ".h" not in known and not path.startswith(FRONT):
            tree.offend("headers", path, 1, "has no header of its name")


def rule_front_lists(tree):
    """A folder of core/front/ says who compiles it: its .c files stand in one list of the meson.build,
    and no others do."""
    path = FRONT + "meson.build"
    text = tree.text(path) if path in tree.paths else ""
    sources = {source[len(FRONT):] for source in tree.files((".c",), FRONT.rstrip("/"))}
    lists = {name: set(re.findall(r"'([^']+\.c)'", files))
             for name, files in re.findall(r"^(\w+) = files\(([^)]*)\)", text, re.M)}
    listed = set().union(*lists.values())
    for name in sorted(listed ^ sources if text else ()):
        tree.offend("front-lists", path, 1, f"{name} is not both there and in a list", name)
    for name, files in sorted(lists.items()):
        folders = sorted({os.path.dirname(file) for file in files})
        if len(folders) > 1:
            tree.offend("front-lists", path, 1, f"{name} has files of {', '.join(folders)}", name)
    for folder in sorted({os.path.dirname(file) for file in listed}):
        of = sorted(name for name, files in lists.items()
                    if any(os.path.dirname(file) == folder for file in files))
        if len(of) > 1:
            tree.offend("front-lists", path, 1, f"{folder} stands in {', '.join(of)}", folder)


def rule_machine_paths(tree):
    """No path of a developer's machine."""
    for path in tree.files(TEXT_SUFFIXES):
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            match = MACHINE_PATH.search(line)
            if match:
                tree.offend("machine-paths", path, number, "names a path of one machine: "
                            + line[match.start():match.end() + 20].strip())


GROUP = re.compile(r"cmocka_run_group_tests\w*\([^;]*,\s*(\w+)\s*\)")


def rule_teardowns(tree):
    """No group of tests ends in a teardown: cmocka takes no notice of one that fails."""
    for path in tree.files((".c",), "tests"):
        text = tree.text(path)
        for match in GROUP.finditer(text):
            if match.group(1) != "NULL":
                tree.offend("teardowns", path, text.count("\n", 0, match.start()) + 1,
                            f"{match.group(1)}: what fails there fails no test, a last case does")


OPCODE_TEST = re.compile(r"(?:\bcase|[=!]=)\s*GI_PTX_OP_\w+")


def rule_opcodes(tree):
    """Analyses of kernels list no opcodes: they ask for facts, which opcode_list.h has."""
    for folder in ("core/kernel/translate/analyse", "core/kernel/translate/cfg"):
        for path in tree.files(C_SUFFIXES, folder):
            text = source.strip_comments(tree.text(path))
            for match in OPCODE_TEST.finditer(text):
                tree.offend("opcodes", path, text.count("\n", 0, match.start()) + 1,
                            f"{match.group(0)}: a fact (ptx/facts.h) says what it is about")


# Who sees the structs of PTX: the translator, what reads code, and the program that shows passes.
PTX_ROOMS = ("core/kernel/", "core/code/", "core/translate/")
PTX_STRUCT = re.compile(r"^struct gi_ptx_\w+ \{", re.MULTILINE)
PTX_SOURCES = 80


def sees_ptx(tree, files):
    """{file that sees a struct of PTX: the line of the include that shows it, or None: its own}"""
    known = set(files)
    includes = {path: [(number, _resolve(known, path, name))
                       for number, kind, name in source.includes(tree.text(path)) if kind == '"']
                for path in files}
    seen = {path: None for path in files
            if path.endswith(".h") and PTX_STRUCT.search(tree.text(path))}
    grows = True
    while grows:
        found = {path: number for path in files if path not in seen
                 for number, included in includes[path] if included in seen}
        seen.update(found)
        grows = bool(found)
    return seen


def rule_ptx_structs(tree):
    """Launches, streams and drivers see no struct of PTX, and fewer than PTX_SOURCES sources do."""
    files = [path for path in tree.files(C_SUFFIXES) if path.startswith(LIBRARY)]
    seen = sees_ptx(tree, files)
    for path in sorted(seen):
        if not path.startswith(PTX_ROOMS):
            tree.offend("ptx-structs", path, seen[path] or 1,
                        "sees a struct of PTX: struct gi_code_kernel describes kernels")
    count = sum(path.endswith(".c") for path in seen)
    if count >= PTX_SOURCES:
        tree.offend("ptx-structs", "core/kernel/translate", 1,
                    f"{count} sources see a struct of PTX, fewer than {PTX_SOURCES} are allowed")


MULTICAST_CALL = re.compile(r"\bcuMulticast[A-Z]\w*\s*\(")
MULTICAST_GUARDS = ("multicast_guard()", '#include "multicast.h"')


def rule_multicast_guards(tree):
    """A program that calls cuMulticast* looks first whose it is: the vendor's is never called."""
    for folder in ("tests", "docs"):
        for path in tree.files((".c", ".py"), folder):
            text = tree.text(path)
            match = MULTICAST_CALL.search(text)
            if match and not any(guard in text for guard in MULTICAST_GUARDS):
                tree.offend("multicast-guards", path, text.count("\n", 0, match.start()) + 1,
                            "calls it without multicast_guard.h")


DRIVER_CALL = re.compile(r"\b(?:ops|(?:driver->)?(?:device|waiter|memory|image|texture|kernel|semaphore|queue))"
                         r"->(?:open|close|memory_budget|calibrate|init|wait|wake|finish|allocate|import|export|"
                         r"allocate_exportable|wrap_host|reserve|place|bind|create|query|query_submitted|"
                         r"try_consume|capture|signal|submit)\s*\(|\bdriver->(?:enumerate|list_unfit)\s*\(")


def rule_driver_calls(tree):
    """The core calls drivers by core/contract/calls.h alone, so that the exit can wait for each call."""
    for path in tree.files((".c",), "core"):
        if path == "core/contract/calls.c":
            continue
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            match = DRIVER_CALL.search(line)
            if match:
                tree.offend("driver-calls", path, number,
                            f"{match.group(0)}...): calls a driver without core/contract/calls.h")


def rule_markers(tree):
    """No marker of unfinished work."""
    for path in tree.files(TEXT_SUFFIXES):
        for number, line in enumerate(tree.text(path).split("\n"), 1):
            match = MARKER.search(line)
            if match:
                tree.offend("markers", path, number, f"unfinished: {match.group(0)}")


def rule_top_level(tree):
    """The top level holds what was agreed and nothing else."""
    try:
        listed = subprocess.run(["git", "-C", tree.root, "ls-files", "--cached", "--others",
                                 "--exclude-standard"], check=True, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    except (OSError, subprocess.CalledProcessError):
        print("top-level: not checked, this is no git checkout")
        return
    entries = {line.split("/")[0] for line in listed.split("\n") if line}
    for entry in sorted(entries):
        if not entry.startswith(".") and entry not in TOP_LEVEL:
            tree.offend("top-level", entry, 1, "does not belong at the top level")


def neutral(line):
    """The line as it would stand in core/front/."""
    line = re.sub(r"(?:cuda|hip)(?=[A-Z_])", "gpu", line).replace("CUDA", "GPU").replace("HIP", "GPU")
    return re.sub(r"\b(?:struct|enum) (?=gpu)", "", line).strip()


def pieces(tree, folder):
    """{name: lines} of a front end's functions, and of each file's rest under the file's name.
    Blank lines, lone braces and comments count for nothing, nor do the headers of names."""
    found = collections.defaultdict(list)
    for path in tree.files(C_SUFFIXES, folder):
        base = os.path.basename(path)
        if base in NAMES_HEADERS or "/" in path[len(folder) + 1:]:
            continue
        text = tree.text(path)
        lines = [neutral(line) for line in source.strip_comments(text).split("\n")]
        rest = set(range(len(lines)))
        for name, first, last in source.functions(text):
            span = range(first - 1, last)
            found[neutral(name or base)] += [lines[i] for i in span if len(lines[i]) > 1]
            rest -= set(span)
        found[base] += [lines[i] for i in sorted(rest)
                        if len(lines[i]) > 1 and not lines[i].startswith("#include")]
    return found


def twin_lines(tree):
    """{name: lines that two front ends have alike} of the pieces that both have."""
    one, other = pieces(tree, "api_cuda"), pieces(tree, "api_hip")
    counts = {}
    for name in sorted(set(one) & set(other)):
        matcher = difflib.SequenceMatcher(None, one[name], other[name], autojunk=False)
        counts[name] = sum(block.size for block in matcher.get_matching_blocks())
    return counts


def rule_twins(tree):
    """The front ends have at most TWIN_LINES lines alike; what both have lies in core/front/."""
    counts = twin_lines(tree)
    total = sum(counts.values())
    if total > TWIN_LINES:
        worst = sorted(counts, key=counts.get, reverse=True)[:5]
        tree.offend("twins", "api_hip", 1, f"{total} lines are as in api_cuda, {TWIN_LINES} are "
                    "allowed; most in " + ", ".join(f"{name} ({counts[name]})" for name in worst))


RULES = (rule_names, rule_includes, rule_function_length, rule_static_names, rule_file_length,
         rule_columns, rule_headers, rule_front_lists, rule_twins, rule_machine_paths, rule_teardowns, rule_opcodes,
         rule_ptx_structs, rule_multicast_guards, rule_driver_calls, rule_markers, rule_top_level,
         function_lists.rule_front_names, function_lists.rule_function_lists,
         function_lists.rule_begins, function_lists.rule_capture,
         public_headers.rule_public_functions, public_headers.rule_comment_sentences, sentences.rule_sentence_subjects)


def read_reasons(path):
    """{(rule, path, name or None): reason}"""
    reasons = {}
    if not os.path.exists(path):
        return reasons
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            fields = line.split(None, 2)
            if len(fields) < 3 or len(fields[2].split()) < 3:
                sys.exit(f"{path}: '{line.strip()}' gives no reason")
            where, _, name = fields[1].partition(":")
            reasons[(fields[0], where, name or None)] = fields[2].strip()
    return reasons


def check(root):
    """The offenders of the tree at root, as lines of text."""
    tree = Tree(root)
    for rule in RULES:
        rule(tree)
    reasons = read_reasons(os.path.join(root, "tests/rules/reasons.txt"))
    used = set()
    lines = []
    for rule, path, line, name, text in tree.offenders:
        keys = {(rule, path, None), (rule, path, name)} & set(reasons)
        used |= keys
        if not keys:
            lines.append(f"{path}:{line}: {rule}: {text}")
    for rule, path, name in sorted(set(reasons) - used, key=str):
        where = path + (f":{name}" if name else "")
        lines.append(f"tests/rules/reasons.txt: {rule} {where}: excuses nothing any more")
    return lines, len(tree.paths)


RULES += documents.RULES


def main():
    if sys.argv[1:] == ["--list"]:
        for rule in RULES:
            print(f"{rule.__name__[5:].replace('_', '-')}: {rule.__doc__}")
        return 0
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    lines, count = check(sys.argv[1])
    for line in lines:
        print(line)
    print(f"{count} files, {len(RULES)} rules, {len(lines)} offenders")
    return 1 if lines or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
