#!/usr/bin/env python3
"""Runs a program with several of Mesa's CPU devices in one process.

    with_devices.py COUNT PROGRAM [ARGUMENT...]

Each manifest of a driver gives one device, so copies of lavapipe's manifest give more. If the environment
names another driver, the program gets that one as it is. Exit: the program's, or 77 without lavapipe.
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile


def manifest():
    named = os.environ.get("VK_DRIVER_FILES") or os.environ.get("VK_ICD_FILENAMES")
    if named:
        return named.split(":")[0]
    found = [path for folder in ("/usr/share", "/usr/local/share", "/etc")
             for path in sorted(glob.glob(folder + "/vulkan/icd.d/lvp_icd*.json"))]
    return found[0] if found else None


def main():
    count, program = int(sys.argv[1]), sys.argv[2:]
    source = manifest()
    if source is None:
        print("skipped: no manifest of lavapipe")
        return 77
    if "lvp" not in os.path.basename(source):
        return subprocess.run(program, check=False).returncode
    with tempfile.TemporaryDirectory() as folder:
        copies = [os.path.join(folder, "lvp_%d.json" % i) for i in range(count)]
        for copy in copies:
            shutil.copy(source, copy)
        names = ":".join(copies)
        ended = subprocess.run(program, check=False,
                               env=dict(os.environ, VK_DRIVER_FILES=names, VK_ICD_FILENAMES=names))
        return ended.returncode if ended.returncode >= 0 else 1


if __name__ == "__main__":
    sys.exit(main())
