#!/usr/bin/env python3
"""`vulkaninfo --summary` shows RADV, twice, on two emulated cards.

    test_vulkaninfo.py VULKANINFO PRELOAD MANIFEST
"""
import os
import re
import subprocess
import sys

vulkaninfo, preload, manifest = sys.argv[1:4]
manifest = os.environ.get("GPUINTEROP_CARD_ICD", manifest)
if not manifest:
    print("there is no RADV here")
    sys.exit(77)
environment = dict(os.environ, LD_PRELOAD=preload, GPUINTEROP_CARD="chip=navi21+navi10",
                   VK_DRIVER_FILES=manifest, VK_ICD_FILENAMES=manifest, VK_INSTANCE_LAYERS="",
                   MESA_SHADER_CACHE_DISABLE="true")
# The program's own leaks, and those of what it loads, are not looked for.
environment["ASAN_OPTIONS"] = environment.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
done = subprocess.run([vulkaninfo, "--summary"], env=environment, text=True, timeout=50,
                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
print(done.stdout, done.stderr)
uuids = re.findall(r"deviceUUID\s*=\s*(\S+)", done.stdout)
assert len(re.findall(r"driverName\s*=\s*radv", done.stdout)) == 2, "not two devices of RADV's"
assert uuids == ["00000000-0300-0000-0000-000000000000",
                 "00000000-0400-0000-0000-000000000000"], uuids
assert "gpuinterop-card" not in done.stderr, "the card has complained"
