#!/usr/bin/env python3
"""Tests of gpuinterop-info: check_info.py PROGRAM fake | real | card PRELOAD.

card is a machine with the emulated card, which is preloaded, and with RADV.
"""
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile

IMPORTS = {"memory_opaque_fd", "memory_dma_buf", "binary_semaphore_opaque_fd",
           "timeline_semaphore_opaque_fd", "host_semaphore"}
FIELDS = {"ordinal": int, "name": str, "driver": str, "driver_version": str, "type": str,
          "vendor_id": int, "device_id": int, "uuid": str, "driver_uuid": str,
          "luid": (str, type(None)), "pci": (str, type(None)), "drm_node": (dict, type(None)),
          "memory_bytes": int, "max_allocation_bytes": int, "queues": int, "loop_rounds": int, "matrices": dict,
          "barriers": dict, "imports": dict,
          "remedy": (dict, type(None))}
VERDICTS = {"used", "behind", "unfit", "unwanted", "hidden", "absent"}
UUID = re.compile(r"[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}")


def run(program, *arguments, **variables):
    return subprocess.run([program, *arguments], capture_output=True, timeout=120, check=False,
                          env=dict(os.environ, **variables))


def no_repeats(pairs):
    names = [name for name, _ in pairs]
    assert len(names) == len(set(names)), f"a name occurs twice: {names}"
    return dict(pairs)


def read(result):
    """The one JSON object, strictly: UTF-8, no name twice."""
    return json.loads(result.stdout.decode("utf-8"), object_pairs_hook=no_repeats)


def check_cards(answer):
    """Of each card every driver says something, and each device is one driver's way to a card."""
    names = [driver["name"] for driver in answer["drivers"] if driver["in_build"]]
    used = []
    for driver in answer["drivers"]:
        assert {name: type(value) for name, value in driver.items() if name != "error"} == {
            "name": str, "in_build": bool, "wanted": bool, "devices": int, "unfit": int}, driver
        assert isinstance(driver["error"], (str, type(None)))
    for card in answer["cards"]:
        assert set(card) == {"name", "pci", "ways"} and card["ways"], card
        for way in card["ways"]:
            assert set(way) == {"driver", "verdict", "device", "why"} and way["why"], way
            assert way["verdict"] in VERDICTS and way["driver"] in names, way
            assert (way["verdict"] == "used") == isinstance(way["device"], int), way
        used += [way["device"] for way in card["ways"] if way["verdict"] == "used"]
        if card["pci"] is not None:
            assert {way["driver"] for way in card["ways"]} == set(names), card
    assert sorted(used) == list(range(len(answer["devices"]))), used


def check_tests(matrices, barriers):
    """Results of tests that have run, of what the driver offers."""
    assert set(matrices) == {"offered", "right"} and set(barriers) == {"may_count_warps", "count_warps"}
    assert set(matrices["right"] or []) <= set(matrices["offered"]), matrices
    assert matrices["offered"] or matrices["right"] is None, matrices
    assert barriers["may_count_warps"] or barriers["count_warps"] is None, barriers


def check_shape(answer):
    assert set(answer) == {"error", "devices", "order", "drivers", "cards", "checks",
                           "kernel_seconds"}, answer
    assert set(answer["checks"]) == {"memory", "exit"}, answer["checks"]
    for ordinal, device in enumerate(answer["devices"]):
        assert set(device) == set(FIELDS), set(device) ^ set(FIELDS)
        for name, kind in FIELDS.items():
            assert isinstance(device[name], kind), (name, device[name])
        assert device["ordinal"] == ordinal
        assert UUID.fullmatch(device["uuid"]) and UUID.fullmatch(device["driver_uuid"])
        assert device["type"] in ("discrete", "integrated", "cpu", "other")
        assert device["queues"] >= 1
        check_tests(device["matrices"], device["barriers"])
        assert set(device["imports"]) == IMPORTS
        for what in device["imports"].values():
            assert set(what) == {"importable", "why_not"}
            assert what["importable"] is (what["why_not"] is None), what
        assert device["imports"]["host_semaphore"]["importable"]


def arguments(program):
    text = run(program, "--help")
    assert text.returncode == 0 and b"--json" in text.stdout and not text.stderr
    for wrong in ("--jsn", "device", ""):
        result = run(program, wrong)
        assert result.returncode == 2 and not result.stdout and b"usage" in result.stderr
    with open("/dev/full", "wb") as full:
        result = subprocess.run([program, "--json"], stdout=full, stderr=subprocess.PIPE,
                                timeout=120, check=False)
        assert result.returncode == 1 and result.stderr, "a full disk goes unnoticed"


NO_WINDOW = "EGL, without a window"


def gl_places(answer):
    """What --gl says, by place."""
    for place in answer["gl"]:
        assert set(place) == {"place", "why_none"} | (
            set() if place["why_none"] else {"renderer", "version", "uuid", "exports_buffers", "takes_memory",
                                             "copies_buffers", "copies_textures", "devices"}), place
        for row in place.get("devices", []):
            assert set(row) == {"device", "same_device", "buffers", "why_not_better", "textures",
                                "why_textures_not_better"}, row
    places = {place["place"]: place for place in answer["gl"]}
    assert len(places) == len(answer["gl"]), places
    return places


def without_gl(program):
    """Libraries that cannot be loaded are a sentence, not a failure; without --gl none is looked
    for."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("libEGL.so.1", "libX11.so.6"):
            with open(os.path.join(folder, name), "wb"):
                pass
        variables = {"LD_LIBRARY_PATH": folder, "DISPLAY": ":4711"}
        plain = run(program, "--json", **variables)
        result = run(program, "--json", "--gl", **variables)
        assert result.returncode == plain.returncode, result
        assert "gl" not in read(plain)
        places = gl_places(read(result))
        assert {name: place["why_none"] for name, place in places.items()} == {
            NO_WINDOW: "libEGL.so.1 cannot be loaded", "GLX": "libX11.so.6 cannot be loaded"}, places
        text = run(program, "--gl", **variables).stdout
        assert b"\nOpenGL by EGL, without a window: none, as libEGL.so.1 cannot be loaded\n" in text
    needed = subprocess.run(["readelf", "-d", program], capture_output=True, text=True, check=True)
    assert not re.search(r"NEEDED.*(GL|X11)", needed.stdout), needed.stdout


def fake_gl(program):
    """Contexts of this machine, in which all is made up; False: it has none."""
    variables = {"DISPLAY": ":4711"}
    place = gl_places(read(run(program, "--json", "--gl", **variables)))[NO_WINDOW]
    if place["why_none"] is not None:
        return False
    uuid = "00010203-0405-0607-0809-0a0b0c0d0eff"
    assert place == {
        "place": NO_WINDOW, "why_none": None, "renderer": 'a "renderer"', "version": "9.9 \\ odd",
        "uuid": uuid, "exports_buffers": False, "takes_memory": True, "copies_buffers": False,
        "copies_textures": True,
        "devices": [{"device": 0, "same_device": True, "buffers": "a copy on the device",
                     "why_not_better": None, "textures": "copies on the device, through a buffer",
                     "why_textures_not_better": 'of "a format"'},
                    {"device": 1, "same_device": False, "buffers": "two copies by the host",
                     "why_not_better": 'of "something"', "textures": "two copies by the host",
                     "why_textures_not_better": 'of "something"'}]}, place
    text = run(program, "--gl", **variables).stdout
    for wanted in (b'\nOpenGL by EGL, without a window: a "renderer"\n', b"  version     9.9 \\ odd\n",
                   b"    yes open memory", b"    no  copy buffers", b"    yes copy textures",
                   b"\n  device 0    quote",
                   b": the context's device\n    buffers   by a copy on the device\n"
                   b'    textures  by copies on the device, through a buffer, as of "a format"\n',
                   b"  device 1    second: not the context's device, by its UUID\n"
                   b'    buffers   by two copies by the host, as of "something"\n',
                   b"\nOpenGL by GLX: none, as "):
        assert wanted in text, (wanted, text)
    place = gl_places(read(run(program, "--json", "--gl", NO_UUID="1", **variables)))[NO_WINDOW]
    assert place["uuid"] is None and not place["devices"][0]["same_device"], place
    place = gl_places(read(run(program, "--json", "--gl", NO_GRAPHICS="1", **variables)))[NO_WINDOW]
    assert place["why_none"] == 'no "device"', place
    place = gl_places(read(run(program, "--json", "--gl", NO_DEVICES="1", **variables)))[NO_WINDOW]
    assert place["devices"] == [], place
    return True


OWN_STORAGE = "the interface's own storage, without a copy"


def real_gl(program, devices):
    """Mesa's two CPU drivers are one device. Without a window EGL need not work elsewhere."""
    answer = read(run(program, "--json", "--gl", DISPLAY=":4711"))
    place = gl_places(answer)[NO_WINDOW]
    assert gl_places(answer)["GLX"]["why_none"], answer["gl"]
    if place["why_none"] is not None:
        print("OpenGL:", place["why_none"])
        return
    assert [row["device"] for row in place["devices"]] == list(range(len(devices))), place
    for row, device in zip(place["devices"], devices):
        assert row["same_device"] is (device["uuid"] == place["uuid"]), (row, device)
        by_device = row["buffers"] in (OWN_STORAGE, "a copy on the device")
        assert by_device or row["why_not_better"], row
        assert row["buffers"] != OWN_STORAGE or place["exports_buffers"], place
        assert row["same_device"] or not by_device, row
        by_device = row["textures"] == "a copy on the device"
        assert by_device is (row["why_textures_not_better"] is None), row
        assert not by_device or (row["same_device"] and place["copies_textures"]), row
    place = gl_places(read(run(program, "--json", "--gl", GPUINTEROP_GL="host")))[NO_WINDOW]
    for row in place["devices"]:
        for of, why in (("buffers", "why_not_better"), ("textures", "why_textures_not_better")):
            assert "by the host" in row[of] and "GPUINTEROP_GL" in row[why], row


def on_terminal(program, **variables):
    """What the program prints on a terminal."""
    ours, its = pty.openpty()
    with subprocess.Popen([program], stdout=its, env=dict(os.environ, TERM="xterm", **variables)) as child:
        os.close(its)
        said = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:              # so a terminal ends
                break
            if not more:
                break
            said += more
        os.close(ours)
        assert child.wait() == 0, said
    return said


def check_colours(program):
    coloured = on_terminal(program, NO_COLOR="")
    assert b"\n    \x1b[31mno \x1b[0m memory, opaque fd" in coloured.replace(b"\r", b""), coloured
    assert b"\x1b[" not in on_terminal(program, NO_COLOR="1")
    assert b"\x1b[" not in run(program).stdout


def last_lines(program, **variables):
    return run(program, **variables).stdout.decode(errors="replace").splitlines()[-3:]


def check_summary(program):
    """The last line says what this machine can do."""
    said = last_lines(program, NO_CLANG="1")
    assert said[1] == 'install     clang, which compiles kernels in CUDA and HIP: no "clang"', said
    assert re.fullmatch(r"in short    of 2 devices \d runs? kernels, 1 shares memory and 1 semaphores with "
                        r"Vulkan programs, 1 more with the layer", said[2]), said
    assert not any(line.startswith("install") for line in last_lines(program))
    said = last_lines(program, NO_CLANG="1", NO_DEVICES="1")
    assert "vulkan-swrast" in said[0] and "no CUDA or HIP program" in said[2], said


def check_clang(program):
    """Clang counts by any name that the drivers know."""
    with tempfile.TemporaryDirectory() as folder:
        assert any(line.startswith("install     clang") for line in last_lines(program, PATH=folder))
        os.symlink("/bin/true", os.path.join(folder, "clang-16"))
        assert not any(line.startswith("install     clang") for line in last_lines(program, PATH=folder))


def check_results(program):
    """Tests that have run, found nothing, or have not run yet; a device without kernels has no line."""
    offered = ["m16n8k8 f16 f32", "m16n8k16 f16 f32", "m16n8k32 s8 s32"]
    for variables, right, counts, lines in (
            ({}, offered[:2], True, ["units make, as a test has found: m16n8k8 f16 f32, m16n8k16 f16 f32",
                                     "units make wrong, so lanes make: m16n8k32 s8 s32",
                                     "count warps, as a test has found"]),
            ({"UNCOUNTED": "1"}, offered[:2], False, ["do not count warps, as a test has found"]),
            ({"UNTESTED": "1"}, None, None, ["the driver offers units, which are not tested yet:",
                                             "may count warps, which is not tested yet:"])):
        first, second = read(run(program, "--json", **variables))["devices"]
        assert first["matrices"] == {"offered": offered, "right": right}, first
        assert first["barriers"] == {"may_count_warps": True, "count_warps": counts}, first
        assert second["matrices"] == {"offered": [], "right": None}, second
        assert second["barriers"] == {"may_count_warps": False, "count_warps": None}, second
        text = run(program, **variables).stdout.decode(errors="replace")
        assert len(re.findall(r"^  (matrices|barriers) ", text, re.M)) == (3 if right else 2), text
        for line in lines:
            assert re.search(r"^  (matrices|barriers)    " + line + "$", text, re.M), (line, text)


def fake(program):
    result = run(program, "--json")
    assert result.returncode == 0, result
    answer = read(result)
    check_shape(answer)
    assert answer["error"] is None
    first, second = answer["devices"]
    assert first["name"] == ("quote \" backslash \\ tab \t bell \a del \x7f caf\u00e9 \u6f22"
                             " bad \ufffd\ufffd\ufffd"), first["name"]
    assert first["driver"] == "" and first["driver_version"] == "</script>\n"
    assert first["device_id"] == 0xffffffff and first["memory_bytes"] == 2**64 - 1
    assert first["uuid"] == "00010203-0405-0607-0809-0a0b0c0d0eff"
    assert first["luid"] == "fedcba9876543210"
    assert first["pci"] == "10000:c1:1f.7", first["pci"]
    assert first["drm_node"] == {"major": 226, "minor": 4000000000, "path": None}
    assert all(what["importable"] for what in first["imports"].values())
    assert second["luid"] is None and second["pci"] is None and second["drm_node"] is None
    assert second["imports"]["memory_opaque_fd"]["why_not"] == 'a "reason"'
    assert first["remedy"] is None
    assert first["loop_rounds"] == 0 and second["loop_rounds"] == 1000
    assert second["remedy"] == {"A_PATH": '/a "folder"', "LAYERS": "a=b"}, second["remedy"]

    check_cards(answer)
    assert [card["name"] for card in answer["cards"]] == [first["name"], "second", "third"]
    assert [[way["driver"], way["verdict"]] for way in answer["cards"][0]["ways"]] == [
        ["new", "used"], ["broken", "absent"], ["old", "unwanted"]]
    assert answer["cards"][0]["ways"][1]["why"] == '"libbroken" is missing'
    assert len(answer["cards"][1]["ways"]) == 1          # it has no place on a bus
    assert answer["cards"][2]["pci"] == "0000:09:00.0"
    assert answer["cards"][2]["ways"][0] == {
        "driver": "new", "verdict": "unfit", "device": None,
        "why": '/dev/"node" cannot be opened: Permission denied'}
    assert answer["drivers"][3] == {"name": "forgotten", "in_build": False, "wanted": False,
                                    "devices": 0, "unfit": 0, "error": None}

    for words, checks in (("", [False, False]), ("memory", [True, False]),
                          ("memory,exit", [True, True])):
        answer = read(run(program, "--json", GPUINTEROP_CHECK=words))
        assert [answer["checks"][name] for name in ("memory", "exit")] == checks, answer
    for seconds, limit in (("", 0), ("0.5", 0.5), ("7", 7)):
        answer = read(run(program, "--json", GPUINTEROP_KERNEL_SECONDS=seconds))
        assert answer["kernel_seconds"] == limit, answer
    text = run(program, GPUINTEROP_KERNEL_SECONDS="2.5")
    assert b"\nkernels: end their context after 2.5 s (GPUINTEROP_KERNEL" in text.stdout, text
    text = run(program, GPUINTEROP_CHECK="memory,exit")
    assert b"\nkernels: run without a limit of time (GPUINTEROP_KERNEL" in text.stdout, text
    assert b"\nchecks: memory, exit (GPUINTEROP_CHECK)\n" in text.stdout, text

    check_colours(program)
    check_summary(program)
    check_results(program)
    text = run(program)
    assert text.returncode == 0
    for wanted in (b"\ndrivers: new, broken (GPUINTEROP_DRIVER)\n",
                   b"\n  new         lists 2, and 1 that it cannot drive\n",
                   b'\n  broken      "libbroken" is missing\n',
                   b"\n  old         lists 1; GPUINTEROP_DRIVER leaves it out\n",
                   b"\n  forgotten   not in this build\n", b"\ncard 2: third, PCI 0000:09:00.0\n",
                   b'\n  no device   new: /dev/"node" cannot be opened: Permission denied\n'):
        assert wanted in text.stdout, wanted
    assert text.stdout.count(b"the driver ends all loops") == 1
    for wanted in (b" after 1000 rounds;\n", b"\n  remedy      another driver\n",
                   b"device 0: quote", b"device 1: second", b"10000:c1:1f.7", b"226:4000000000",
                   b'no  memory, opaque fd: a "reason"', b"no  memory, dma-buf: no reason known",
                   b'\n                A_PATH=/a "folder"\n                LAYERS=a=b\n'):
        assert wanted in text.stdout, wanted

    without_gl(program)
    if not fake_gl(program):
        print("EGL makes no context here")

    result = run(program, "--json", NO_DEVICES="1")
    assert result.returncode == 1
    nothing = read(result)
    assert nothing["error"] == 'no "device"' and nothing["devices"] == []
    assert len(nothing["cards"]) == 3
    result = run(program, NO_DEVICES="1")
    assert result.returncode == 1 and b'no device: no "device"' in result.stdout


def vulkan_uuids(vulkaninfo):
    """The UUIDs of Vulkan's own devices, or None where that cannot be asked."""
    if vulkaninfo is None:
        return None
    result = subprocess.run([vulkaninfo], capture_output=True, text=True, timeout=120, check=False,
                            errors="replace")
    found = re.findall(r"deviceUUID\s*=\s*([0-9a-f-]{36})", result.stdout)
    return set(found) or None


def check_remedy(program, answer):
    """With what the tool says is missing, nothing is missing."""
    for device in answer["devices"]:
        if device["remedy"] is None:
            assert not os.path.isdir(os.path.join(os.path.dirname(program), "drivers/layer")) \
                or device["imports"]["timeline_semaphore_opaque_fd"]["importable"], device
            continue
        lines = "".join(f"                {name}={value}\n"
                        for name, value in device["remedy"].items())
        text = run(program).stdout.decode()
        assert "\n  remedy      Vulkan programs can share semaphores" in text and lines in text, text
        mended = read(run(program, "--json", **device["remedy"]))["devices"][device["ordinal"]]
        assert mended["imports"]["binary_semaphore_opaque_fd"]["importable"], mended
        assert mended["imports"]["timeline_semaphore_opaque_fd"]["importable"], mended
        assert mended["remedy"] is None, mended


def real(program):
    result = run(program, "--json")
    answer = read(result)
    check_shape(answer)
    check_cards(answer)
    check_remedy(program, answer)
    assert result.returncode == (0 if answer["devices"] else 1)
    assert (answer["error"] is None) == bool(answer["devices"])
    text = run(program)
    assert text.returncode == result.returncode
    for device in answer["devices"]:
        assert device["uuid"].encode() in text.stdout
        assert 0 < device["max_allocation_bytes"] and 0 < device["memory_bytes"]
    check_clang(program)
    without_gl(program)
    real_gl(program, answer["devices"])
    known = vulkan_uuids(shutil.which("vulkaninfo"))
    if known is not None:
        strangers = {device["uuid"] for device in answer["devices"]} - known
        assert not strangers, f"vulkaninfo knows {known}, not {strangers}"
    nothing = run(program, "--json", GPUINTEROP_DEVICES="-1")
    assert nothing.returncode == 1
    assert read(nothing)["devices"] == [] and read(nothing)["error"]
    check_cards(read(nothing))
    if not answer["devices"]:
        print("no device here:", answer["error"])
        return 77
    return 0


# Settings of the card, GPUINTEROP_DRIVER, and of each card by its place: the ways to it.
FIRST, SECOND = "0000:03:00.0", "0000:04:00.0"
ON_CARD = [
    ("", None, {FIRST: [("vulkan", "used", "the first of vulkan, amdgpu (this build's order)"),
                        ("amdgpu", "behind", "GPUINTEROP_DRIVER=amdgpu would choose")]}),
    ("", "amdgpu", {FIRST: [("amdgpu", "used", "(GPUINTEROP_DRIVER)"),
                            ("vulkan", "unwanted", "GPUINTEROP_DRIVER leaves it out")]}),
    ("", "amdgpu,vulkan", {FIRST: [("amdgpu", "used", "the first of amdgpu, vulkan"),
                                   ("vulkan", "behind", "driver amdgpu has the card")]}),
    ("cards=2", "amdgpu", {FIRST: [("amdgpu", "used", ""), ("vulkan", "unwanted", "")],
                           SECOND: [("amdgpu", "used", ""), ("vulkan", "unwanted", "")]}),
    ("cards=2,closed=2", "amdgpu",
     {FIRST: [("amdgpu", "used", ""), ("vulkan", "unwanted", "")],
      SECOND: [("amdgpu", "unfit", "/dev/dri/renderD129 cannot be opened: Permission denied"),
               ("vulkan", "absent", "it does not list the card")]}),
    ("cards=2,bare=1", "amdgpu,vulkan",
     {FIRST: [("amdgpu", "unfit", "it has no render node in /dev/dri"), ("vulkan", "absent", "")],
      SECOND: [("amdgpu", "used", ""), ("vulkan", "behind", "")]}),
    ("minor=37", "amdgpu", {FIRST: [("amdgpu", "unfit", "interface is 3.37, 3.38 or a later 3"),
                                    ("vulkan", "unwanted", "")]}),
    ("no=timeline", "amdgpu,vulkan", {FIRST: [("amdgpu", "unfit", "no timeline sync objects"),
                                              ("vulkan", "used", "")]}),
    ("no=sdma", None, {FIRST: [("vulkan", "used", ""),
                               ("amdgpu", "unfit", "no ring of its copy")]}),
]


def card(program, preload):
    for settings, driver, expected in ON_CARD:
        variables = {"LD_PRELOAD": preload,
                     "GPUINTEROP_CARD": "no=leaks" + (settings and "," + settings),
                     "GPUINTEROP_DRIVER": driver or "", "GPUINTEROP_CARD_FOLDER": ""}
        result = run(program, "--json", **variables)
        answer = read(result)
        what = (settings, driver, answer)
        check_shape(answer)
        check_cards(answer)
        ways = {card["pci"]: card["ways"] for card in answer["cards"] if card["pci"] is not None}
        assert set(ways) == set(expected), what
        for pci, rows in expected.items():
            assert [(way["driver"], way["verdict"]) for way in ways[pci]] == \
                [row[:2] for row in rows], what
            for way, row in zip(ways[pci], rows):
                assert row[2] in way["why"], (way, row)
        devices = [device["pci"] for device in answer["devices"]]
        assert devices == sorted(devices), what
        fits = any(row[1] == "used" for rows in expected.values() for row in rows)
        assert result.returncode == (0 if fits else 1) and (answer["error"] is None) == fits, what
        if not fits:             # the sentence that programs get says why
            reason, = (row[2] for row in expected[FIRST] if row[1] == "unfit")
            assert reason in answer["error"] and FIRST in answer["error"], what
    return 0


def main():
    program, what = os.path.abspath(sys.argv[1]), sys.argv[2]
    arguments(program)
    return {"fake": fake, "real": real, "card": card}[what](program, *sys.argv[3:])


if __name__ == "__main__":
    sys.exit(main())
