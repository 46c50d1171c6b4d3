#!/usr/bin/env python3
"""GPUINTEROP_CARD from outside: what it changes, the files it writes, what processes share.

    test_settings.py PROGRAM PRELOAD
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM, PRELOAD = sys.argv[1:3]


def environment(settings):
    changed = dict(os.environ, LD_PRELOAD=PRELOAD, GPUINTEROP_CARD=settings)
    changed.pop("GPUINTEROP_CARD_FOLDER", None)
    # What is left on purpose when a card is pulled out is no leak of a library's.
    changed["ASAN_OPTIONS"] = changed.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    return changed


def run(settings, mode):
    return subprocess.run([PROGRAM, mode], env=environment(settings), text=True, timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


class Settings(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def fine(self, settings, mode):
        done = run(settings, mode)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done

    def test_what_is_missing(self):
        self.fine("chip=navi10,minor=40,no=timeline,no=sdma", "lacks_what_was_taken_away")

    def test_faults_from_the_environment(self):
        self.fine("hang=2,hangtime=1ms,enomem=3,unplug=4,no=leaks", "fails_when_the_settings_say")

    def test_files(self):
        counters, dump = self.path("counters"), self.path("dump")
        done = self.fine(f"counters={counters},dump={dump}", "works_and_leaks")
        self.assertRegex(done.stderr, r"leak: card 0 was closed with 0 buffers, 0 mappings, "
                                      r"0 contexts, 1 syncobjs")
        with open(counters, encoding="utf-8") as file:
            counted = dict(line.rsplit(" ", 1) for line in file.read().splitlines())
        self.assertEqual(counted["violations"], "0")
        self.assertEqual(counted["leaks"], "1")
        self.assertEqual(counted["ioctl 0x44"], "1")
        self.assertEqual(counted["filled_bytes"], "4096")
        with open(dump, encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual(len(lines), 1)
        self.assertRegex(lines[0], r"^ib process \d+ chip navi21 ip 2 ring 0 seq 1 dwords 5: "
                                   r"8000000b [0-9a-f]{8} ffff8001 1234abcd 00000fff$")

    def test_leaks_need_not_be_told(self):
        self.assertNotIn("leak", self.fine("no=leaks", "works_and_leaks").stderr)

    def test_strangers_share_a_folder(self):
        settings = "dir=" + self.path("card")
        holder = subprocess.Popen([PROGRAM, "allocates_and_waits"], env=environment(settings),
                                  text=True, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.PIPE)
        try:
            while "ready" not in holder.stderr.readline():
                pass
            told = self.fine(settings, "tells_how_much_is_used").stderr
            self.assertGreaterEqual(int(re.search(r"used (\d+)", told).group(1)), 123 << 20)
            alone = self.fine("dir=" + self.path("other"), "tells_how_much_is_used").stderr
            self.assertLess(int(re.search(r"used (\d+)", alone).group(1)), 123 << 20)
        finally:
            holder.stdin.close()
            self.assertEqual(holder.wait(timeout=60), 0)
            holder.stderr.close()

    def test_an_exit_in_the_middle(self):
        self.fine("hold=3", "exits_while_a_thread_waits")

    def test_what_is_not_understood(self):
        for wrong in ("chip=rage128", "cards=3", "delay=soon", "colour=red", "no=thing", "delay=-1"):
            done = run(wrong, "tells_how_much_is_used")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"'{wrong}' is not understood", done.stderr)

    def test_nothing_is_left(self):
        told = self.fine("", "tells_how_much_is_used").stderr
        folder = re.search(r"folder (/.+)", told).group(1)
        self.assertFalse(os.path.exists(folder))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
