#!/usr/bin/env python3
"""The timeline of a program of this machine, and the program gpuinterop-trace.

    check_trace.py tool GPUINTEROP-TRACE
    check_trace.py record GPUINTEROP-TRACE PROGRAM...

tool: timelines of two processes are laid over each other, damaged files are survived. record: the
program runs with GPUINTEROP_TRACE, and its timelines are checked by reader.py."""
import os
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


def run(*command, expected=0, **environment):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300,
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


def guess(tool, folder):
    """Semaphores without an identity of their own are matched by value and time."""
    first = write(folder, "local1", "[\n" + HEAD % 1 + SLICE % (1, 1000, 1, "signal", "signal",
                                                                "process 1 number 3", 5))
    second = write(folder, "local2", "[\n" + HEAD % 2 + SLICE % (2, 500, 700, "wait", "wait",
                                                                 "process 2 number 8", 5))
    expect("guessed", run(tool, "report", first, second).stdout)
    out = os.path.join(folder, "guessed")
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
        guess(tool, folder)
        draw(tool, folder, first, second)
        survive(tool, folder, first)
        if not reader.check(reader.read(second)) == []:
            fail("the reader complains about a good file")


def record(tool, command):
    with tempfile.TemporaryDirectory() as folder:
        run(*command, GPUINTEROP_TRACE=os.path.join(folder, "%p.json"))
        paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
        if not paths:
            fail("no timeline was written")
        slices = 0
        for path in paths:
            reader.check_pages(path)
            events = reader.read(path)
            slices += sum("times" in event.get("args", ()) for event in events)
            complaints = reader.check(events)
            if complaints:
                fail("\n".join(complaints[:10]))
        if slices == 0:
            fail("no stream has a slice")
        out = os.path.join(folder, "merged")
        run(tool, "merge", *paths, "-o", out)
        if reader.check(reader.read(out)):
            fail("\n".join(reader.check(reader.read(out))[:10]))
        expect("Streams", run(tool, "report", out).stdout)


if sys.argv[1] == "tool":
    check_tool(sys.argv[2])
else:
    record(sys.argv[2], sys.argv[3:])
