#!/usr/bin/env python3
"""Runs a program with a Vulkan driver that is listed twice, so that it has two devices with one UUID.

    two_manifests.py PROGRAM [ARGUMENT...]

The driver is that of VK_DRIVER_FILES or VK_ICD_FILENAMES. Ends with 77 if neither names one file.
"""
import os
import shutil
import subprocess
import sys
import tempfile

files = os.environ.get("VK_DRIVER_FILES") or os.environ.get("VK_ICD_FILENAMES") or ""
if not files or ":" in files:
    print("skipped: VK_DRIVER_FILES names no driver, or several")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    second = shutil.copy(files, os.path.join(folder, "second.json"))
    both = files + ":" + second
    sys.exit(subprocess.run(sys.argv[1:], check=False, env={
        **os.environ, "VK_DRIVER_FILES": both, "VK_ICD_FILENAMES": both}).returncode)
