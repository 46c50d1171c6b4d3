#!/usr/bin/env python3
"""The report of ./run hardware, to be attached to an issue.

    report.py gpus INFO                 how many devices of `gpuinterop-info --json` are no CPUs
    report.py cards [SYS]               how many cards the amdgpu kernel driver has
    report.py sdma INFO                 the first device's copy engine by the amdgpu driver, as in 5
    report.py write BUILD RESULTS FILE STAGE...

write puts together: the machine, its devices as the kernel, Vulkan and gpuinterop see them, the
counts, what did not pass and, of what failed, its output, which it finds in the logs of the stages.
It leaves out the names of the host and of the user.
"""
import glob
import json
import os
import platform
import re
import subprocess
import sys
import time

OUTPUT_LINES = 150
SECONDS = 60


def said(command, **variables):
    """What a command prints, or why it says nothing."""
    try:
        result = subprocess.run(command, text=True, timeout=SECONDS, check=False,
                                errors="replace", stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, env=dict(os.environ, **variables))
    except FileNotFoundError:
        return f"(there is no {command[0]} here)"
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"({error})"
    return result.stdout.strip() or f"(nothing; it ended with {result.returncode})"


def first_line(path, wanted=""):
    """The first line of a file that begins so, without that; empty if there is none."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            for line in file:
                if line.startswith(wanted):
                    return line[len(wanted):].strip()
    except OSError:
        pass
    return ""


def kernel_devices(sys_folder="/sys"):
    """Each render node: its name, PCI address, vendor and device, kernel driver."""
    found = []
    for node in sorted(glob.glob(os.path.join(sys_folder, "class/drm/renderD*"))):
        device = os.path.join(node, "device")
        found.append({
            "node": os.path.basename(node),
            "bus": os.path.basename(os.path.realpath(device)),
            "vendor": first_line(os.path.join(device, "vendor")) or "?",
            "device": first_line(os.path.join(device, "device")) or "?",
            "revision": first_line(os.path.join(device, "revision")) or "?",
            "driver": os.path.basename(os.path.realpath(os.path.join(device, "driver"))),
        })
    return found


def cards(sys_folder="/sys"):
    return sum(device["driver"] == "amdgpu" for device in kernel_devices(sys_folder))


def gpus(path):
    """A program that fails, or says what is no JSON, has no GPUs."""
    try:
        with open(path, encoding="utf-8") as file:
            return sum(device["type"] != "cpu" for device in json.load(file)["devices"])
    except (OSError, ValueError, KeyError, TypeError):
        return 0


def sdma(path):
    """0 where the first device is not the amdgpu driver's."""
    try:
        with open(path, encoding="utf-8") as file:
            version = json.load(file)["devices"][0]["driver_version"]
    except (OSError, ValueError, LookupError, TypeError):
        return 0
    found = re.search(r"\bSDMA (\d+)\.", str(version))
    return int(found.group(1)) if found else 0


def machine(top):
    version = said(["git", "-C", top, "describe", "--always", "--dirty", "--tags"])
    yield "gpuinterop", version if "\n" not in version else "(no git here)"
    yield "date", time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
    yield "system", first_line("/etc/os-release", "PRETTY_NAME=").strip('"')
    yield "kernel", f"{platform.system()} {platform.release()} {platform.machine()}"
    yield "processor", first_line("/proc/cpuinfo", "model name").lstrip("\t :")
    yield "compiler", said(["cc", "--version"]).split("\n")[0]
    for package in ("vulkan", "libdrm_amdgpu"):
        yield package, said(["pkg-config", "--modversion", package]).split("\n")[0]
    for module in ("amdgpu", "nvidia", "i915", "xe"):
        if os.path.isdir(f"/sys/module/{module}"):
            yield f"module {module}", first_line(f"/sys/module/{module}/version") or "the kernel's"
    for name in sorted(os.environ):
        if re.match(r"(GPUINTEROP|VK|RADV|MESA)_(?!CARD_FOLDER)|"
                    r"(CUDA|HIP|ROCR)_VISIBLE_DEVICES$|LD_PRELOAD$", name):
            yield name, os.environ[name]


def logged(build, stages):
    """Each test of the stages that ran: its stage, its record and the lines it printed."""
    for stage in stages:
        try:
            with open(os.path.join(build, "meson-logs", stage + ".json"),
                      encoding="utf-8") as file:
                tests = [json.loads(line) for line in file if line.strip()]
        except OSError:
            continue
        for test in tests:
            lines = ((test.get("stdout") or "") + "\n" + (test.get("stderr") or "")).split("\n")
            yield stage, test, [line.rstrip() for line in lines if line.strip()]


def failed_outputs(build, stages):
    """Of each test that failed: its name and the end of what it printed."""
    for stage, test, lines in logged(build, stages):
        if test["result"] in ("OK", "EXPECTEDFAIL", "SKIP"):
            continue
        if len(lines) > OUTPUT_LINES:
            lines[:-OUTPUT_LINES] = [f"({len(lines) - OUTPUT_LINES} lines before these)"]
        yield f"{stage}: {test['name']}: {test['result']}", "\n".join(lines)


def skipped_cases(build, stages):
    """Of each test that left cases out: its name, and theirs. Tests print them in a list, too."""
    for stage, test, lines in logged(build, stages):
        names = [match.group(1) for match in map(re.compile(r"\[  SKIPPED \] (\S+)$").match, lines)
                 if match]
        if names:
            yield f"{stage}: {test['name']}: " + ", ".join(sorted(set(names)))


def hide(text, top):
    """The text without paths of the user's own, and without the names of user and host."""
    for path, word in ((top, "."), (os.path.expanduser("~"), "~")):
        if len(path) > 1:
            text = text.replace(path, word)
    for name in (platform.node(), os.environ.get("USER", "")):
        if len(name) > 3 and name not in ("root", "localhost"):
            text = re.sub(rf"\b{re.escape(name)}\b", "(name)", text)
    return text


def write(build, results, path, stages):
    top = os.path.dirname(os.path.abspath(build))
    info = os.path.join(build, "gpuinterop-info")
    with open(results, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if line.strip()]
    counts = ", ".join(f"{sum(row[0] == word for row in rows)} {word}"
                       for word in ("passed", "failed", "skipped"))
    # Who reads it must not take one for the other.
    where = "the EMULATED card" if os.environ.get("GPUINTEROP_CARD_FOLDER") else \
        "this machine's devices"
    parts = [f"gpuinterop on {where}: {counts}", ""]
    parts += [f"{name:<14} {value}" for name, value in machine(top)]
    parts += ["", "---- render nodes"]
    parts += ["{node} {bus} {vendor}:{device} revision {revision}, kernel driver {driver}"
              .format(**device) for device in kernel_devices()] or ["(none)"]
    summary = said(["vulkaninfo", "--summary"]).split("\n")
    parts += ["", "---- vulkaninfo --summary"]
    parts += [line for line in summary if not re.search("XDG_RUNTIME_DIR|'DISPLAY'", line)]
    parts += ["", "---- gpuinterop-info", said([info], GPUINTEROP_LOG="info")]
    if cards() > 0:
        parts += ["", "---- gpuinterop-info, the amdgpu driver",
                  said([info], GPUINTEROP_LOG="info", GPUINTEROP_DRIVER="amdgpu")]
    parts += ["", "---- results"]
    parts += [" ".join([row[0] + ":", row[1]] + [f"({why})" for why in row[2:] if why])
              for row in sorted(rows)]
    parts += ["", "---- cases that could not run"]
    parts += list(skipped_cases(build, stages)) or ["(none)"]
    for name, output in failed_outputs(build, stages):
        parts += ["", f"---- failed: {name}", output]
    with open(path, "w", encoding="utf-8") as file:
        file.write(hide("\n".join(parts) + "\n", top))


def main():
    what, arguments = sys.argv[1], sys.argv[2:]
    if what == "gpus":
        print(gpus(*arguments))
    elif what == "cards":
        print(cards(*arguments))
    elif what == "sdma":
        print(sdma(*arguments))
    else:
        write(arguments[0], arguments[1], arguments[2], arguments[3:])


if __name__ == "__main__":
    main()
