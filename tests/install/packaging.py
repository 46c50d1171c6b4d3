#!/usr/bin/env python3
"""The files in core/packaging/debian: packaging.py SOURCE BUILD MESON

Each file that is installed belongs to one package, no package asks for a file that is not there,
the changelog has the version of meson.build, and its news are in docs/news.md."""
import fnmatch
import glob
import json
import os
import re
import subprocess
import sys

# Options of this build can leave these out, or tests put them there.
MAY_BE_ABSENT = ("usr/lib/*/libgpuinterop-spirv.so.*", "usr/lib/*/libgpuinterop-spirv.so")


def installed(build, meson):
    said = subprocess.run([meson, "introspect", build, "--installed", "--buildoptions"],
                          stdout=subprocess.PIPE, text=True, check=True)
    facts = json.loads(said.stdout)
    options = {option["name"]: option["value"] for option in facts["buildoptions"]}
    return sorted({as_packaged(path, options) for path in facts["installed"].values()})


def as_packaged(path, options):
    """Where Debian has it."""
    path = os.path.relpath(path, options["prefix"])
    lib = options["libdir"].rstrip("/") + "/"
    return "usr/lib/triplet/" + path[len(lib):] if path.startswith(lib) else "usr/" + path


def patterns(folder):
    """{pattern: package}"""
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "*.install"))):
        with open(path, encoding="utf-8") as file:
            for line in file.read().split():
                assert line not in found, f"{line} is in two packages"
                found[line] = os.path.basename(path)[:-len(".install")]
    return found


def takes(pattern, path):
    """As dh_install does: * ends at a /, and a folder has all that is in it."""
    wanted, have = pattern.split("/"), path.split("/")
    return len(have) >= len(wanted) and all(map(fnmatch.fnmatchcase, have, wanted))


def check_files(folder, paths):
    wanted = patterns(folder)
    said = []
    for path in paths:
        packages = {package for pattern, package in wanted.items()
                    if takes(pattern, path) or takes(path, pattern)}
        if not packages:
            said.append(f"no package has {path}")
        elif len(packages) > 1 and "." in os.path.basename(path):
            said.append(f"{path} is in {sorted(packages)}")
    said += [f"{package} asks for {pattern}, and nothing like it is installed"
             for pattern, package in wanted.items() if pattern not in MAY_BE_ABSENT and
             not any(takes(pattern, path) or takes(path, pattern) for path in paths)]
    with open(os.path.join(folder, "control"), encoding="utf-8") as file:
        named = set(re.findall(r"^Package: (.*)", file.read(), re.M))
    said += [f"control has no package {package}" for package in set(wanted.values()) - named]
    return said


def check_version(source, folder):
    with open(os.path.join(source, "meson.build"), encoding="utf-8") as file:
        version = re.search(r"^  version: '(.*)',", file.read(), re.M)[1]
    said = []
    for path, words in ((os.path.join(folder, "changelog"), f"gpuinterop ({version}-"),
                        (os.path.join(source, "docs", "news.md"), f"\n## {version}\n")):
        with open(path, encoding="utf-8") as file:
            if words not in file.read():
                said.append(f"{path} says nothing about {version}")
    return said


def main(source, build, meson):
    folder = os.path.join(source, "core", "packaging", "debian")
    said = check_files(folder, installed(build, meson)) + check_version(source, folder)
    print("\n".join(said))
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
