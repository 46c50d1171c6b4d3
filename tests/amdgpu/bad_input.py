#!/usr/bin/env python3
"""What programs are told of cards and descriptors that are no good: bad_input.py PROGRAM PRELOAD."""
import os
import subprocess
import sys
import tempfile

PROGRAM, PRELOAD = sys.argv[1:3]

# Settings of the card under which there is no device, and a part of the sentence.
NO_CARD = [
    ("closed=1", "/dev/dri/renderD128 cannot be opened: Permission denied"),
    ("bare=1", "it has no render node in /dev/dri"),
    ("minor=37", "the kernel's amdgpu interface is 3.37, 3.38 or a later 3 is needed"),
    ("no=timeline", "the kernel has no timeline sync objects"),
    ("no=syncobj", "the kernel has no timeline sync objects"),
    ("no=sdma", "the kernel offers no ring of its copy engine"),
    ("cards=2,closed=3", "/dev/dri/renderD129 cannot be opened: Permission denied"),
]
SORTS = ["dma-buf", "syncobj", "sync-file", "render-node", "primary-node", "memfd", "null",
         "folder"]
TAKEN = {"dma-buf as memory", "syncobj as binary", "syncobj as timeline", "sync-file as binary"}


def run(settings, *arguments):
    """The lines that the program prints, by call: error and sentence; and the card's counters."""
    with tempfile.TemporaryDirectory() as folder:
        counters = os.path.join(folder, "counters")
        environment = dict(os.environ, LD_PRELOAD=PRELOAD, GPUINTEROP_CARD_FOLDER="",
                           GPUINTEROP_CARD=",".join(filter(None, [settings,
                                                                 "counters=" + counters])))
        done = subprocess.run([PROGRAM, *arguments], env=environment, text=True, timeout=60,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 0, (settings, arguments, done)
        with open(counters, encoding="utf-8") as file:
            counted = {name: int(value) for name, value in
                       (line.rsplit(" ", 1) for line in file.read().splitlines())}
    lines = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert counted["violations"] == 0, done.stderr
    return {call: said.split(": ", 1) for call, said in lines.items()}, counted


def cards_that_cannot_be_used():
    for settings, reason in NO_CARD:
        said, counted = run(settings, "without-card")
        assert said.pop("left") == ["0 fds, file open"], (settings, said)
        for call, (error, sentence) in said.items():
            assert error == "hipErrorNoDevice", (settings, call, error, sentence)
            assert reason in sentence and "0000:03:00.0" in sentence, (settings, call, sentence)
        assert counted["leaks"] == 0, (settings, counted)


def descriptors_that_are_something_else():
    once, counted_once = run("", "imports", "1")
    _, counted_often = run("", "imports", "30")
    assert once["malloc"] == once["free"] == ["hipSuccess", ""], once
    assert once["left"] == ["0 fds"], once
    for sort in SORTS:
        for use in ("memory", "binary", "timeline"):
            call = f"{sort} as {use}"
            error, sentence = once[call]
            if call in TAKEN:
                assert error == "hipSuccess", (call, error, sentence)
                continue
            assert error == "hipErrorUnknown", (call, error, sentence)
            assert "import" in sentence and "would be right" in sentence, (call, sentence)
    # What the library keeps for its device is in both.
    assert counted_once["leaks"] > 0, counted_once
    assert counted_once["leaks"] == counted_often["leaks"], (counted_once, counted_often)


def a_card_that_is_closed_later():
    said, counted = run("no=leaks", "later")
    assert said["count"][0] == said["then"][0] == said["free"][0] == "hipSuccess", said
    for call in ("malloc", "again"):
        assert said[call][0] == "hipErrorNoDevice" and "Permission denied" in said[call][1], said
    assert said["left"] == ["0 fds"], said
    assert counted["leaks"] == 0


def main():
    cards_that_cannot_be_used()
    descriptors_that_are_something_else()
    a_card_that_is_closed_later()
    return 0


if __name__ == "__main__":
    sys.exit(main())
