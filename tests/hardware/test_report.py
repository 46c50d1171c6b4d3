#!/usr/bin/env python3
"""What ./run hardware puts into its report, on a machine that is made up."""
import json
import os
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import report  # noqa: E402


def put(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def add_node(folder, number, bus, driver):
    device = os.path.join(folder, "devices", bus)
    put(os.path.join(device, "vendor"), "0x1002\n")
    put(os.path.join(device, "device"), "0x73bf\n")
    drivers = os.path.join(folder, "drivers", driver)
    os.makedirs(drivers, exist_ok=True)
    os.symlink(drivers, os.path.join(device, "driver"))
    node = os.path.join(folder, "class/drm", f"renderD{number}")
    os.makedirs(node)
    os.symlink(device, os.path.join(node, "device"))


def check_devices(folder):
    assert report.cards(folder) == 0
    add_node(folder, 128, "0000:03:00.0", "amdgpu")
    add_node(folder, 129, "0000:04:00.0", "i915")
    assert report.cards(folder) == 1
    first = report.kernel_devices(folder)[0]
    assert first == {"node": "renderD128", "bus": "0000:03:00.0", "vendor": "0x1002",
                     "device": "0x73bf", "revision": "?", "driver": "amdgpu"}, first


def check_gpus(folder):
    info = os.path.join(folder, "info.json")
    assert report.gpus(info) == 0
    for text, count in (("", 0), ("[]", 0), ('{"devices": []}', 0),
                        ('{"devices": [{"type": "cpu"}, {"type": "discrete"}]}', 1)):
        put(info, text)
        assert report.gpus(info) == count, text


def check_sdma(folder):
    info = os.path.join(folder, "info.json")
    assert report.sdma(info) == 0
    for text, major in (('{"devices": []}', 0), ('{"devices": [{"driver_version": 7}]}', 0),
                        ('{"devices": [{"driver_version": "550.1"}]}', 0),
                        ('{"devices": [{"driver_version": "3.49, SDMA 5.2"}]}', 5)):
        put(info, text)
        assert report.sdma(info) == major, text


def check_written(folder):
    build, path = os.path.join(folder, "build"), os.path.join(folder, "report.txt")
    long_output = "".join(f"line {number} in {folder}/x.c\n" for number in range(1000))
    skipped = "all is well\n[  SKIPPED ] a.case\n[  SKIPPED ] 1 test(s), listed below:\n" \
        "[  SKIPPED ] a.case\n"
    tests = [{"name": "good", "result": "OK", "stdout": skipped},
             {"name": "slow", "result": "TIMEOUT", "stdout": long_output},
             {"name": "bad", "result": "FAIL", "stderr": "the reason"}]
    put(os.path.join(build, "meson-logs/hw.json"),
        "".join(json.dumps(test) + "\n" for test in tests))
    put(os.path.join(build, "results.txt"),
        "passed\thw: good\t\nfailed\thw: slow\tTIMEOUT\nfailed\thw: bad\tFAIL\n"
        "skipped\tamdgpu\tno card\n")
    report.write(build, os.path.join(build, "results.txt"), path, ["hw", "never-run"])
    with open(path, encoding="utf-8") as file:
        text = file.read()
    for wanted in ("1 passed, 2 failed, 1 skipped\n", "\nkernel ", "\n---- render nodes\n",
                   "\n---- gpuinterop-info\n(there is no ", "skipped: amdgpu (no card)\n",
                   "failed: hw: slow (TIMEOUT)\n",
                   "\n---- cases that could not run\nhw: good: a.case\n", "---- failed: hw: slow: TIMEOUT\n(850 lines ",
                   "line 999 in ./x.c\n", "---- failed: hw: bad: FAIL\nthe reason\n"):
        assert wanted in text, f"{wanted!r} is not in\n{text}"
    for unwanted in ("all is well", "line 849 ", folder):
        assert unwanted not in text, f"{unwanted!r} is in\n{text}"


def main():
    for check in (check_devices, check_gpus, check_sdma, check_written):
        with tempfile.TemporaryDirectory() as folder:
            check(os.path.realpath(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
