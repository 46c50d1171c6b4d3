#!/usr/bin/env python3
"""Runs the CUDA backend of llama.cpp, as a package of npm ships it, on this library.

    llama.py BACKEND BUILD [kernels] [operators] [model] [--work DIR] [--ggml SOURCES] [--only OPERATOR...]
             [--params EXPRESSION] [--seconds N] [--table FILE] [--device N] [--prompt N] [--count N]

BACKEND is the folder of libggml-cuda.so and the libraries beside it (bins/linux-x64-cuda of the package
@node-llama-cpp/linux-x64-cuda). BUILD is a build folder of this library. Without a word all three are done.

kernels    translates each kernel of the backend's PTX by gpuinterop-translate, and counts for each target how many
           are refused, and why. Needs zstd.
operators  builds test-backend-ops of a checkout of ggml (SOURCES) against the backend, and runs each operator, or
           those of --only. It compares the backend with llama.cpp's own code for processors. cuBLAS is
           llama/cublas.cu, by cudainterop-cc. --params takes those cases alone whose parameters have EXPRESSION.

    right      the cases of an operator that agree
    wrong      those that do not: they make this script fail
    other      those that the backend says it has not
    ended      "well", "not in N s", or the sentence or signal that ended the program; later cases did not run

model      writes a small model of random weights (llama/gguf.py), and lets the backend and llama.cpp's code for
           processors say the tokens behind a prompt of N tokens (6), by llama-addon.node of the package. Each has to be
           the same; logits may differ, since the backend rounds what it multiplies with quantized weights. Needs node.

Kernels are compiled when they are launched, and none ahead (GPUINTEROP_COMPILE_AHEAD=0): a backend with thousands of
kernels would have the processor compile hundreds that are never launched.

Ends with 77 if what it needs is not here.
"""
import argparse
import collections
import os
import re
import shutil
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "llama"))
import gguf  # noqa: E402  pylint: disable=wrong-import-position

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "llama")
SOURCES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FATBIN, PTX, ZSTD = 0xba55ed50, 1, 0x8000
LINE = re.compile(r"^  ([A-Z][A-Z0-9_]*)\((.*)\): (.*)$")
REASON = re.compile(r"CUDA error: .*|GGML_ASSERT.*|.*not supported.*|terminate called.*|.*\bfailed\b.*", re.M)
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Missing(Exception):
    """What this machine lacks."""


def need(path, what):
    if path is None or not os.path.exists(path):
        raise Missing(f"no {what}" + (f": {path}" if path else ""))
    return path


# ---- kernels ----

def section_of(path, name):
    """The bytes of a section of an ELF file of 64 bits."""
    with open(path, "rb") as file:
        data = file.read()
    at, = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    headers = [struct.unpack_from("<IIQQQQ", data, at + i * size) for i in range(count)]
    for header in headers:
        start = headers[names][4] + header[0]
        if data[start:data.index(b"\0", start)].decode() == name:
            return data[header[4]:header[4] + header[5]]
    raise Missing(f"no section {name} in {path}")


def entries_of(data):
    """The number of a fatbin, the target and the packed bytes of each PTX in it."""
    number, at = 0, data.find(struct.pack("<I", FATBIN))
    while at >= 0:
        header, left = struct.unpack_from("<HQ", data, at + 6)
        entry, end = at + header, at + header + left
        while entry + 64 <= end:
            kind, = struct.unpack_from("<H", data, entry)
            before, behind, packed = struct.unpack_from("<IQI", data, entry + 4)
            target, = struct.unpack_from("<I", data, entry + 28)
            flags, = struct.unpack_from("<Q", data, entry + 40)
            if kind == PTX:
                start = entry + before
                yield number, target, flags & ZSTD != 0, data[start:start + (packed or behind)]
            entry += before + behind
        at = data.find(struct.pack("<I", FATBIN), max(end, at + 4))
        number += 1


def shape_of(sentence):
    """A refusal without what differs from kernel to kernel: its name, its place, numbers."""
    sentence = re.sub(r"^gpuinterop-translate: (?:\S+: )?", "", sentence)
    sentence = re.sub(r"PTX line \d+: ", "", sentence)
    return re.sub(r"\b\d+ barriers", "so many barriers", re.sub(r"\b_Z\w+", "a kernel", sentence))


def count_kernels(args, environment):
    """How many kernels there are, and how many of them were refused, and why; by target."""
    program = need(os.path.join(args.build, "gpuinterop-translate"), "translator")
    need(shutil.which("zstd"), "zstd")
    text = os.path.join(args.work, "kernels.ptx")
    kernels, refused = collections.Counter(), collections.Counter()
    for _, target, is_packed, data in entries_of(section_of(os.path.join(args.backend, "libggml-cuda.so"),
                                                            ".nv_fatbin")):
        if is_packed:
            data = subprocess.run(["zstd", "-dc"], input=data, stdout=subprocess.PIPE, check=True).stdout
        data = data.rstrip(b"\0")
        if b".entry" not in data:
            continue
        with open(text, "wb") as file:
            file.write(data)
        done = subprocess.run([program, "--device", str(args.device), text], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        kernels[target] += len(re.findall(r"^kernel ", done.stdout, re.M))
        sentences = done.stderr.splitlines()
        for sentence in sentences:
            refused[target, shape_of(sentence)] += 1
        if done.returncode not in (0, 1) or (done.returncode == 1 and not sentences):
            refused[target, f"the translator ended with {done.returncode}"] += 1
    return kernels, refused


def print_kernels(args, environment):
    kernels, refused = count_kernels(args, environment)
    for target, count in sorted(kernels.items()):
        of_target = {why: number for (at, why), number in refused.items() if at == target}
        args.say(f"compute_{target}: {count} kernels, {count - sum(of_target.values())} translated")
        for why, number in sorted(of_target.items(), key=lambda item: -item[1]):
            args.say(f"    {number:5} refused: {why}")
    return 0


# ---- operators ----

def run_build(words, environment=None):
    done = subprocess.run(words, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    if done.returncode != 0:
        raise Missing(f"{words[0]} does not build it:\n{done.stdout[-2000:]}")


def build_products(args, environment):
    """The stand-in for cuBLAS, in a folder of its own."""
    folder = os.path.join(args.work, "cublas")
    os.makedirs(folder, exist_ok=True)
    driver = need(os.path.join(args.build, "api_cuda/cc/cudainterop-cc"), "cudainterop-cc")
    need(shutil.which("clang"), "clang")
    run_build([driver, "-O2", "-shared", "-fPIC", "-Wl,-soname,libcublas.so.13",
               "-Wl,--version-script=" + os.path.join(HERE, "cublas.map"), os.path.join(HERE, "cublas.cu"),
               "-o", os.path.join(folder, "libcublas.so.13")], environment)
    return folder


def build_checks(args):
    """test-backend-ops; one that was built before is taken."""
    program = os.path.join(args.work, "test-backend-ops")
    if not os.path.exists(program):
        source = need(os.path.join(args.ggml or "", "tests/test-backend-ops.cpp"), "checkout of ggml (--ggml)")
        loader = [name for name in os.listdir(args.backend) if re.fullmatch(r"libggml(\.\w+\.v[\d.]+)?\.so", name)]
        run_build(["c++", "-std=c++17", "-O1", "-w", "-I" + os.path.join(args.ggml, "include"), source, "-o", program,
                   *(os.path.join(args.backend, name) for name in [*loader, "libggml-base.so"]), "-lpthread"])
    return program


def operators_of(program, environment):
    done = subprocess.run([program, "--list-ops"], env=environment, text=True, stdout=subprocess.PIPE, check=True)
    return [line.strip() for line in done.stdout.splitlines() if re.fullmatch(r"  [A-Z][A-Z0-9_]*", line)]


def why_ended(done, said):
    """The sentence of what ended the checks, or the signal."""
    found = REASON.findall(COLOURS.sub("", said))
    signal = f"signal {-done}" if done < 0 else f"status {done}"
    return f"{signal}: {found[0].strip()[:160]}" if found else signal


def run_operator(program, name, args, environment):
    """Numbers of cases that are right, wrong and not had, the wrong ones, and how it ended."""
    log = os.path.join(args.work, f"{name}.log")
    words = ["stdbuf", "-oL", program, "test", "-b", f"CUDA{args.device}", "-o", name]
    with open(log, "w+", encoding="utf-8", errors="replace") as file:
        try:
            status = subprocess.run(words + (["-p", args.params] if args.params else []), env=environment,
                                    cwd=args.backend, stdout=file, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                    timeout=args.seconds, check=False).returncode
        except subprocess.TimeoutExpired:
            status = None
        file.seek(0)
        said = file.read()
    results = [match.groups() for match in map(LINE.match, COLOURS.sub("", said).splitlines()) if match]
    right = sum(end.endswith("OK") for _, _, end in results)
    wrong = [f"{operator}({of}): {end}" for operator, of, end in results if end.endswith("FAIL")]
    other = sum("not supported" in end or "skipping" in end for _, _, end in results)
    if status is None:
        ended = f"not in {args.seconds} s"
    else:
        ended = "well" if status == 0 or wrong else why_ended(status, said)
    return right, wrong, other, ended


def print_operators(args, environment):
    products = build_products(args, environment)
    program = build_checks(args)
    environment = dict(environment, LD_LIBRARY_PATH=f"{products}:{environment['LD_LIBRARY_PATH']}")
    failed, total = 0, 0
    args.say(f"{'operator':24} {'right':>6} {'wrong':>6} {'other':>6} ended")
    for name in args.only or operators_of(program, environment):
        right, wrong, other, ended = run_operator(program, name, args, environment)
        if right or wrong or other or ended != "well":
            args.say(f"{name:24} {right:6} {len(wrong):6} {other:6} {ended}")
        for case in wrong:
            args.say(f"    {case}")
        failed, total = failed + len(wrong), total + right
    args.say(f"{total} right, {failed} wrong")
    return 1 if failed else 0


# ---- a model ----

def say_tokens(backend, layers, args, environment):
    """The device, and the tokens with their logits and the speed; None: they did not end in time."""
    words = ["node", os.path.join(HERE, "tokens.js"), backend, os.path.join(args.work, "small.gguf"), str(layers),
             "plain", str(args.prompt), str(args.count)]
    try:
        done = subprocess.run(words, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=args.seconds, check=False)
    except subprocess.TimeoutExpired:
        return None
    tokens = re.findall(r"^token (\d+) ([-\d.e]+)$", done.stdout, re.M)
    speed = re.search(r"^speed ([\d.]+)$", done.stdout, re.M)
    if done.returncode != 0 or not speed:
        sys.exit(f"{' '.join(words)}: {why_ended(done.returncode, done.stderr)}")
    return re.search(r"^device (.*)$", done.stdout, re.M).group(1), tokens, speed.group(1)


def without_cuda(args):
    """A folder with the libraries of the backend but that for CUDA."""
    folder = os.path.join(args.work, "processor")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    for name in os.listdir(args.backend):
        if name != "libggml-cuda.so":
            os.symlink(os.path.join(args.backend, name), os.path.join(folder, name))
    return folder


def print_model(args, environment):
    need(shutil.which("node"), "node")
    need(os.path.join(args.backend, "llama-addon.node"), "llama-addon.node")
    products = build_products(args, environment)
    environment = dict(environment, LD_LIBRARY_PATH=f"{products}:{environment['LD_LIBRARY_PATH']}")
    gguf.write(os.path.join(args.work, "small.gguf"))
    _, right, _ = say_tokens(without_cuda(args), 0, args, environment) or sys.exit("the processor did not end in time")
    said = say_tokens(args.backend, 99, args, environment)
    if said is None:
        args.say(f"model: not ended in {args.seconds} s")
        return 0
    device, tokens, speed = said
    same = [token for token, _ in tokens] == [token for token, _ in right] and device != ""
    far = max(abs(float(one) - float(other)) for (_, one), (_, other) in zip(tokens, right))
    args.say(f"model: {'right' if same else 'wrong'}, {len(tokens)} tokens, logits differ by {far:.3f} at most, "
             f"{speed} tokens a second on {device or 'no device'}")
    return 0 if same else 1


# ---- all ----

def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("backend", type=os.path.abspath)
    parser.add_argument("build", type=os.path.abspath)
    parser.add_argument("parts", nargs="*")
    parser.add_argument("--work", default="llama-work", type=os.path.abspath)
    parser.add_argument("--ggml", type=os.path.abspath)
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--params")
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--table")
    parser.add_argument("--device", type=int, default=0)
    parser.add_argument("--prompt", type=int, default=6)
    parser.add_argument("--count", type=int, default=8)
    args = parser.parse_args()
    parts = {"kernels": print_kernels, "operators": print_operators, "model": print_model}
    unknown = set(args.parts) - set(parts)
    if unknown:
        parser.error(f"no part {unknown.pop()}")
    table = open(args.table, "w", encoding="utf-8") if args.table else None

    def say(line):
        print(line, flush=True)
        if table:
            print(line, file=table, flush=True)

    args.say = say
    os.makedirs(args.work, exist_ok=True)
    environment = dict(os.environ, LD_LIBRARY_PATH=f"{args.build}:{args.backend}")
    environment.setdefault("GPUINTEROP_HEADERS", os.path.join(SOURCES, "include"))
    environment.setdefault("GPUINTEROP_LIBRARIES", args.build)
    environment.setdefault("GPUINTEROP_COMPILE_AHEAD", "0")
    status = 0
    try:
        for name in args.parts or parts:
            status |= parts[name](args, environment)
    except Missing as missing:
        print(f"skipped: {missing}")
        return 77
    return status


if __name__ == "__main__":
    sys.exit(main())
