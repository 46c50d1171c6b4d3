#!/usr/bin/env python3
"""Checks by the core's objects that nothing goes into a stream past gi_stream_enqueue.

    appends.py ARCHIVE             looks at who calls what in libgi_core.a
    appends.py --self-test CC...   shows that it finds a planted caller
"""
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import calls  # noqa: E402

# Functions, by pattern, and the files of the core that may call them.
ONLY_FOR = (
    # What writes into segments.
    (r"gi_segment_append", {"scheduler.c"}),
    (r"gi_segment_add_(command|launch|point|replay|word|signal)", {"append.c"}),
    (r"gi_segment_add_timestamp", {"append.c", "opening.c"}),
    (r"gi_stream_(open|signal)_segment", {"append.c"}),
    # A wait for a semaphore is planned by the gate, which adds itself.
    (r"gi_segment_(add_semaphore_gate|reserve)", {"append.c", "gate.c"}),
    (r"gi_stream_new_segment", {"append.c", "gate.c"}),
    (r"gi_gate_enqueue", {"append.c"}),
    # What carries an operation out: the door, and what one operation is made of.
    (r"gi_append_(signals|waits|record|wait_record)", {"kinds.c"}),
    (r"gi_append_words", {"word_run.c"}),
    (r"gi_append_launch", {"launch.c", "residency.c"}),
    (r"gi_append_command", {"conditions.c", "transfer.c"}),
    (r"gi_append_replay", {"exec_launch.c"}),
    (r"gi_append_host_call", {"conditional.c", "conditions.c", "copy_later.c", "exec.c", "kinds.c", "peer.c",
                              "word_copy.c"}),
    (r"gi_append_point", {"conditions.c", "exec.c", "exec_launch.c", "exec_memory.c", "peer.c",
                          "residency.c"}),
    (r"gi_append_follow", {"peer.c"}),
    (r"gi_append_order", {"copy_route.c", "exec_launch.c", "peer.c", "pool_memory.c"}),
    (r"gi_(copy|fill)_route", {"kinds.c", "multicast_copy.c"}),
    (r"gi_multicast_(copy|fill)", {"kinds.c"}),
    (r"gi_(pool_alloc|pool_free|words)_in_order", {"kinds.c"}),
    (r"gi_transfer_copy", {"copy_route.c", "peer.c", "staging.c", "word_copy.c"}),
    (r"gi_transfer_fill", {"copy_route.c", "launch.c"}),
    # What the host does at once.
    (r"gi_at_once_\w+", {"append.c", "copy_route.c"}),
    (r"gi_host_event_take", {"append.c"}),
)

# An object is named after the way to its source: core_stream_append.c.o.
ROOMS = sorted((room.replace("/", "_") for room in calls.ROOMS["core"]), key=len, reverse=True)
OBJECT = r"(?:.*[:/])?(?:core_)?(?:(?:" + "|".join(ROOMS) + r")_)?(\w+\.c)\.o:"


def symbols(archive):
    """{file: (defined, undefined)} of an archive, by the names of its objects' sources."""
    text = subprocess.run(["nm", "-A", archive], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    found = {}
    for line in text.split("\n"):
        match = re.match(OBJECT + r"\s*[0-9a-f]*\s+(\w)\s+(\S+)$", line)
        if match:
            name, kind, symbol = match.groups()
            found.setdefault(name, (set(), set()))[kind == "U"].add(symbol)
    return found


def check(archive):
    objects = symbols(archive)
    complaints = []
    for pattern, allowed in ONLY_FOR:
        rule = re.compile(pattern + r"\Z")
        if not any(rule.match(name) for defined, _ in objects.values() for name in defined):
            complaints.append(f"nothing is called {pattern} any more")
        for file, (_, undefined) in sorted(objects.items()):
            for name in sorted(undefined):
                if rule.match(name) and file not in allowed:
                    complaints.append(f"{file} calls {name}, which is for "
                                      + ", ".join(sorted(allowed)))
    return complaints, len(objects)


def self_test(compiler):
    """An archive where event.c writes into a segment has that complaint, beside those of what it
    lacks; with append.c in its place it has not."""
    code = "void gi_segment_add_command(void); void go(void); void go(void)" \
           " { gi_segment_add_command(); }\n"
    failures = 0
    for file, is_found in (("event.c", True), ("append.c", False)):
        with tempfile.TemporaryDirectory() as folder:
            source, target = (os.path.join(folder, name) for name in (file, "core_" + file + ".o"))
            archive = os.path.join(folder, "planted.a")
            with open(source, "w", encoding="utf-8") as out:
                out.write(code)
            subprocess.run([*compiler, "-c", "-o", target, source], check=True)
            subprocess.run(["ar", "rcs", archive, target], check=True)
            complaints, count = check(archive)
        says = any(c.startswith(file + " calls gi_segment_add_command") for c in complaints)
        if says != is_found or count != 1:
            print(f"planted in {file}: {complaints}")
            failures += 1
    print(f"2 archives, {failures} failures")
    return 1 if failures else 0


def main():
    if len(sys.argv) >= 3 and sys.argv[1] == "--self-test":
        return self_test(sys.argv[2:])
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    complaints, count = check(sys.argv[1])
    for complaint in complaints:
        print(complaint)
    print(f"{count} objects, {len(complaints)} complaints")
    return 1 if complaints or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
