#!/usr/bin/env python3
"""Asks a real kernel what syncobjs do, and compares the emulated card with it.

    kernel.py kernel STATIC CARD PROGRAM FOLDER [--record]

boots a Debian kernel 6.12 with virtio-gpu in QEMU, without acceleration and without installing
anything: the packages are unpacked in FOLDER. STATIC runs there, PROGRAM on the card (its library
is CARD), and what they print is compared. --record writes the kernel's answers down.

    kernel.py record CARD PROGRAM

compares PROGRAM on the card with what was written down. Exits with 77 and says why when QEMU or the
kernel cannot be had.
"""
import difflib
import glob
import lzma
import os
import platform
import re
import shutil
import subprocess
import sys

SKIPPED = 77
HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(HERE, "linux-6.12.txt")
DIFFERENCES = os.path.join(HERE, "differences.txt")
MODULES = ["drm", "drm_kms_helper", "drm_shmem_helper", "virtio_dma_buf", "virtio-gpu", "vgem"]
BEGIN, END = "-- what the kernel answers", "-- that was all"
INIT = f"""#!/bin/busybox sh
/bin/busybox mkdir -p /dev /proc
/bin/busybox mount -t devtmpfs none /dev
/bin/busybox mount -t proc none /proc
exec >/dev/ttyS0 2>&1 </dev/null
for module in {" ".join(MODULES)}; do
    /bin/busybox insmod /modules/$module.ko || echo "insmod $module failed"
done
/bin/busybox stty -onlcr -F /dev/ttyS0
/bin/busybox echo "{BEGIN}"
/syncobj
/bin/busybox echo "{END} $?"
/bin/busybox poweroff -f
"""


def skip(reason):
    print(reason)
    sys.exit(SKIPPED)


def call(command, timeout=300, **more):
    """Runs a command; its output and whether it ended well."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", check=False, timeout=timeout,
                              stdin=subprocess.DEVNULL, **more)
    except subprocess.TimeoutExpired as error:
        told = error.stdout or b""
        return (told if isinstance(told, str) else told.decode(errors="replace")) \
            + f"\nnot done after {timeout} seconds", False
    except OSError as error:
        return str(error), False
    return done.stdout, done.returncode == 0


# ---- the packages -------------------------------------------------------------------------------

def apt(folder, command, *arguments):
    """apt-get with a cache of its own; skips when it cannot."""
    output, fine = call(["apt-get", "-q", "-o", f"Dir::Cache={folder}/apt", "-o",
                         "Debug::NoLocking=1", "-o", "Acquire::Retries=1", "-o",
                         "Dpkg::Use-Pty=0", command, *arguments], timeout=600,
                        cwd=os.path.join(folder, "apt/archives"))
    if not fine:
        skip(f"apt-get {command}: {(output.strip().splitlines() or ['failed'])[-1]}")
    return output


def newest_kernel():
    """The package of the newest 6.12 for all PCs that apt offers."""
    output, _ = call(["apt-cache", "pkgnames", "linux-image-6.12."])
    found = re.findall(r"^linux-image-6\.12\.[^-\s]+-amd64(?:-unsigned)?$", output, re.M)
    if not found:
        skip("apt offers no linux-image-6.12 for amd64; Debian 12's security updates have "
             "it (does apt-get update help?)")

    def order(name):
        return [int(part) for part in re.findall(r"\d+", name)], name.endswith("unsigned")
    return max(found, key=order)


def fetch(folder):
    """Unpacks QEMU, busybox and a kernel in the folder, once."""
    root, mark = os.path.join(folder, "root"), os.path.join(folder, "unpacked")
    if os.path.exists(mark):
        return root
    if platform.machine() != "x86_64":
        skip("the kernel and the program are for x86-64, which this machine is not")
    if not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        skip("there is no apt-get here")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "apt/archives/partial"))
    kernel = newest_kernel()
    print(f"downloading {kernel}, busybox-static and QEMU", flush=True)
    apt(folder, "download", kernel)
    apt(folder, "download", "busybox-static")
    if not shutil.which("qemu-system-x86_64"):
        apt(folder, "install", "-y", "--download-only", "--no-install-recommends",
            "qemu-system-x86")
    for package in glob.glob(os.path.join(folder, "apt/archives/*.deb")):
        if not call(["dpkg-deb", "-x", package, root])[1]:
            skip(f"cannot unpack {os.path.basename(package)}")
    shutil.rmtree(os.path.join(folder, "apt"))
    with open(mark, "w", encoding="utf-8") as file:
        file.write(kernel + "\n")
    return root


# ---- the machine --------------------------------------------------------------------------------

def one(pattern):
    found = glob.glob(pattern, recursive=True)
    if not found:
        skip(f"the packages hold no {os.path.basename(pattern)}")
    return found[0]


def module(root, name):
    """A module's bytes, unpacked."""
    path = one(os.path.join(root, f"lib/modules/*/kernel/**/{name}.ko*"))
    with open(path, "rb") as file:
        data = file.read()
    return lzma.decompress(data) if path.endswith(".xz") else data


class Archive:
    """An archive in the kernel's format for its first files (cpio, newc)."""

    def __init__(self):
        self.data, self.count = bytearray(), 0

    def add(self, name, mode, data=b"", device=(0, 0)):
        self.count += 1
        fields = [self.count, mode, 0, 0, 1, 0, len(data), 0, 0, *device, len(name) + 1, 0]
        self.data += b"070701" + b"".join(b"%08X" % field for field in fields)
        self.data += name.encode() + b"\0"
        self.data += bytes(-len(self.data) % 4) + data
        self.data += bytes(-len(self.data) % 4)

    def write(self, path):
        self.add("TRAILER!!!", 0)
        with open(path, "wb") as file:
            file.write(self.data)


def first_files(root, static, path):
    archive = Archive()
    for folder in ("dev", "bin", "modules"):
        archive.add(folder, 0o040755)
    archive.add("dev/console", 0o020600, device=(5, 1))
    archive.add("init", 0o100755, INIT.encode())
    for name, source in (("bin/busybox", one(os.path.join(root, "**/bin/busybox"))),
                         ("syncobj", static)):
        with open(source, "rb") as file:
            archive.add(name, 0o100755, file.read())
    for name in MODULES:
        archive.add(f"modules/{name}.ko", 0o100644, module(root, name))
    archive.write(path)


def qemu(root):
    """The command of an installed QEMU or of the unpacked one, and its environment."""
    installed = shutil.which("qemu-system-x86_64")
    if installed:
        return [installed], dict(os.environ)
    libraries = os.path.dirname(one(os.path.join(root, "usr/lib/**/libslirp.so.0")))
    more = os.path.join(root, os.path.relpath(libraries, os.path.join(root, "usr")))
    environment = dict(os.environ, QEMU_MODULE_DIR=os.path.join(libraries, "qemu"),
                       LD_LIBRARY_PATH=f"{libraries}:{more}")
    return [os.path.join(root, "usr/bin/qemu-system-x86_64"),
            "-L", os.path.join(root, "usr/share/seabios"),
            "-L", os.path.join(root, "usr/share/qemu")], environment


def ask_kernel(static, folder):
    """The version of the kernel that was booted, and what the program printed on it."""
    root = fetch(folder)
    files = os.path.join(folder, "initramfs")
    first_files(root, static, files)
    kernel = one(os.path.join(root, "boot/vmlinuz-*"))
    command, environment = qemu(root)
    output, fine = call(command + [
        "-accel", "tcg", "-cpu", "max", "-m", "768", "-nodefaults", "-no-user-config",
        "-device", "virtio-gpu-pci", "-vga", "none", "-display", "none", "-nic", "none",
        "-serial", "stdio", "-no-reboot", "-kernel", kernel, "-initrd", files,
        "-append", "console=ttyS0 quiet panic=-1"], env=environment)
    with open(os.path.join(folder, "console.log"), "w", encoding="utf-8") as file:
        file.write(output)
    output = output.replace("\r", "")
    if BEGIN not in output and not fine:
        skip(f"QEMU does not boot it: {(output.strip().splitlines() or ['it said nothing'])[-1]}")
    told = re.search(re.escape(BEGIN) + r"\n(.*)" + re.escape(END) + r" (\d+)", output, re.S)
    if not told or told.group(2) != "0":
        print(output)
        sys.exit("the program did not come to its end on the kernel")
    return os.path.basename(kernel).removeprefix("vmlinuz-"), told.group(1)


# ---- comparing ----------------------------------------------------------------------------------

def ask_card(library, program):
    environment = dict(os.environ, LD_PRELOAD=library, GPUINTEROP_CARD="chip=navi21")
    done = subprocess.run([program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          env=environment, check=False, timeout=120)
    sys.stderr.write(done.stderr)
    if done.returncode != 0:
        print(done.stdout)
        sys.exit(f"the program ended with {done.returncode} on the card")
    return done.stdout


def known_differences():
    """Rows in which the card is another on purpose: {the kernel's row: the card's}."""
    with open(DIFFERENCES, encoding="utf-8") as file:
        lines = [line.rstrip("\n") for line in file if not line.startswith("#")]
    return dict(line.split(" -> ") for line in lines if line)


def compare(kernel, card):
    """Prints where they differ; whether they do otherwise than is written down."""
    known = known_differences()
    unused = set(known) - set(kernel.splitlines())
    expected = [known.get(line, line) for line in kernel.splitlines()]
    lines = list(difflib.unified_diff(expected, card.splitlines(), "kernel", "card", lineterm="",
                                      n=0))
    print("\n".join(lines + [f"no such row any more: {line}" for line in sorted(unused)]))
    print(f"{len(expected)} rows, {len(known)} differ on purpose, "
          f"{'the others are the same' if not lines else 'others differ too'}")
    return bool(lines or unused)


def answers(text):
    """What was written down, without its comments."""
    return "".join(line for line in text.splitlines(True) if not line.startswith("#"))


def main():
    what, *arguments = sys.argv[1:]
    with open(RECORD, encoding="utf-8") as file:
        written = answers(file.read())
    if what == "record":
        library, program = arguments
        return compare(written, ask_card(library, program))
    static, library, program, folder = map(os.path.abspath, arguments[:4])
    version, told = ask_kernel(static, folder)
    print(f"kernel {version}")
    if "--record" in arguments:
        with open(RECORD, "w", encoding="utf-8") as file:
            file.write(f"# What Linux {version} with virtio-gpu answered; `./run kernel` asks "
                       f"again.\n{told}")
    elif told != written:
        print("\n".join(difflib.unified_diff(written.splitlines(), told.splitlines(),
                                             "linux-6.12.txt", version, lineterm="", n=0)))
        print("this kernel answers otherwise than the one whose answers are written down")
    return compare(told, ask_card(library, program))


if __name__ == "__main__":
    sys.exit(main())
