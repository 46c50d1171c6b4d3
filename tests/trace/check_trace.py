#!/usr/bin/env python3
"""The timeline of a program of this machine, and the program gpuinterop-trace.

    check_trace.py tool GPUINTEROP-TRACE
    check_trace.py record GPUINTEROP-TRACE PROGRAM...
    check_trace.py vulkan GPUINTEROP-TRACE PROGRAM...
    check_trace.py exchange GPUINTEROP-TRACE PROGRAM...
    check_trace.py viewer GPUINTEROP-TRACE PROGRAM...
    check_trace.py view TIMELINE
    check_trace.py off LIBRARY

tool: timelines of two processes are laid over each other, damaged files are survived. record: the
program runs with GPUINTEROP_TRACE, and its timelines are checked by reader.py. vulkan: it is
tests/layer/traced.c. exchange: Vulkan and a stream pass frames to each other, and each wait has
its arrow. viewer: the importer of chrome://tracing reads the program's timelines, and finds all slices, tracks and
arrows; view: the same with a file. It needs node and the package golang-1.19-src, or of a newer Go, which has that
viewer's code (viewer.js). off: without a timeline, each look of the library for one is two instructions."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import reader

HEAD = '{"ph":"M","pid":%d,"tid":7,"name":"thread_name","args":{"name":"device 0 stream 7"}},\n'
SLICE = ('{"ph":"X","pid":%d,"tid":7,"ts":%d.000,"dur":%d.500,"cat":"%s","name":"%s","args":'
         '{"operation":1,"stream":7,"times":"device","semaphore":"%s","value":%d}},\n')
COPY = ('{"ph":"X","pid":1,"tid":7,"ts":900.000,"dur":3.000,"cat":"copy","name":"copy","args":'
        '{"operation":2,"stream":7,"times":"device","bytes":4096,"route":"from pageable memory"}},\n')


def fail(words):
    sys.exit(f"check_trace: {words}")


def run(*command, expected=0, cwd=None, **environment):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=cwd,
                          env={**os.environ, **environment})
    if done.returncode != expected:
        fail(f"{' '.join(command)}: exit status {done.returncode} instead of {expected}: "
             f"{done.stderr}{done.stdout[-2000:]}")
    return done


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def open_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def expect(words, text):
    if words not in text:
        fail(f"\"{words}\" is not in: {text}")


def merge_two(tool, folder):
    """Process 1 signals 5, and process 2 waits for 4 and for 9."""
    first = write(folder, "first", "[\n" + HEAD % 1 + SLICE % (1, 1000, 1, "signal", "signal",
                                                               "inode 1:2", 5) + COPY)
    second = write(folder, "second", "[\n" + HEAD % 2 +
                   SLICE % (2, 500, 700, "wait", "wait", "inode 1:2", 4) +
                   SLICE % (2, 1300, 9, "wait", "wait", "inode 1:2", 9))
    out = os.path.join(folder, "merged")
    run(tool, "merge", first, second, "-o", out)
    events = reader.read(out)
    begins = [event for event in events if event["ph"] == "s"]
    ends = [event for event in events if event["ph"] == "f"]
    if len(begins) != 1 or len(ends) != 1 or begins[0]["id"] != ends[0]["id"]:
        fail(f"one arrow is right: {begins} {ends}")
    if begins[0]["pid"] != 1 or ends[0]["pid"] != 2 or ends[0]["ts"] >= 1200.5:
        fail(f"the arrow leads elsewhere: {begins} {ends}")
    text = run(tool, "report", out).stdout
    for words in ("2 device 0 stream 7", "1 device 0 stream 7", "no signal in these files",
                  "0.701", "4096"):
        expect(words, text)
    return first, second, out


def begin_late(tool, folder):
    """The host saw a signal behind the end of the wait that it ended. Viewers drop arrows that lead back in time."""
    first = write(folder, "late1", "[\n" + HEAD % 1 + COPY.replace("3.000", "1100.000") +
                  SLICE % (1, 2000, 1, "signal", "signal", "inode 1:2", 5))
    second = write(folder, "late2", "[\n" + HEAD % 2 + SLICE % (2, 500, 700, "wait", "wait", "inode 1:2", 5))
    out = os.path.join(folder, "late")
    run(tool, "merge", first, second, "-o", out)
    times = [event["ts"] for event in reader.read(out) if event["ph"] in "sf"]
    if len(times) != 2 or not 900 <= times[0] <= times[1] < 1200.5:
        fail(f"the arrow of a late signal begins and ends at {times}")


def guess(tool, folder):
    """Semaphores without an identity of their own are matched by value and time."""
    first = write(folder, "local1", "[\n" + HEAD % 1 + SLICE % (1, 1000, 1, "signal", "signal",
                                                                "process 1 number 3", 5))
    second = write(folder, "local2", "[\n" + HEAD % 2 + SLICE % (2, 500, 700, "wait", "wait",
                                                                 "process 2 number 8", 5))
    expect("guessed", run(tool, "report", first, second).stdout)
    alone = write(folder, "local3", "[\n" + HEAD % 1 +
                  SLICE % (1, 1100, 1, "signal", "signal", "process 1 number 2", 5) +
                  SLICE % (1, 1000, 1, "signal", "signal", "process 1 number 3", 5) +
                  SLICE % (1, 500, 700, "wait", "wait", "process 1 number 8", 5) +
                  SLICE % (1, 5000, 1, "signal", "signal", "process 1 number 3", 5))
    alone = write(folder, "local4", open_text(alone).replace('"tid":7,"ts":1000', '"tid":8,"ts":1000'))
    out = os.path.join(folder, "guessed")
    run(tool, "merge", alone, "-o", out)
    begins = [event["ts"] for event in reader.read(out) if event["ph"] == "s"]
    if begins != [1000]:
        fail(f"in one process, the newest signal of another track is guessed, not {begins}")
    run(tool, "merge", first, second, "-o", out)
    with open(out, encoding="utf-8") as file:
        expect("signal (guessed)", file.read())


def tags(path, tag):
    """The elements of a picture; it has to be whole XML."""
    root = xml.etree.ElementTree.parse(path).getroot()
    return root.findall(".//{http://www.w3.org/2000/svg}" + tag)


def draw(tool, folder, first, second):
    """A row for each track, one arrow, and names that XML would read as its own."""
    out = os.path.join(folder, "picture.svg")
    run(tool, "draw", first, second, "-o", out)
    arrows = [path for path in tags(out, "path") if path.get("class") == "arrow"]
    kinds = [bar.get("class") for bar in tags(out, "rect") if bar.find("{*}title") is not None]
    if len(arrows) != 1 or sorted(kinds) != ["signal", "wait", "wait", "work"]:
        fail(f"the picture has {len(arrows)} arrows, and slices {kinds}")
    rows = [text.text for text in tags(out, "text") if text.text == "device 0 stream 7"]
    if len(rows) != 2:
        fail(f"the picture has {len(rows)} rows")
    bad = write(folder, "names", "[\n" + HEAD % 1 +
                SLICE % (1, 10, 5000, "launch", "a<b>&amp;\\u00e4\u00e4", "inode 1:2", 1))
    run(tool, "draw", bad, "-o", out)
    if not any((text.text or "").startswith("a<b>&") for text in tags(out, "text")):
        fail("a name with < is missing")
    many = write(folder, "many", "[\n" + "".join(
        '{"ph":"X","pid":1,"tid":%d,"ts":1.000,"dur":2.000,"cat":"copy","name":"copy","args":{}},\n' % i
        for i in range(200)))
    expect("more tracks", run(tool, "draw", many, "-o", out, expected=1).stderr)
    if len([bar for bar in tags(out, "rect") if bar.get("class") == "band"]) != 64:
        fail("a picture with many tracks has 64 rows")
    empty = write(folder, "empty", "[\n")
    run(tool, "draw", empty, "-o", out)
    tags(out, "rect")
    expect("also one of", run(tool, "draw", first, "-o", first, expected=2).stderr)
    expect("cannot be written", run(tool, "draw", first, "-o", "/dev/full", expected=1).stderr)


def named(cat, process, start, length, value, name, track=7):
    return (f'{{"ph":"X","pid":{process},"tid":{track},"ts":{start}.000,"dur":{length}.000,"cat":"{cat}",'
            f'"name":"{cat}","args":{{"operation":1,"times":"host","semaphore":"process {process} number '
            f'{len(name)}","value":{value},"semaphore_name":"{name}"}}}},\n')


def match_names(tool, folder):
    """Semaphores without an identity match by the name that both programs gave: the least value that is enough,
    and of its signals the newest in time."""
    first = write(folder, "named1", "[\n" + HEAD % 1 + named("signal", 1, 900, 1, 6, "frame") +
                  named("signal", 1, 1000, 1, 6, "frame") + named("signal", 1, 1050, 1, 9, "frame") +
                  named("signal", 1, 1100, 1, 5, "other") + named("signal", 1, 5000, 1, 5, "frame"))
    second = write(folder, "named2", "[\n" + HEAD % 2 + named("wait", 2, 500, 700, 5, "frame") +
                   named("wait", 2, 1300, 10, 5, "nobody's"))
    out = os.path.join(folder, "named")
    run(tool, "merge", first, second, "-o", out)
    events = reader.read(out)
    begins = [(event["ts"], event["name"]) for event in events if event["ph"] == "s"]
    if begins != [(1000, "signal")]:
        fail(f"the wait's name gives one arrow, from its signal: {begins}")
    expect("frame", run(tool, "report", out).stdout)


def find_path(tool, folder):
    """Process 1 works, signals process 2 at 1200, which works and presents at 1500. The first frame took
    100 us, the second 500."""
    present = '{"ph":"X","pid":2,"tid":7,"ts":%d.000,"dur":1.000,"cat":"other","name":"present"},\n'
    path = write(folder, "path", "[\n" + HEAD % 1 + HEAD % 2 + present % 900 + present % 1000 +
                 named("signal", 1, 1200, 1, 5, "work") + named("wait", 2, 1050, 155, 5, "work") +
                 present % 1500)
    lines = run(tool, "report", path).stdout.split("\n")
    at = next((i for i, line in enumerate(lines) if "Critical path" in line), None)
    if at is None or "slowest of 2 frames: 0.500 ms. A frame ends with a present" not in lines[at]:
        fail(f"no path: {lines}")
    rows = [line.split() for line in lines[at + 2:at + 4]]
    if [(row[0], row[5], row[6]) for row in rows] != [("1", "0.000", "0.200"), ("2", "0.205", "0.295")]:
        fail(f"the path has other parts: {rows}")


def survive(tool, folder, good):
    """Damaged lines are left out, and the rest is used."""
    with open(good, encoding="utf-8") as file:
        text = file.read()
    for name, more in (("cut", text[:-20].split("\n")[-1]), ("words", "hello\n"), ("long", "{" * 200000 + "\n"),
                       ("deep", '{"ph":' + "[" * 5000 + "\n"), ("bytes", "\x01\x7f\"\\\n"),
                       ("half", '{"ph":"X","pid":\n'), ("open", '{"ph":"X\n')):
        path = write(folder, "damaged " + name, text + more)
        done = run(tool, "report", path, expected=1)
        expect("no events", done.stderr)
        expect("device 0 stream 7", done.stdout)
    for path, words in ((folder, "folder"), (os.path.join(folder, "none"), "No such file")):
        expect(words, run(tool, "report", path, expected=1).stderr)
    expect("also one of", run(tool, "merge", good, "-o", good, expected=2).stderr)
    expect("cannot be written", run(tool, "merge", good, "-o", "/dev/full", expected=1).stderr)
    expect("merge FILE", run(tool, expected=2).stderr)
    expect("merge FILE", run(tool, "--help").stdout)


def check_tool(tool):
    with tempfile.TemporaryDirectory() as folder:
        first, second, _ = merge_two(tool, folder)
        begin_late(tool, folder)
        guess(tool, folder)
        draw(tool, folder, first, second)
        match_names(tool, folder)
        find_path(tool, folder)
        survive(tool, folder, first)
        if not reader.check(reader.read(second)) == []:
            fail("the reader complains about a good file")


def record(tool, command, check=lambda events: None, look=None):
    """With a look at the files: the program runs in a folder of its own, where it may leave others."""
    with tempfile.TemporaryDirectory() as folder:
        if look is not None:
            command = [os.path.abspath(command[0]), *command[1:]]
        run(*command, cwd=folder if look is not None else None, GPUINTEROP_TRACE=os.path.join(folder, "%p.json"))
        paths = sorted(glob.glob(os.path.join(folder, "*.json")))
        if not paths:
            fail("no timeline was written")
        slices = 0
        for path in paths:
            reader.check_pages(path)
            events = reader.read(path)
            slices += sum("times" in event.get("args", ()) for event in events)
            if look is not None:
                look(path, events, False)
            complaints = reader.check(events)
            if complaints:
                fail("\n".join(complaints[:10]))
        if slices == 0 and check is not check_ranges:
            fail("no stream has a slice")
        out = os.path.join(folder, "merged")
        run(tool, "merge", *paths, "-o", out)
        merged = reader.read(out)
        if reader.check(merged):
            fail("\n".join(reader.check(merged)[:10]))
        expect("Streams", run(tool, "report", out).stdout)
        if look is not None:
            look(out, merged, True)
        check(merged)


def slices_of(events, **wanted):
    """The slices whose arguments, or name or cat, are these."""
    return [event for event in events if event["ph"] == "X" and
            all(event.get("args", {}).get(key, event.get(key)) == value
                for key, value in wanted.items())]


def slices_lost(events):
    return any(event.get("cat") == "lost" for event in events)


def tracks_of(events):
    return {(event["pid"], event["tid"]): event["args"]["name"] for event in events
            if event["ph"] == "M" and event["name"] == "thread_name"}


class Arrows:
    """From which tracks the arrows of a merged timeline lead into its slices."""

    def __init__(self, events):
        self.names = tracks_of(events)
        self.begins = {event["id"]: self.name(event) for event in events if event["ph"] == "s"}
        self.ends = {}
        for event in events:
            if event["ph"] == "f":
                self.ends.setdefault((event["pid"], event["tid"]), []).append(
                    (reader.nanoseconds(event["ts"]), event["id"]))

    def name(self, event):
        return self.names[event["pid"], event["tid"]]

    def into(self, wait):
        begin, end = reader.ends(wait)
        return {self.begins[number] for at, number in self.ends.get((wait["pid"], wait["tid"]), ())
                if begin <= at <= end and number in self.begins}


def check_program(events):
    """What tests/layer/traced.c does."""
    painter, arrows = "vulkan device 0 queue painter", Arrows(events)
    for cat, value, where in (("signal", 1, painter), ("wait", 1, "thread layer_traced"),
                              ("signal", 5, "thread layer_traced"), ("wait", 5, painter),
                              ("signal", 6, painter), ("wait", 8, "thread layer_traced")):
        found = slices_of(events, cat=cat, value=value, semaphore_name="frame")
        if [arrows.name(event) for event in found] != [where]:
            fail(f"the {cat} of {value} should be on \"{where}\": {found}")
    held = slices_of(events, cat="wait", value=5, semaphore_name="frame")[0]
    free = slices_of(events, cat="signal", value=5, semaphore_name="frame")[0]
    if reader.ends(held)[1] < reader.ends(free)[0] or "thread layer_traced" not in arrows.into(held):
        fail(f"the held wait ended before its signal, or has no arrow: {held} {free}")
    for cat in ("signal", "wait"):
        if len(slices_of(events, cat=cat, semaphore_name='handed "on"', binary=True, value=1)) != 1:
            fail(f"no {cat} of the binary semaphore")
    if slices_of(events, semaphore_name="never"):
        fail("a wait for any of two ended for the one that had no signal")
    if not slices_of(events, cat="call", name="vkWaitSemaphores"):
        fail("the wait that ran out of time is missing")
    for name in ("vkQueueSubmit", "vkQueueWaitIdle", "vkDeviceWaitIdle", "vkWaitForFences"):
        if not slices_of(events, cat="call", name=name):
            fail(f"no call of {name}")
    other = [event for event in slices_of(events, cat="wait", value=1)
             if arrows.name(event) == "vulkan device 1 queue 0.0" and
             event["args"]["semaphore"].startswith("inode")]
    if not any(painter in arrows.into(event) for event in other):
        fail(f"no arrow leads to the device that imports: {other}")
    if len(slices_of(events, cat="other", name="submit")) < 400:
        fail("submits are missing")


def check_calls(events, arrows):
    """Imports, kernels that are made, and waits that a thread of the library holds."""
    for cat, where in (("import", "thread"), ("compilation", "thread"), ("held wait", "host waiter")):
        found = slices_of(events, cat=cat)
        if not found or not all(arrows.name(event).startswith(where) for event in found):
            fail(f"no {cat} on a track of a {where}: {found[:3]}")
    if not slices_of(events, cat="import", name="import of memory", bytes=512):
        fail("no import with its bytes")


def check_exchange(events):
    """Each wait for a semaphore that is shared has its arrow, and Vulkan's side is there. On a busy
    machine a thread may be faster than the writer, which drops records and says so."""
    sides, arrows = set(), Arrows(events)
    check_calls(events, arrows)
    is_whole = not slices_lost(events)
    for wait in slices_of(events, cat="wait"):
        if not wait["args"].get("semaphore", "").startswith("inode"):
            fail(f"the semaphore has no identity: {wait}")
        sides |= {(track.split()[0], arrows.name(wait).split()[0]) for track in arrows.into(wait)}
        if is_whole and not arrows.into(wait):
            fail(f"a wait has no arrow: {wait}")
    for pair in (("vulkan", "device"), ("device", "vulkan"), ("thread", "device"), ("device", "thread")):
        if pair not in sides:
            fail(f"no arrow leads from {pair[0]} to {pair[1]}: {sides}")


def check_ranges(events):
    """What tests/trace/nvtx_ranges.c does."""
    names = tracks_of(events)
    for name in ("a mark", "a w\u00efde mark", "outer", "by attributes", "renderer: kept", "inside"):
        found = slices_of(events, cat="range", name=name)
        if len(found) != 1 or not names[found[0]["pid"], found[0]["tid"]].startswith("thread"):
            fail(f"no range \"{name}\" on the thread's track: {found}")
    for outer, inner in (("outer", "by attributes"), ("renderer: kept", "inside")):
        around, within = (reader.ends(slices_of(events, name=name)[0]) for name in (outer, inner))
        if not around[0] <= within[0] <= within[1] <= around[1]:
            fail(f"\"{inner}\" is not inside \"{outer}\"")
    crossing = [slices_of(events, name=f"crossing {number}")[0] for number in (1, 2)]
    if len({names[event["pid"], event["tid"]] for event in crossing}) != 2:
        fail(f"ranges that cross stand on one track: {crossing}")
    if len(slices_of(events, name="deep")) != 64:
        fail("64 of the ranges within each other have room")


VIEWERS = ("/usr/share/go-*/src/cmd/trace/static/trace_viewer_full.html",
           "/usr/share/go-*/src/internal/trace/traceviewer/static/trace_viewer_full.html")


def find_viewer():
    node = shutil.which("node") or shutil.which("nodejs")
    pages = [page for pattern in VIEWERS for page in sorted(glob.glob(pattern))]
    if node is None or not pages:
        print("skipped: there is no " + ("node" if node is None else "trace_viewer_full.html of golang-1.19-src"))
        sys.exit(77)
    return node, os.path.join(os.path.dirname(os.path.abspath(__file__)), "viewer.js"), pages[-1]


def view(path, events, is_merged):
    """Before a merge, arrows may begin or end in another process, and the viewer leaves such out."""
    seen = json.loads(run(*find_viewer(), path).stdout)
    slices = [event for event in events if event["ph"] == "X"]
    if seen["slices"] != len(slices):
        fail(f"{path}: the viewer reads {seen['slices']} of {len(slices)} slices")
    used = {(event["pid"], event["tid"]) for event in slices}
    names = {f"{pid} {tid} {name}" for (pid, tid), name in tracks_of(events).items() if (pid, tid) in used}
    if set(seen["tracks"]) != names:
        fail(f"{path}: the viewer has other tracks: {sorted(set(seen['tracks']) ^ names)}")
    begins = sum(event["ph"] == "s" for event in events)
    if is_merged and (seen["arrows"] != begins or seen["warnings"]):
        fail(f"{path}: the viewer has {seen['arrows']} of {begins} arrows, and says {seen['warnings'][:4]}")
    others = [text for text in seen["warnings"] if not text.startswith("flow_slice")]
    if others:
        fail(f"{path}: the viewer says {others[:4]}")
    print(f"{os.path.basename(path)}: {seen['slices']} slices, {len(seen['tracks'])} tracks, {seen['arrows']} arrows")


def view_short(tool):
    """A wait ends in the microsecond in which the slice before it ended, and has its arrow."""
    with tempfile.TemporaryDirectory() as folder:
        first = write(folder, "short1", "[\n" + HEAD % 1 + SLICE % (1, 900, 1, "signal", "signal", "inode 1:2", 5))
        wait = SLICE % (2, 950, 0, "wait", "wait", "inode 1:2", 5)
        second = write(folder, "short2", "[\n" + HEAD % 2 +
                       COPY.replace('"pid":1', '"pid":2').replace("3.000", "49.600") +
                       wait.replace("950.000", "949.700").replace("0.500", "0.600"))
        out = os.path.join(folder, "short")
        run(tool, "merge", first, second, "-o", out)
        view(out, reader.read(out), True)


def check_off(library):
    """A comparison with memory, and a jump. A flag whose address comes from a table costs more."""
    if shutil.which("objdump") is None:
        print("skipped: there is no objdump")
        sys.exit(77)
    lines = run("objdump", "-d", "--no-show-raw-insn", library).stdout.split("\n")
    looks = 0
    for line, following in zip(lines, lines[1:]):
        found = re.search(r"^ *[0-9a-f]+:\s+(\w+)\s.*<(gi_trace_state|gi_trace_door)>", line)
        if found is None or found[1] == "xchg":
            continue
        if found[1] == "cmpl" and re.search(r"^ *[0-9a-f]+:\s+(je|jne)\s", following):
            looks += 1
        elif (found[1], found[2]) != ("mov", "gi_trace_state"):      # the door's, when it closes
            fail(f"more than two instructions: {line.strip()}; {following.strip()}")
    if looks < 20:
        fail(f"{looks} looks for a timeline were found")


MODES = {"record": lambda events: None, "ranges": check_ranges, "vulkan": check_program, "exchange": check_exchange}
if sys.argv[1] == "tool":
    check_tool(sys.argv[2])
elif sys.argv[1] == "view":
    view(sys.argv[2], reader.read(sys.argv[2]), True)
elif sys.argv[1] == "viewer":
    find_viewer()
    view_short(sys.argv[2])
    record(sys.argv[2], sys.argv[3:], look=view)
elif sys.argv[1] == "off":
    check_off(sys.argv[2])
else:
    record(sys.argv[2], sys.argv[3:], MODES[sys.argv[1]])
