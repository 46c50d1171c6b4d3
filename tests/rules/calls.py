#!/usr/bin/env python3
"""The calls between the files of a folder, read off the built objects, and their includes.

    calls.py ROOT FOLDER OBJECTS     checks ROOT/FOLDER, built in the folder OBJECTS
    calls.py --self-test CC...       shows that each check finds a planted offender

Four checks: a file of a folder in ROOMS stands in one of its rooms; a room calls only rooms that
stand before it; a room of the core includes only headers of these; no more than CIRCLE files call
each other in a circle. core/wiring.c holds the calls that go upwards: each is a member of one table.
"""
import os
import re
import subprocess
import sys
import tempfile

ROOMS = {
    "core": ("base", "base/host", "base/disk", "clang", "rtc",
             "kernel/container", "kernel/print", "kernel/target", "kernel/translate/ptx",
             "kernel/heap",
             "kernel/translate/cfg", "kernel/translate/spirv", "kernel/translate/analyse",
             "kernel/translate/emit/value", "kernel/translate/emit/space",
             "kernel/translate/emit/number", "kernel/translate/emit/warp",
             "kernel/translate/emit/access", "kernel/translate/emit", "kernel/translate",
             "kernel/reflect", "contract", "trace",
             "cards", "queue", "memory", "stream/wait", "stream/rules", "stream", "graph",
             "arrays", "pools", "ranges", "carry", "ops", "share", "graphics",
             "device", "context", "code", "module", "graph/exec", "graph/capture", "hints"),
    "drivers/vulkan": ("loader", "plan", "sync", "memory", "pipeline", "image", "texture", "kernel",
                       "queue", "device"),
}
WIRING = "core/wiring.c"
CIRCLE = 3


def sources_of(root, folder):
    """{name of an object: path of its source}; meson names objects after the way to the source."""
    found = {}
    for place, _, names in os.walk(os.path.join(root, folder)):
        for name in names:
            path = os.path.relpath(os.path.join(place, name), root)
            if name.endswith(".c"):
                found[path.replace(os.sep, "_") + ".o"] = path
                found[os.path.relpath(path, folder).replace(os.sep, "_") + ".o"] = path
    return found


def symbols_of(paths):
    """{path: (names that the object defines, names that it wants)}; nm is started once."""
    found = {path: (set(), set()) for path in paths}
    text = subprocess.run(["nm", "-A", *paths], check=True, text=True,
                          stdout=subprocess.PIPE).stdout if paths else ""
    for path, _, symbol in (line.rpartition(":") for line in text.split("\n") if line.strip()):
        fields = symbol.split()
        if fields[-2] == "U":
            found[path][1].add(fields[-1])
        elif fields[-2] in "TDBRC":
            found[path][0].add(fields[-1])
    return found


def read_calls(sources, objects):
    """{source: {called source: [symbols]}} of the objects that have a source in the folder."""
    owner, wants = {}, {}
    paths = {os.path.join(objects, name): sources[name] for name in sorted(os.listdir(objects))
             if name in sources}
    for path, (defined, wanted) in symbols_of(paths).items():
        wants[paths[path]] = wanted
        owner.update({symbol: paths[path] for symbol in defined})
    calls = {path: {} for path in wants}
    for path, symbols in wants.items():
        for symbol in sorted(symbols):
            if owner.get(symbol, path) != path:
                calls[path].setdefault(owner[symbol], []).append(symbol)
    return calls


def reached_from(calls, start):
    seen, left = set(), [start]
    while left:
        for path in calls[left.pop()]:
            if path not in seen:
                seen.add(path)
                left.append(path)
    return seen


def circles_of(calls):
    """The sets of files that call each other, directly or not."""
    reached = {path: reached_from(calls, path) for path in calls}
    found = []
    for path in sorted(calls):
        circle = sorted(other for other in reached[path] if path in reached[other])
        if circle and circle not in found:
            found.append(circle)
    return found


def room_of(path, folder):
    room = os.path.relpath(os.path.dirname(path), folder)
    return room if room in ROOMS[folder] else None


def check_rooms(calls, folder):
    complaints = []
    order = ROOMS[folder].index
    for path in sorted(calls):
        room = room_of(path, folder)
        if room is None and path != WIRING:
            complaints.append(f"{path}: rooms: stands in no room of {folder}/ (calls.py lists "
                              "them)")
        for called in sorted(calls[path]):
            target = room_of(called, folder)
            if room is None or target is None:
                continue
            if order(target) > order(room):
                complaints.append(f"{path}: upwards: {room} calls {', '.join(calls[path][called])}"
                                  f" of {called}")
    return complaints


def included_by(root, path):
    """The files of core/ that a file includes, as paths below root."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        names = re.findall(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', file.read(), re.MULTILINE)
    for name in names:
        places = (os.path.join(os.path.dirname(path), name), os.path.join("core", name))
        found = [place for place in map(os.path.normpath, places)
                 if os.path.exists(os.path.join(root, place))]
        if found:
            yield found[0]


def check_includes(root):
    complaints = []
    order = ROOMS["core"].index
    for place, _, names in sorted(os.walk(os.path.join(root, "core"))):
        for name in sorted(name for name in names if name.endswith((".c", ".h"))):
            path = os.path.relpath(os.path.join(place, name), root)
            room = room_of(path, "core")
            if room is None:
                continue
            for included in included_by(root, path):
                target = room_of(included, "core")
                if target and order(target) > order(room):
                    complaints.append(f"{path}: includes: {room} includes {included}")
    return complaints


def check(root, folder, objects):
    calls = read_calls(sources_of(root, folder), objects)
    complaints = [] if calls else [f"{objects}: objects: holds no object of {folder}"]
    calls = {path: calls[path] for path in calls if path != WIRING}
    for path in calls:
        calls[path].pop(WIRING, None)
    if folder in ROOMS:
        complaints += check_rooms(calls, folder)
    if folder == "core":
        complaints += check_includes(root)
    for circle in circles_of(calls):
        if len(circle) > CIRCLE:
            complaints.append(f"{folder}: circle: {len(circle)} files call each other: "
                              + ", ".join(circle))
    return complaints, len(calls)


# ---- self test ----------------------------------------------------------------------------------

def ring(count, room):
    return {f"core/{room}/r{i}.c": f"int r{(i + 1) % count}(void);\n"
            f"int r{i}(void) {{ return r{(i + 1) % count}(); }}\n" for i in range(count)}


PLANTED = (
    (None, {"core/stream/a.c": "int b(void);\nint a(void) { return b(); }\n",
            "core/stream/wait/b.c": "int b(void) { return 1; }\n"}),
    (None, {"core/memory/a.c": "int b(void);\nint a(void) { return b(); }\n",
            "core/base/b.c": "int b(void) { return 1; }\n"}),
    (None, ring(CIRCLE, "stream")),
    (None, {WIRING: "int b(void);\nint (*gi_wiring)(void) = b;\n",
            "core/base/a.c": "extern int (*gi_wiring)(void);\nint a(void) { return gi_wiring(); }\n",
            "core/ops/b.c": "int a(void);\nint b(void) { return a(); }\n"}),
    ("upwards", {"core/base/a.c": "int b(void);\nint a(void) { return b(); }\n",
                 "core/memory/b.c": "int b(void) { return 1; }\n"}),
    ("upwards", {"core/stream/wait/a.c": "int b(void);\nint a(void) { return b(); }\n",
                 "core/stream/b.c": "int b(void) { return 1; }\n"}),
    (None, {"drivers/vulkan/queue/a.c": "int b(void);\nint a(void) { return b(); }\n",
            "drivers/vulkan/memory/b.c": "int b(void) { return 1; }\n"}),
    ("upwards", {"drivers/vulkan/memory/a.c": "int b(void);\nint a(void) { return b(); }\n",
                 "drivers/vulkan/queue/b.c": "int b(void) { return 1; }\n"}),
    ("rooms", {"drivers/vulkan/a.c": "int a(void) { return 1; }\n"}),
    (None, {"core/stream/a.c": '#include "b.h"\n#include "memory/c.h"\nint a(void) { return B; }\n',
            "core/stream/b.h": "#define B 1\n", "core/memory/c.h": "", "core/ops/b.h": ""}),
    ("includes", {"core/stream/a.c": '# include "ops/b.h"\nint a(void) { return 1; }\n',
                  "core/ops/b.h": ""}),
    ("includes", {"core/memory/a.c": "int a(void) { return 1; }\n",
                  "core/memory/a.h": '#include "../stream/b.h"\n', "core/stream/b.h": ""}),
    ("rooms", {"core/a.c": "int a(void) { return 1; }\n"}),
    ("rooms", {"core/attic/a.c": "int a(void) { return 1; }\n"}),
    ("circle", ring(CIRCLE + 1, "stream")),
    ("objects", {}),
)


def plant(compiler, files):
    with tempfile.TemporaryDirectory() as root:
        objects, sources = os.path.join(root, "objects"), []
        os.mkdir(objects)
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
            if path.endswith(".c"):
                sources.append(path)
        for path in sources:
            subprocess.run([*compiler, "-I", os.path.join(root, "core"), "-c",
                            os.path.join(root, path), "-o",
                            os.path.join(objects, path.replace("/", "_") + ".o")], check=True)
        folder = next((name for name in ROOMS if any(path.startswith(name) for path in files)), "core")
        return check(root, folder, objects)[0]


def self_test(compiler):
    failures = 0
    for wanted, files in PLANTED:
        complaints = plant(compiler, files)
        good = not complaints if wanted is None else (
            len(complaints) == 1 and f": {wanted}: " in complaints[0])
        if not good:
            failures += 1
            print(f"wanted {wanted}, got {complaints} for {sorted(files)}")
    print(f"{len(PLANTED)} cases, {failures} failures")
    return failures != 0


def main():
    if sys.argv[1] == "--self-test":
        return self_test(sys.argv[2:])
    complaints, count = check(*sys.argv[1:4])
    print("\n".join(complaints + [f"{count} files, {len(complaints)} offenders"]))
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
