#!/usr/bin/env python3
"""Runs libdrm's own amdgpu_test on the emulated card.

    amdgpu_test.py CARD FOLDER

Debian's packages do not hold that program, so the source package of libdrm and the library CUnit
are downloaded into FOLDER by apt-get, with lists of their own; nothing is installed. Exits with 77
and says why when that cannot be done.
"""
import glob
import os
import re
import subprocess
import sys

SKIPPED = 77
KEY = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
# What the card can do: no video engines, no shaders, no plugging back in.
SUITES = {"1": "Basic Tests", "2": "BO Tests", "9": "VM Tests",
          "11": "SYNCOBJ TIMELINE Tests", "14": "CP DMA Tests"}
AT_LEAST = 18


def skip(reason):
    print(reason)
    sys.exit(SKIPPED)


def call(command, **more):
    """Runs a command; its output and whether it ended well."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False, **more)
    return done.stdout, done.returncode == 0


def fetch(folder):
    """The folder of libdrm's source, with CUnit unpacked beside it."""
    for part in ("lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(folder, "apt", part), exist_ok=True)
    try:
        with open("/etc/os-release", encoding="utf-8") as file:
            release = re.search(r"^VERSION_CODENAME=(\w+)", file.read(), re.M)
    except OSError:
        release = None
    if not release or not os.path.exists("/etc/debian_version"):
        skip("this is not Debian")
    sources = os.path.join(folder, "apt/sources.list")
    with open(sources, "w", encoding="utf-8") as file:
        for kind in ("deb", "deb-src"):
            file.write(f"{kind} {KEY} http://deb.debian.org/debian {release.group(1)} main\n")
    apt = ["apt-get", "-q", "-o", f"Dir::Etc::SourceList={sources}",
           "-o", "Dir::Etc::SourceParts=/dev/null", "-o", f"Dir::State::Lists={folder}/apt/lists",
           "-o", f"Dir::Cache={folder}/apt/cache"]
    for step in (["update"], ["source", "--download-only", "libdrm"],
                 ["download", "libcunit1-dev"]):
        try:
            output, fine = call(apt + step, cwd=folder, timeout=300)
        except (OSError, subprocess.TimeoutExpired) as error:
            skip(f"apt-get cannot be run: {error}")
        if not fine:
            skip(f"apt-get {step[0]}: {(output.strip().splitlines() or ['failed'])[-1]}")
    for archive in glob.glob(os.path.join(folder, "libdrm_*.orig.tar.xz")):
        call(["tar", "-xf", archive], cwd=folder)
    for package in glob.glob(os.path.join(folder, "libcunit1-dev_*.deb")):
        call(["dpkg-deb", "-x", package, os.path.join(folder, "cunit")])
    found = glob.glob(os.path.join(folder, "libdrm-*/tests/amdgpu"))
    if not found:
        skip("the source package of libdrm has no tests/amdgpu")
    return found[0]


def build(folder, tests):
    """Compiles the program against the installed libdrm; its path."""
    program = os.path.join(folder, "amdgpu_test")
    library = glob.glob(os.path.join(folder, "cunit/usr/lib/*/libcunit.a"))
    if not library:
        skip("the package of CUnit holds no libcunit.a")
    sources = [name for name in glob.glob(os.path.join(tests, "*.c"))
               if os.path.basename(name) != "amdgpu_stress.c"]
    top = os.path.dirname(os.path.dirname(tests))
    includes = [tests, os.path.dirname(tests), top, os.path.join(top, "amdgpu"),
                os.path.join(top, "include/drm"), os.path.join(folder, "cunit/usr/include")]
    output, fine = call(["cc", "-O1", "-w", "-D_GNU_SOURCE", "-DHAVE_LIBDRM_ATOMIC_PRIMITIVES=1",
                         "-DMAJOR_IN_SYSMACROS=1", *(f"-I{path}" for path in includes), *sources,
                         library[0], "-ldrm", "-ldrm_amdgpu", "-lpthread", "-lm", "-o", program])
    if not fine:
        skip(f"libdrm's test does not build here: {output.strip().splitlines()[-1]}")
    return program


def main():
    card, folder = (os.path.abspath(path) for path in sys.argv[1:])
    program = os.path.join(folder, "amdgpu_test")
    if not os.path.exists(program):
        os.makedirs(folder, exist_ok=True)
        program = build(folder, fetch(folder))
    passed, failed = 0, []
    environment = dict(os.environ, LD_PRELOAD=card)
    for number, name in SUITES.items():
        output, _ = call([program, "-s", number], env=environment, timeout=120)
        print(output)
        passed += len(re.findall(r"^\s*Test: .*passed$", output, re.M))
        passed += len(re.findall(r"^passed$", output, re.M))   # after a line of the card's
        failed += [name] * ("FAILED" in output or "Run Summary" not in output)
    print(f"{passed} tests of libdrm passed, suites that failed: {', '.join(failed) or 'none'}")
    return 1 if failed or passed < AT_LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
