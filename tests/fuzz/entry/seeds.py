#!/usr/bin/env python3
"""Small inputs for the entry points of libFuzzer, one folder for each.

    seeds.py FOLDER [MODULE.spv...]

Folders are made anew. PTX has none: its seeds are tests/translate/kernels and
tests/interpreter/kernels. Modules of SPIR-V are copied. Other inputs are written here, in the
layouts of their headers. Dictionaries are ptx.dict, of the translator's opcodes and the words of these
kernels, and trace.dict."""
import glob
import os
import re
import shutil
import struct
import sys
import zlib

PTX = (b".version 7.5\n.target sm_75\n.address_size 64\n.global .align 4 .u32 g = 7;\n"
       b".visible .entry k(.param .u64 k_param_0)\n{\n.reg .b32 %r<3>;\n.reg .b64 %d<2>;\n"
       b"ld.param.u64 %d1, [k_param_0];\nmov.u32 %r1, %tid.x;\nst.global.u32 [%d1], %r1;\nret;\n}\n")


# ---- containers: tests/container/writer.h ---------------------------------------------------------

def fatbin(*entries):
    """Of (kind, architecture, flags, code, bytes unpacked)."""
    body = b""
    for kind, architecture, flags, code, unpacked in entries:
        padded = code + bytes(-len(code) % 8)
        body += struct.pack("<HHIQIIHHIQQQQ", kind, 0x101, 64, len(padded), len(code) if unpacked else 0,
                            0, 5, 7, architecture, 0, 0x11 | flags, 0, unpacked) + padded
    return struct.pack("<IHHQ", 0xba55ed50, 1, 16, len(body)) + body


def bundle(*parts):
    place = 32 + sum(24 + len(target) for target, _ in parts)
    rows = b""
    for target, code in parts:
        rows += struct.pack("<QQQ", place, len(code), len(target)) + target
        place += len(code)
    return b"__CLANG_OFFLOAD_BUNDLE__" + struct.pack("<Q", len(parts)) + rows + b"".join(c for _, c in parts)


def lz4(text):
    """One raw block of literals alone."""
    rest = len(text) - 15
    return bytes([0xf0]) + b"\xff" * (rest // 255) + bytes([rest % 255]) + text


def zstd(text):
    """One frame with one raw block."""
    return (struct.pack("<IBQ", 0xfd2fb528, 0xe0, len(text)) +
            struct.pack("<I", len(text) << 3 | 1)[:3] + text)


def containers():
    text = PTX + b"\0"
    plain = fatbin((1, 75, 0, text, 0), (2, 75, 0, b"\x7fELF", 0))
    packed = fatbin((1, 60, 0x2000, lz4(text), len(text)), (1, 75, 0x8000, zstd(text), len(text)),
                    (1, 90, 0x100000, text, 0), (8, 90, 0, b"BC", 0))
    return {
        "ptx": PTX, "fatbin": plain, "packed": packed,
        "bundle": bundle((b"host-x86_64-unknown-linux-gnu", b""), (b"hipv4-nvptx64-nvidia-cuda--sm_75", PTX),
                         (b"hipv4-nvptx64-nvidia-cuda", packed), (b"hipv4-amdgcn-amd-amdhsa--gfx90a", b"\x7fELF")),
        "segment": struct.pack("<IIQQ", 0x466243b1, 1, 0x10, 0), "elf": b"\x7fELF\x02\x01\x01" + bytes(57),
        "compressed_bundle": b"CCOB" + struct.pack("<HHIQ", 2, 1, 24 + 8, 64) + zlib.compress(b"x"),
    }


# ---- descriptors: entry/descriptors.c and the structs of the runtime's header --------------------

def call(number, at=0):
    return bytes([number + 8 * at])


def memory(fd=0, kind=1, size=1 << 16, flags=0, at=0):
    return call(0, at) + bytes([fd]) + struct.pack("<I4x16xQI64x4x", kind, size, flags)


def buffer(offset, size, flags=0, at=0):
    return call(1, at) + struct.pack("<QQI64x4x", offset, size, flags)


def array(bits, width, height, depth, flags=0, levels=1, offset=0, kind=0, at=0):
    return call(2, at) + struct.pack("<Q5i4xQQQII64x", offset, *bits, kind, width, height, depth, flags, levels)


def semaphore(fd, kind, flags=0, at=0):
    return call(3, at) + bytes([fd]) + struct.pack("<I4x16xI64x4x", kind, flags)


def signal(value, count=1, at=0, waits=False):
    return call(5 if waits else 4, at) + bytes([count - 1]) + struct.pack("<Q64xI64x4x", value, 0) * count


def descriptors():
    return {
        "buffers": memory() + buffer(0, 1 << 16) + buffer(4096, 4096, at=0) + buffer(0, 0) + buffer(1, (1 << 64) - 1),
        "arrays": memory(flags=1) + array((32, 0, 0, 0), 64, 64, 0) + array((8, 8, 8, 8), 32, 32, 0, 2, 3) +
                  array((16, 16, 0, 0), 16, 4, 4, 0, 1, 0, 2) + array((32, 32, 32, 32), 8, 8, 6, 4),
        "timeline": semaphore(4, 9) + signal(1) + signal(1, waits=True) + signal(5, waits=True) + signal(2, 2),
        "binary": semaphore(3, 1) + signal(0) + signal(0, waits=True) + semaphore(4, 9, at=1) + signal(7, 2, waits=True),
        "refused": memory(5) + memory(6) + memory(0, 9) + semaphore(5, 1) + semaphore(0, 9) + semaphore(6, 10),
        "ends": memory() + memory(at=1) + buffer(0, 64) + array((32, 0, 0, 0), 8, 8, 0) + bytes([6, 38, 70, 14]) +
                buffer(0, 64) + memory() + buffer(64, 64),
        "held": memory() + semaphore(4, 9) + signal(5, waits=True) + buffer(0, 64) + buffer(64, 64) + bytes([38]),
    }


# ---- pages: entry/pages.c, and core/queue, core/share ---------------------------------------------

def page(kind, value, *words):
    return struct.pack("<IIIIQII", 0x4d455347, 1, kind, 0, value, 1, 1) + struct.pack(f"<{len(words)}Q", *words)


def words_of(kind, magic=0x4749):
    return struct.pack("<III", magic, kind, 77) + bytes(range(16)) + struct.pack("<QQI", 1 << 20, 0, 1)


def answer(size, offset, count, code=1):
    return struct.pack("<IIQQQQ", 0x4749, code, size, offset, count, 0) + bytes(32)


def pages():
    team = struct.pack("<IIIIQQ", 0x434d5347, 1, 2, 1, 1 << 21, 1)
    return {
        "binary": b"\0\1\0" + page(0, 1), "timeline": b"\0\7\3" + page(1, 41),
        "event": b"\1" + page(2, 0, 3, *[1, 0, 2, 1, 3, 2] * 8), "team": b"\2" + team + bytes(64),
        "ticket": b"\3" + words_of(4) + words_of(3) + bytes(32), "memory": b"\4\1" + words_of(1),
        "shared_event": b"\4\0" + words_of(2), "answer": b"\5\1" + answer(1 << 16, 4096, 4096),
        "wrong_answer": b"\5\1" + answer(1 << 40, 1 << 39, 1 << 38), "other_device": b"\5\0" + answer(1 << 16, 0, 64),
    }


# ---- timelines: docs/trace.md ----------------------------------------------------------------------

HEAD = '{"ph":"M","pid":%d,"tid":7,"name":"thread_name","args":{"name":"device 0 stream 7"}},\n'
SLICE = ('{"ph":"X","pid":%d,"tid":7,"ts":%d.000,"dur":%d.500,"cat":"%s","name":"%s","args":{"operation":1,'
         '"stream":7,"times":"device","semaphore":"%s","value":%d%s}},\n')


def timelines():
    first = "[\n" + HEAD % 1 + SLICE % (1, 1000, 1, "signal", "signal", "inode 1:2", 5, "")
    second = "[\n" + HEAD % 2 + SLICE % (2, 500, 700, "wait", "wait", "inode 1:2", 4, ',"semaphore_name":"frames"')
    work = ('{"ph":"X","pid":1,"tid":7,"ts":900.000,"dur":3.000,"cat":"copy","name":"copy","args":{"operation":2,'
            '"stream":7,"times":"device","bytes":4096,"route":"from pageable memory"}},\n'
            '{"ph":"X","pid":1,"tid":8,"ts":2000.250,"dur":0.125,"cat":"present","name":"a \\"<&> name"},\n'
            '{"ph":"s","pid":1,"tid":7,"ts":1.000,"cat":"signal","name":"signal","id":"0x1"},\n'
            '{"ph":"i","pid":1,"tid":7,"ts":5.000,"name":"records were dropped","args":{"count":3}},\n')
    local = SLICE % (1, 3000, 9, "wait", "wait", "process 1 number 8", 5, "")
    points = ('{"ph":"X","pid":1,"tid":7,"ts":1.000,"dur":1.000,"cat":"record","name":"record","args":'
              '{"stream":7,"point":3,"point_of_stream":7}},\n')
    return {
        "two": (first + "\0" + second).encode(), "work": (first + work + second[2:] + local + points).encode(),
        "damaged": (first[:-20] + "\n" + work + '{"ph":"X","pid":1e9,"ts":-1.5,"args":{"a":{"b":[1]}}},\n').encode(),
    }


# ---- dictionaries ----------------------------------------------------------------------------------

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
NUMBERS = ("0x7fffffff", "0x80000000", "0xffffffff", "0x7fffffffffffffff", "0xffffffffffffffff", "0f7f800000",
           "0f00000001", "0dfff0000000000000", "-1", "31", "33")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def ptx_words():
    opcodes = re.findall(r"\bO\((\w+),", read("core/kernel/translate/ptx/opcode_list.h"))
    kernels = "".join(read(path) for path in glob.glob(os.path.join(ROOT, "tests/*/kernels/*.ptx")))
    kernels = re.sub(r"//.*|/\*.*?\*/", "", kernels)
    return sorted(set(opcodes) | set(re.findall(r"\.[a-z]\w*|%[a-z]\w*[a-z](?:\.[xyz])?", kernels)) | set(NUMBERS))


def trace_words():
    texts = b"".join(timelines().values()).decode()
    return sorted(set(re.findall(r'"[\w ]+"', texts)) | {"{", "},\n", ":", "-1", "1e9", "18446744073709551615"})


def dictionary(words):
    escaped = (word.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\x0a") for word in words)
    return "".join(f'"{word}"\n' for word in escaped)


def main():
    folder, modules = sys.argv[1], sys.argv[2:]
    made = {"container": containers(), "descriptors": descriptors(), "pages": pages(), "trace": timelines(), "spirv": {}}
    for path in modules:
        with open(path, "rb") as file:
            made["spirv"][os.path.basename(path).partition(".")[0]] = file.read()
    for name, inputs in made.items():
        place = os.path.join(folder, name)
        shutil.rmtree(place, ignore_errors=True)
        os.makedirs(place)
        for title, data in inputs.items():
            with open(os.path.join(place, title), "wb") as file:
                file.write(data)
    for name, words in (("ptx", ptx_words()), ("trace", trace_words())):
        with open(os.path.join(folder, name + ".dict"), "w", encoding="utf-8") as file:
            file.write(dictionary(words))


main()
