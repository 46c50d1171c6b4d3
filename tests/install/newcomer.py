#!/usr/bin/env python3
"""What docs/first-steps.md says about the way from source to a running program.

    newcomer.py way SOURCE BUILD  runs its commands, as they stand, in a copy of the source, and then those of the
                                 README for the first program; objects that BUILD has are not compiled again
                                 (cc_from_build.sh)
    newcomer.py packages SOURCE  compares its packages with those that ./run knows, and the README's
                                 commands and program with its own
"""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

LAYER = "VK_LAYER_GPUINTEROP_external_semaphore"

# The commands build what they build for everybody, but in less time.
FASTER = {"CFLAGS": "-O0 -g0"}
REUSING_CC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cc_from_build.sh")
DROPPED = ("-O", "-g", "-W")
WITH_VALUE = ("-o", "-MF", "-MQ")
MARK = "-------- block"


def text_of(source, name):
    with open(os.path.join(source, name), encoding="utf-8") as file:
        return file.read()


def section(source):
    return text_of(source, "docs/first-steps.md")


def copy(source, target):
    """The files of the source; nothing that is built or hidden."""
    def unwanted(folder, names):
        return [name for name in names if name.startswith(".") or name == "__pycache__"
                or os.path.exists(os.path.join(folder, name, "build.ninja"))
                or (folder == source and name.startswith("build"))]

    shutil.copytree(source, target, ignore=unwanted)


def write_words(build, source, copied, folder):
    """For cc_from_build.sh: what the compiler was called with for each object, as for the copy."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        entries = [entry for entry in json.load(file) if not entry["output"].startswith("tests/")]
    for entry in entries:
        words = shlex.split(entry["command"].replace(source, copied))
        while not words[0].startswith("-"):
            words.pop(0)
        words = [word for before, word in zip([""] + words, words)
                 if word not in WITH_VALUE and before not in WITH_VALUE
                 and not word.startswith(DROPPED)]
        path = os.path.join(folder, entry["output"] + ".words")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(" ".join(words) + "\n")


def run_blocks(blocks, folder, home, build):
    """What each block prints; the blocks are one script, which ends at the first failure."""
    script = "set -eu\n" + "".join(f"echo '{MARK}'\n{block}" for block in blocks)
    environment = {name: value for name, value in os.environ.items()
                   if not name.startswith(("VK_ADD_LAYER", "VK_INSTANCE_LAYERS", "VK_LAYER",
                                           "GPUINTEROP_", "PKG_CONFIG", "LD_", "DESTDIR"))}
    environment.update(FASTER, HOME=home, GPUINTEROP_LOG="error", REUSED=build,
                       REUSED_WORDS=os.path.join(home, "words"),
                       CC=shutil.copy(REUSING_CC, os.path.join(home, "cc")))
    done = subprocess.run(["sh"], input=script, cwd=folder, env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        sys.exit(f"{done.stdout[-4000:]}\n{done.stderr}\nthe commands ended with {done.returncode}")
    return done.stdout.split(MARK + "\n")[1:], done.stderr


def readme_commands(source):
    """The README's commands for its first program and for those with kernels, where there is clang."""
    words = re.search(r"^## A first program\n(.*?)^## ", text_of(source, "README.md"), re.DOTALL | re.MULTILINE)[1]
    lines = re.findall(r"^    (\S.*)$", re.sub(r"```.*?```", "", words, flags=re.DOTALL), re.MULTILINE)
    assert len(lines) == 5, lines
    return "".join(line + "\n" for line in lines if shutil.which("clang") or "interop-cc" not in line)


def way(source, build):
    blocks = re.findall(r"```sh\n(.*?)```", section(source), re.DOTALL)
    assert len(blocks) == 4, f"{len(blocks)} blocks of commands"
    blocks.append(readme_commands(source))
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        copied = os.path.join(folder, "source")
        copy(source, copied)
        write_words(build, source, copied, os.path.join(folder, "words"))
        said, errors = run_blocks(blocks, copied, folder, build)
    tool, program, driver, layer, readme = said
    assert "tests/" not in tool, "the commands build tests"
    assert len(re.findall(r"^.* wrote 42$", program, re.MULTILINE)) == 2, program
    assert re.search(r"^.* wrote 42$", readme, re.MULTILINE), readme
    assert driver == "the driver interface wrote 42\n", driver
    if "no  timeline semaphore, opaque fd" in tool:
        wanted = (f"VK_ADD_LAYER_PATH={folder}/.local/gpuinterop/share/vulkan/explicit_layer.d\n",
                  f"VK_INSTANCE_LAYERS={LAYER}\n")
        for line in wanted:
            assert " " + line in tool, f"the tool does not say {line}{tool}"
    for what in ("memory, opaque fd", "binary semaphore, opaque fd",
                 "timeline semaphore, opaque fd"):
        assert f"yes {what}\n" in layer, layer
    # A healthy program logs no error; the tools that build may warn of this or that.
    assert "gpuinterop: " not in errors, errors
    return 0


def packages(source):
    with open(os.path.join(source, "tests/stages/packages.sh"), encoding="utf-8") as file:
        rows = re.search(r"^things\(\) \{\n.*?<<'TEXT'\n(.*?)^TEXT", file.read(),
                         re.DOTALL | re.MULTILINE).group(1)
    known = {row.split()[2] for row in rows.splitlines()}
    table = [[cell.strip() for cell in row.strip("|").split("|")]
             for row in section(source).splitlines() if row.startswith("| ")]
    assert table[0] == ["for", "Debian, Ubuntu", "Fedora", "Arch"], table[0]
    named = {package for row in table[1:] for package in row[1].split()}
    assert named == known, f"first-steps.md and ./run differ in {sorted(named ^ known)}"
    assert all(len(row) == 4 and all(row) for row in table), table
    for block in re.findall(r"```\w+\n(.*?)```", text_of(source, "README.md"), re.DOTALL):
        assert block in section(source), f"first-steps.md does not have what the README has: {block}"
        # ./run has set that folder up with another prefix, which Meson would keep.
        assert "setup build " not in block, f"the folder of ./run is set up once more: {block}"
    assert text_of(source, "README.md").count("\n") <= 200, "the README has more than 200 lines"
    return 0


if __name__ == "__main__":
    sys.exit({"way": way, "packages": packages}[sys.argv[1]](*sys.argv[2:]))
