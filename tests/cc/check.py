#!/usr/bin/env python3
"""Checks the compiler drivers.

    check.py CASE SOURCES BUILD [PROGRAM]

CASE is math, values, values-hip, every, matrices, run, or a function check_CASE below. run takes the name of a
program instead of PROGRAM, or several with commas between them, which become one program. It may take
the version of clang to use behind it. Exit 77 without a clang that makes PTX.
"""
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import matrix_forms
import user_names
from refused_sources import DESTRUCTORS, FIRST_VALUES, FIRST_VALUE_SOURCE, LATE_ALIGNAS, MANAGED, REFUSED_VARIABLE

HERE = os.path.dirname(os.path.abspath(__file__))
# Kernels of every.cu that the test's target refuses: it has no prelude.
REFUSED = ["textures"]
SOURCES, BUILD = (os.path.abspath(word) for word in sys.argv[2:4])
CUDA = os.path.join(BUILD, "api_cuda/cc/cudainterop-cc")
HIP = os.path.join(BUILD, "api_hip/cc/hipinterop-cc")
ENVIRONMENT = {**os.environ, "GPUINTEROP_HEADERS": os.path.join(SOURCES, "include"),
               "GPUINTEROP_LIBRARIES": BUILD}
KERNEL = """
template <class T> __global__ void add(int n, T *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] += T(1);
}
"""
CALLS = {
    "cuda": "void launch(float *x) { add<<<1, 32>>>(32, x); cudaDeviceSynchronize(); }\n",
    "hip": "#include <hip/hip_runtime.h>\n" + KERNEL
           + "void launch(float *x) { add<<<1, 32>>>(32, x); (void)hipDeviceSynchronize(); }\n"
}
CALLS["cuda"] = KERNEL + CALLS["cuda"]


def has_clang():
    """Whether there is a clang that makes PTX."""
    clang = shutil.which(os.environ.get("GPUINTEROP_CLANG", "clang"))
    if not clang:
        return False
    run = subprocess.run([clang, "--print-targets"], text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, check=False)
    return "nvptx64" in run.stdout


def call(*words, want=0, environment=None, cwd=None):
    """Runs a command, and returns all that it writes. Any other status than wanted fails."""
    run = subprocess.run(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=cwd,
                         env=environment or ENVIRONMENT, check=False)
    if run.returncode != want:
        sys.exit(f"{' '.join(words)}\nended with {run.returncode}, not {want}:\n{run.stdout}")
    return run.stdout


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def expect(condition, what):
    if not condition:
        sys.exit(f"failed: {what}")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def check_goals(folder):
    """-c, -S, -E, -ptx, -fatbin; a space in each path; nothing stays behind."""
    folder = os.path.join(folder, "a space")
    own = os.path.join(folder, "temporary")
    os.makedirs(own)
    environment = {**ENVIRONMENT, "TMPDIR": own}
    for driver, name, magic in ((CUDA, "cuda", b"\x50\xed\x55\xba"),
                                (HIP, "hip", b"__CLANG_OFFLOAD_BUNDLE__")):
        source = write(folder, "own file." + ("cu" if name == "cuda" else "hip"), CALLS[name])
        output = os.path.join(folder, "an output")
        call(driver, "-c", source, "-o", output, environment=environment)
        symbols = call("nm", output)
        for symbol in (f"__{name}RegisterFatBinary", f"__{name}RegisterFunction",
                       f"__{name}PushCallConfiguration", f"{name}LaunchKernel"):
            expect(f" U {symbol}\n" in symbols, f"{name}: the object calls {symbol}")
        expect(magic in read(output), f"{name}: the container is in the object")
        expect(b".entry" in read(output), f"{name}: its PTX is plain")
        call(driver, "-fatbin", source, "-o", output, environment=environment)
        expect(read(output).startswith(magic), f"{name}: -fatbin writes the container")
        call(driver, "-ptx", source, "-o", output, environment=environment)
        expect(b".target sm_75" in read(output), f"{name}: -ptx writes PTX for 7.5")
        call(driver, "-S", source, "-o", output, environment=environment)
        expect(b".globl" in read(output), f"{name}: -S writes assembly")
        expect("x[i] += T(1);" in call(driver, "-E", source, environment=environment),
               f"{name}: -E writes the source")
        expect("x[i] += T(1);" in call(driver, "--preprocess", source, environment=environment),
               f"{name}: --preprocess does what -E does")
        call(driver, "--compile", source, cwd=folder, environment=environment)
        expect(os.path.isfile(os.path.join(folder, "own file.o")), f"{name}: -c names the object")
        call(driver, "--cubin", source, cwd=folder, environment=environment)
        expect(read(os.path.join(folder, "own file.cubin")).startswith(magic),
               f"{name}: --cubin writes the container, with a name of its own")
        expect(os.listdir(own) == [], f"{name}: temporary files are gone")


def check_errors(folder):
    """A mistake keeps its file and line, and the status is not 0."""
    environment = {**ENVIRONMENT, "TMPDIR": folder}
    for driver, name in ((CUDA, "device.cu"), (HIP, "device.hip")):
        source = write(folder, name, "__global__ void k(int *x)\n{\n    x[0] = missing;\n}\n")
        text = call(driver, "-c", source, "-o", source + ".o", want=1, environment=environment)
        expect(f"{source}:3:12: error:" in text, "an error in device code has file and line")
        source = write(folder, name, "int f()\n{\n    return absent;\n}\n")
        text = call(driver, "-c", source, "-o", source + ".o", want=1, environment=environment)
        expect(f"{source}:3:12: error:" in text, "an error in host code has file and line")
    for words, sentence in ((["-rdc=maybe"], "true or false"), (["-cudart", "static"], "shared library"),
                            (["-o"], "its value is missing"), (["-c", "-S"], "something else")):
        expect(sentence in call(CUDA, source, *words, want=1), f"{words}: {sentence}")
    expect("no input files" in call(CUDA, want=1), "no input files")
    missing = os.path.join(folder, "missing.cu")
    expect("missing.cu" in call(CUDA, "-c", missing, want=1), "a file that is not there is named")
    expect([name for name in os.listdir(folder) if "interop-cc" in name] == [],
           "temporary files are gone")


def seen_by_terminal(*words):
    """What a failing command writes to a terminal."""
    terminal, end = os.openpty()
    run = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=end, check=False,
                         env={**{name: value for name, value in ENVIRONMENT.items() if name != "NO_COLOR"},
                              "TERM": "xterm"})
    os.close(end)
    text = os.read(terminal, 1 << 16).decode().replace("\r", "")
    os.close(terminal)
    expect(run.returncode == 1, f"{words}: ends with 1")
    return text


def check_refused_variables(folder):
    """A note of the same file and line says what to write instead of a first value, and that compiles."""
    source = write(folder, "first.cu", FIRST_VALUE_SOURCE)
    text = call(CUDA, "-ptx", source, "-o", source + ".ptx", want=1)
    expect(text.count("error: initialization is not supp") == text.count("note: shared memory has no first value")
           == len(FIRST_VALUES) and "uninitialized" not in text, "clang's own messages, and notes")
    for driver, name in ((CUDA, "variable.cu"), (HIP, "variable.hip")):
        source = write(folder, name, REFUSED_VARIABLE + "int other = absent;\n")
        text = call(driver, "-c", source, "-o", source + ".o", want=1)
        parts = [text.find(words) for words in (
            f"{source}:4:18: error: ", f"{source}:7:26: note: ", f"\n{source}:4:18: note: ",
            f"{source}:8:13: error: ", "2 errors generated")]
        expect(-1 not in parts and parts == sorted(parts), f"{name}: the note stands behind all of its error's")
        expect(text.count("shared memory has no first value") == 1, f"{name}: the other error has no such note")
    advice = re.search(r"in the kernel: (.*;) and let one thread", text).group(1)
    source = write(folder, "advice.cu", REFUSED_VARIABLE.replace("__shared__ T name;", advice))
    call(CUDA, "-ptx", source, "-o", source + ".ptx")
    expect(b".shared .align 4 .b8" in read(source + ".ptx"), "the advice makes an aligned variable")
    source = write(folder, "colour.cu", REFUSED_VARIABLE)
    text = seen_by_terminal(CUDA, "-ptx", source, "-o", "/dev/null")
    expect("\033[" in text and f"\n{source}:4:18: note: shared" in text, "on a terminal: colours, and the note without")


def check_names(folder):
    """Macros of the user's meet no name of the headers."""
    for driver, api in ((CUDA, "cuda"), (HIP, "hip")):
        source = write(folder, "names." + api, user_names.includes(os.path.join(SOURCES, "include", api)))
        call(driver, "-c", "-x", api, *user_names.words(), source, "-o", source + ".o")


def check_remembered(folder):
    """One pass alone finds out that a source needs the macro. The macro does not take alignas of host code here."""
    host = f"#ifdef __CUDA_ARCH__\n{LATE_ALIGNAS}#else\nstruct alignas(2 > 1 ? 64 : 8) other {{}};\n#endif\n"
    for words, wanted in ((LATE_ALIGNAS, [False, True, True]), (host, [False, True, True, False])):
        source = write(folder, "seen.cu", words)
        runs = [line for line in call(CUDA, "-v", "-c", source, "-o", source + ".o").splitlines() if " -x cuda " in line]
        expect(["-D__GPUINTEROP_ALIGNAS__=1" in line for line in runs] == wanted, f"the macro: {runs}")


def check_mended(folder, version, environment):
    """Variables of types with destructors compile, in each pass."""
    source = write(folder, "ends.cu", DESTRUCTORS)
    expect(call(CUDA, "-c", source, "-o", source + ".o", environment=environment) == "", f"{version}: no message")
    ptx = read(source + ".o").decode("latin-1")
    sizes = re.findall(r"\.shared \.align (\d+) \.b8 \w+\[(\d+)\]", ptx)
    expect(sorted(sizes) == [("4", "4")] * 3 + [("4", "8")] + [("64", "4")] * 2 and "of_file" in ptx,
           f"{version}: the shared variables are {sizes}")


def check_refused(folder):
    """Of what clang alone refuses, alignas behind __shared__ and destructors compile, and the rest has a note."""
    check_refused_variables(folder)
    source = write(folder, "late.cu", LATE_ALIGNAS)
    for version in ("14", "15", "16", "19"):
        if shutil.which("clang-" + version):
            environment = {**ENVIRONMENT, "GPUINTEROP_CLANG": "clang-" + version}
            check_mended(folder, version, environment)
            expect(call(CUDA, "-ptx", source, "-o", source + ".ptx", environment=environment) == "",
                   f"clang {version}: alignas behind __shared__ gives no message")
            aligned = re.findall(r"\.shared \.align (\d+)", read(source + ".ptx").decode())
            expect(sorted(aligned) == ["16", "32", "8"], f"clang {version}: the alignments are {aligned}")
    for number, words in enumerate((LATE_ALIGNAS, DESTRUCTORS)):
        source = write(folder, f"late{number}.hip", words + "__managed__ int m;\nint *host() { return &m; }\n")
        expect(call(HIP, "-c", source, "-o", source + ".o") == "", "HIP, with managed variables: no message")
    check_remembered(folder)
    source = write(folder, "wrong.cu", LATE_ALIGNAS + "int other = absent;\n")
    text = call(CUDA, "-ptx", source, "-o", source + ".ptx", want=1)
    expect(f"{source}:11:13: error: " in text and "attribute list" not in text, "beside alignas: the other error alone")
    source = write(folder, "greater.cu", LATE_ALIGNAS.replace("alignas(8) alignas(32)", "alignas(sizeof(T) > 4 ? 32 : 8)"))
    text = call(CUDA, "-ptx", source, "-o", source + ".ptx", want=1)
    expect(f"{source}:6:16: note: alignas and attributes" in text and "macro" not in text,
           "alignas that the macro does not take: clang's first messages, and the note")
    pipe = os.path.join(folder, "pipe.cu")
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", 'cat "$0" > "$1"', os.path.join(folder, "late.cu"), pipe]):
        expect("note: alignas and attributes" in call(CUDA, "-ptx", pipe, "-o", source + ".ptx", want=1),
               "a pipe is read once")


def check_files(folder):
    """An output replaces no input. The library's header is not taken from the working folder, and has
    no warnings."""
    for driver, name, header in ((CUDA, "kept.cu", "cuda_runtime.h"),
                                 (HIP, "kept.hip", "hip/hip_runtime.h")):
        source = write(folder, name, CALLS[name[5:].replace("cu", "cuda")] + "int main() {}\n")
        link = os.path.join(folder, "link to " + name)
        os.symlink(source, link)
        before = read(source)
        for words in ([source, "-o", source], ["-c", source, "-o", link], ["-ptx", link, "-o", source],
                      ["-c", "-x", name[5:], source, "-o", source], [source, "-o" + name]):
            text = call(driver, *words, want=1, cwd=folder)
            expect("would replace this input" in text, f"{words}: a sentence")
            expect(read(source) == before, f"{words}: the source stays")
        shutil.copy(source, os.path.join(folder, "a.out"))
        call(driver, "-x", name[5:], "a.out", want=1, cwd=folder)
        expect(read(os.path.join(folder, "a.out")) == before, "the source a.out stays")
        shutil.copy(source, os.path.join(folder, "own.o"))
        call(driver, "-c", "-x", name[5:], "own.o", want=1, cwd=folder)
        call(driver, "-c", source, "-o", "/dev/null", cwd=folder)
        os.makedirs(os.path.join(folder, "hip"), exist_ok=True)
        write(folder, header, "#error this is not the library's\n")
        call(driver, "-c", "-Wall", "-Wold-style-cast", "-Wzero-as-null-pointer-constant", "-Werror",
             source, "-o", source + ".o", cwd=folder)


def check_managed(folder):
    """Files with managed variables become CUDA's objects; what cannot be done has a sentence."""
    source = os.path.join(folder, "managed.cu")
    for rest, sentence in MANAGED:
        for driver, name in ((CUDA, "cuda"), (HIP, "hip")):
            include = "#include <hip/hip_runtime.h>\n" if name == "hip" else "\n"
            write(folder, "managed.cu", include + "__managed__ int x = 3;\n__global__ void k() { x++; }\n"
                  + rest + "\n")
            text = call(driver, "-c", source, "-o", source + ".o", want=0 if sentence is None else 1)
            expect((sentence or "") in text, f"{name}: {rest}: {text}")
            expect("Stack dump" not in text and "PLEASE" not in text, f"{name}: {rest}: no crash is seen")
            if sentence is not None:
                continue
            expect(text == "", f"{name}: no warnings: {text}")
            symbols = call("nm", source + ".o")
            expect(f"U __{name}RegisterManagedVar" in symbols, f"{name}: the variable is registered")
            call(driver, "-ptx", source, "-o", source + ".ptx")
            expect(b".visible .global .attribute(.managed) .align 256 .u32 x = 3;"
                   in read(source + ".ptx"), f"{name}: PTX says that it is managed")


def commands(driver, *words):
    """What -v prints, and what --dryrun does, without the names of temporary folders."""
    return [re.sub(r"/[^ ]*-cc-\w+/", "", call(driver, how, *words)) for how in ("-v", "--dryrun")]


def check_marks(folder):
    """Only what is declared as managed becomes so, and crashes of clang are told as what they are."""
    source = os.path.join(folder, "marks.cu")
    kernel = "__device__ __attribute__((aligned(8192))) int x;\n__global__ void k() { x++; }\n"
    for managed in ("", "__managed__ int y; __global__ void l() { y++; }\n"):
        write(folder, "marks.cu", kernel + managed)
        ran, printed = commands(CUDA, "-c", source, "-o", source + ".o")
        expect(("RegisterManagedVar" in call("nm", source + ".o")) == (managed != ""),
               "the host code knows managed variables")
        if managed:
            expect(ran == printed and "-x hip" in ran, f"the commands of a dry run: {ran} {printed}")
        else:
            expect(ran.splitlines()[-1] == printed.splitlines()[-1], "the host's command is printed")
    call(CUDA, "-ptx", source, "-o", source + ".ptx")
    text = read(source + ".ptx")
    expect(b".global .align 8192 .u32 x;" in text, f"an aligned variable stays: {text}")
    expect(b".global .attribute(.managed) .align 256 .u32 y;" in text, f"a managed one is: {text}")
    write(folder, "marks.cu", kernel + "__managed__ int y;\n#ifndef __CUDA_ARCH__\n"
          "#pragma clang __debug crash\n#endif\n")
    text = call(CUDA, "-c", source, "-o", source + ".o", want=1)
    expect("marks.cu: clang crashed" in text and "marks.cu:5:" in text, f"clang tells where: {text}")


def make_toolkit(folder):
    """A folder of the form that CMake asks for. Its runtime has a function that would be wrong."""
    root = os.path.join(folder, "toolkit")
    for name in ("bin", "include", "lib64", "nvvm/libdevice"):
        os.makedirs(os.path.join(root, name))
    os.chmod(write(root, "bin/nvcc", "#!/bin/sh\nexit 1\n"), 0o755)
    write(root, "include/cuda_runtime.h", "#error this is not the library's\n")
    source = write(root, "runtime.c", "int cudaMalloc(void **at, unsigned long bytes) { return 999; }\n")
    call("cc", "-fPIC", "-c", source, "-o", source + ".o")
    call("ar", "rc", os.path.join(root, "lib64/libcudart_static.a"), source + ".o")
    call("cc", "-shared", source + ".o", "-o", os.path.join(root, "lib64/libcudart.so"))
    return root


def expect_own_runtime(program, what):
    libraries = call("readelf", "-d", program)
    expect("libcudainterop.so" in libraries and "libcudart" not in libraries, f"{what}: the library's runtime")
    expect(re.search(r" T cudaMalloc$", call("nm", program), re.M) is None, f"{what}: no other runtime")


def check_runtime(folder):
    """No runtime of CUDA's takes the place of the library's, neither by hand nor by CMake's language CUDA,
    which names one by itself."""
    toolkit = make_toolkit(folder)
    source = write(folder, "main.cu", "__global__ void k() {}\nint main()\n{\n    int *x;\n"
                   "    k<<<1, 1>>>();\n    return cudaMalloc((void **)&x, 4);\n}\n")
    program = os.path.join(folder, "by hand")
    for word in ("-lcudart", "-lcudart_static"):
        call(CUDA, source, "-o", program, "-L", toolkit + "/lib64", word)
        expect_own_runtime(program, word)
    if not shutil.which("cmake") or not shutil.which("make"):
        print("not tried: there is no CMake, or no make")
        return
    write(folder, "CMakeLists.txt", "cmake_minimum_required(VERSION 3.18)\nproject(one LANGUAGES CXX CUDA)\n"
          "add_executable(one main.cu)\n")
    environment = {**ENVIRONMENT, "CUDAToolkit_ROOT": toolkit}
    for words in ([], ["-DCMAKE_CUDA_RUNTIME_LIBRARY=Shared"]):
        place = os.path.join(folder, "build" + str(len(words)))
        call("cmake", "-S", folder, "-B", place, "-G", "Unix Makefiles", "-DCMAKE_CUDA_COMPILER=" + CUDA,
             "-DCMAKE_CUDA_ARCHITECTURES=61", *words, environment=environment)
        call("cmake", "--build", place, environment=environment)
        expect_own_runtime(os.path.join(place, "one"), f"CMake {words}")
        expect(b".target sm_61" in read(os.path.join(place, "one")), "CMake: the architecture")


# The words for the architecture, and the capability that they give.
ARCHITECTURES = (([], 75), (["-arch=sm_61"], 61), (["-arch", "compute_50"], 50), (["--gpu-architecture=sm_70"], 70),
                 (["-gencode", "arch=compute_50,code=sm_50", "-gencode=arch=compute_61,code=[sm_61,compute_61]"], 61),
                 (["--generate-code", "arch=compute_61,code=sm_75"], 61), (["--cuda-gpu-arch=sm_60"], 60),
                 (["-arch=sm_61", "-code=sm_75"], 61), (["--offload-arch=sm_65"], 62), (["-arch=sm_90a"], 80),
                 (["-arch=compute_61", "-arch=sm_80"], 80), (["-arch=sm_35"], 50), (["-arch=native"], 75))


def check_architectures(folder):
    """Code is compiled for the highest architecture that is named, from 5.0 to 8.0, and both passes and the
    fatbin say so. HIP's is always that for 7.5."""
    source = write(folder, "which.cu", "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ != WANTED * 10 "
                   "|| __CUDA_ARCH_LIST__ != WANTED * 10\n#error another architecture\n#endif\n"
                   "__global__ void k(int *x) { *x = 1; }\n__managed__ int m;\n")
    output = os.path.join(folder, "which.fatbin")
    for words, wanted in ARCHITECTURES:
        call(CUDA, "-c", source, "-o", source + ".o", f"-DWANTED={wanted}", *words)
        call(CUDA, "-fatbin", source, "-o", output, f"-DWANTED={wanted}", *words)
        image = read(output)
        expect(f".target sm_{wanted}".encode() in image, f"{words}: PTX for {wanted}")
        expect(int.from_bytes(image[44:48], "little") == wanted, f"{words}: the fatbin's entry says {wanted}")
    hip = write(folder, "which.hip", CALLS["hip"])
    for words in (["-arch=sm_61"], ["--offload-arch=gfx90a"], ["--offload-arch=sm_61"]):
        call(HIP, "-fatbin", hip, "-o", output, *words)
        expect(b".target sm_75" in read(output), f"{words}: HIP's PTX is for 7.5")


def check_flags(folder):
    """-D, -I, -include, -std and warnings reach both passes; what is not needed is accepted."""
    header = write(folder, "given.h", "#define FROM_HEADER 5\n")
    source = write(folder, "flags.cu", """
#if FROM_LINE != 3 || FROM_HEADER != 5 || __cplusplus != 202002L
#error a flag is lost
#endif
__global__ void k(int *x) { *x = FROM_LINE; }
""")
    call(CUDA, "-c", source, "-o", source + ".o", "-D", "FROM_LINE=3", "-include", "given.h",
         "-I", folder, "-std=c++20", "-O2", "-g", "-Wall", "-Werror", "-arch=sm_80", "-gencode",
         "arch=compute_75,code=sm_75", "-lineinfo", "--expt-relaxed-constexpr", "-Xcompiler",
         "-fPIC,-fno-exceptions", "-Xptxas", "-v", "-use_fast_math", "-rdc=false", "-m64",
         "--std=c++20", "-maxrregcount=32", "-cudart", "shared", "-keep", "--keep-dir", folder,
         "-src-in-ptx", "-restrict", "--allow-unsupported-compiler", "-forward-unknown-to-host-compiler",
         "-diag-warn=20", "--split-compile", "2", "-compress-mode=size", "--cudadevrt=none")
    for driver, name, calls in ((CUDA, "old.cu", CALLS["cuda"]), (HIP, "old.hip", CALLS["hip"])):
        old = write(folder, name, calls)
        call(driver, "-c", old, "-o", old + ".o", "-std=c++11", "-Wall", "-Werror")
    dependencies = os.path.join(folder, "flags.d")
    call(CUDA, "-c", source, "-o", source + ".o", "-DFROM_LINE=3", "-include", header, "-std=c++20",
         "-MD", "-MF", dependencies)
    text = read(dependencies).decode()
    expect(text.startswith(source + ".o:") and "flags.cu" in text and "given.h" in text,
           "the dependency file has object, source and header")
    expect("given.h" in call(CUDA, "-MM", source, "-include", header, "-DFROM_LINE=3",
                             "-std=c++20"), "-MM prints dependencies")
    ptx = os.path.join(folder, "fast.ptx")
    source = write(folder, "fast.cu", "__global__ void k(float *x) { x[0] = sinf(x[1]) / x[2]; }\n")
    call(CUDA, "-ptx", source, "-o", ptx)
    expect(b"sin.approx" not in read(ptx) and b"div.rn.f32" in read(ptx), "exact by default")
    expect(b".loc" not in read(ptx), "no lines by default")
    call(CUDA, "-ptx", source, "-o", ptx, "-lineinfo")
    expect(b".loc\t1 1 " in read(ptx) and b"fast.cu" in read(ptx), "lines of the source")
    call(CUDA, "-ptx", source, "-o", ptx, "-use_fast_math")
    expect(b"sin.approx" in read(ptx) and b"div.full.f32" in read(ptx), "fast on request")
    source = write(folder, "named.txt", "__global__ void k() { register int x; (void)x; }\n")
    for words in (["-x", "cu"], ["-xcu"], ["-x=cu"], ["--x", "cu"], ["--x=cu"]):
        call(CUDA, "-ptx", *words, source, "-o", ptx, "-Werror")
    small = write(folder, "small.cu", SMALL)
    call(CUDA, "-c", small, "-o", ptx, "-D__NVCC__", "-Wall", "-Werror")
    standard = write(folder, "standard.c", "#if __STDC_VERSION__ != 201112\n#error no C11\n#endif\n")
    call(CUDA, "-c", standard, "-o", ptx, "-std=c++20", "-std=c11")
    call(CUDA, "-c", standard, "-o", ptx, "-std=c++17", "-Xcompiler", "-std=c11")
    call(CUDA, "-c", os.path.join(folder, "flags.cu"), "-o", ptx, "-std=c++20", "-std=c11",
         "-DFROM_LINE=3", "-include", header)
    expect("legacy, null or per-thread" in call(CUDA, "--default-stream=own", source, want=1),
           "a stream that is none")
    expect("usage: cudainterop-cc" in call(CUDA, "--help"), "--help")
    expect("usage: hipinterop-cc" in call(HIP, "-h"), "-h")
    expect("gpuinterop" in call(CUDA, "--version"), "--version")
    text = call(CUDA, "--dryrun", "-c", "no such file.cu")
    expect("'no such file.cu'" in text and text.count("\n") == 2, "--dryrun prints two commands")


def check_joined(folder):
    """Objects whose device code is joined: the options that make them, and what the linker finds."""
    for driver, dc, word, host in ((CUDA, ["-dc"], "-rdc=true", []),
                                   (HIP, ["-x", "hip", "-fgpu-rdc", "-c"], "-fgpu-rdc", ["--hip-link"])):
        objects = {}
        for name in ("joined", "joined_second", "joined_third"):
            objects[name] = os.path.join(folder, name + ".o")
            call(driver, *dc, os.path.join(PROGRAMS, name + ".cu"), "-o", objects[name])
        first, second, third = objects.values()
        program = os.path.join(folder, "a program")
        call(driver, *host, first, second, third, "-o", program, word)
        text = call(driver, *host, first, second, "-o", program, want=1)
        expect("joined.o" in text and "cube(int)" in text and "undefined" in text,
               f"a missing function is named: {text}")
        twice = os.path.join(folder, "twice.o")
        dependencies = os.path.join(folder, "joined.d")
        call(driver, *dc, os.path.join(PROGRAMS, "joined_third.cu"), "-DOTHER", "-o", twice, "-MD", "-MF",
             dependencies)
        expect("-cc-" not in read(dependencies).decode(), "no temporary file is a dependency")
        text = call(driver, first, second, third, twice, "-o", program, want=1)
        expect("joined_third.o" in text and "twice.o" in text and "cube(int)" in text,
               f"both files of a function are named: {text}")
        library = os.path.join(folder, "libparts.a")
        call(driver, "-lib", second, third, "-o", library)
        link = os.path.join(folder, "link.o")
        call(driver, "-dlink", first, library, "-lcudadevrt", "-o", link)
        call("c++", first, link, library, "-o", program, "-L" + BUILD,
             "-lcudainterop" if driver == CUDA else "-lhipinterop")
        call(driver, first, "-L" + folder, "-lparts", "-lcudadevrt", "-o", program)
        call(driver, word, *dc[:2 if driver == HIP else 0], "-lib",
             os.path.join(PROGRAMS, "joined_third.cu"), "-o", library)
        call(driver, first, second, library, "-o", program)
        expect("absent.o cannot be read" in call(driver, "-dlink", "absent.o", want=1, cwd=folder),
               "a missing object is named")
    plain = os.path.join(folder, "plain.o")
    source = write(folder, "plain.cu", "#ifdef __CUDACC_RDC__\n#error code is not joined\n#endif\n"
                   "__device__ int f() { return 1; }\n")
    for words in (["-dw"], ["-dc", "-rdc=false"], ["-c"]):
        call(CUDA, *words, source, "-o", plain)
        expect("device" not in call("nm", plain), f"{words}: the device code is the object's own")
    call(CUDA, "-dc", source, "-o", plain, want=1)
    expect("takes objects and libraries" in call(CUDA, "-dlink", source, want=1), "-dlink of a source")


def check_joined_libraries(folder):
    """Shared libraries have device code of their own, also with equal names, and can be closed."""
    part = """
#include <cstdio>
__device__ int from_other();
__device__ int shared_name = NUMBER;
__global__ void k(int *x) { *x = shared_name + from_other(); }
extern "C" int ask()
{
    int *x, result = -1;
    if (APIMalloc((void **)&x, sizeof(int)) != APISuccess)
        return -2;
    k<<<1, 1>>>(x);
    if (APIMemcpy(&result, x, sizeof(int), APIMemcpyDeviceToHost) != APISuccess)
        std::puts(APIGetErrorString(APIGetLastError()));
    (void)APIFree(x);
    return result;
}
"""
    other = "__device__ int from_other() { return NUMBER * 10; }\n"
    main_program = """
#include <dlfcn.h>
#include <cstdio>
static void *open_and_ask(const char *path)
{
    void *library = dlopen(path, RTLD_NOW);
    if (library == NULL)
        std::puts(dlerror());
    else
        std::printf("%d\\n", ((int (*)())dlsym(library, "ask"))());
    return library;
}
int main(int, char **names)
{
    void *one = open_and_ask(names[1]), *two = open_and_ask(names[2]);
    dlclose(one);
    one = open_and_ask(names[1]);
    std::printf("%d\\n", ((int (*)())dlsym(two, "ask"))());
    dlclose(two);
    dlclose(one);
    std::puts("ok");
}
"""
    for driver, name, include in ((CUDA, "cuda", ""), (HIP, "hip", "#include <hip/hip_runtime.h>\n")):
        sources = [write(folder, "part.cu", include + part.replace("API", name)),
                   write(folder, "other.cu", include + other)]
        libraries = [os.path.join(folder, f"lib{name}{number}.so") for number in (1, 2)]
        for number, library in enumerate(libraries):
            call(driver, "-x", "cu" if name == "cuda" else "hip", "-rdc=true", "-shared", "-Xcompiler",
                 "-fPIC", f"-DNUMBER={number + 1}", *sources, "-o", library, "--rpath")
        program = os.path.join(folder, name + "_opens")
        call("c++", write(folder, "main.cpp", main_program), "-o", program, "-ldl")
        text = call(program, *libraries)
        print(text)
        expect(text == "11\n22\n11\n22\nok\n", f"{name}: each library has its own code: {text}")


# What programs expect of CUDA's headers without an include.
SMALL = """
#if __CUDACC_VER_MAJOR__ != 13 || !defined(__NVCC__)
#error not the version of the headers
#endif
__global__ void k(int *x) { *x = INT_MAX; }
int main()
{
    const float *p;
    dim3 grid = make_uint3(1, 2, 3);
    if (cudaMalloc(&p, 4) != cudaSuccess)
        return 1;
    k<<<grid, 1>>>((int *)p);
    return cudaFree((void *)p);
}
"""

STUB = """
#include <stdio.h>
/* Stands for the launch: prints what it was given. */
int NAMELaunchKernel(const void *kernel, struct size3 grid, struct size3 block, void **arguments,
                     unsigned long shared, void *stream)
{
    printf("launch %u %u %lu %d %d\\n", grid.x, block.y, shared, *(int *)arguments[0],
           kernel != 0 && stream == 0);
    return 0;
}
"""


def check_programs(folder):
    """Programs of several files, device code in two of them, link and start."""
    stub = "struct size3 { unsigned int x, y, z; };\n" + STUB
    for driver, name, extension in ((CUDA, "cuda", "cu"), (HIP, "hip", "hip")):
        include = f"#include <{'cuda' if name == 'cuda' else 'hip/hip'}_runtime.h>\n"
        one = write(folder, "one." + extension, include + "template <class T> __global__ void k(int n,"
                    " T *x) { x[n] = 1; }\nvoid two();\nint main() { k<<<dim3(3, 2), dim3(4, 5), 6>>>"
                    "(7, (float *)0); two(); return 0; }\n")
        two = write(folder, "two." + extension, include + "static __device__ int v;\n__global__ void "
                    "k(int n) { v = n; }\nvoid two() { k<<<1, 32>>>(8); }\n")
        c = write(folder, f"{name}.c", stub.replace("NAME", name))
        program = os.path.join(folder, name + " program")
        objects = os.path.join(folder, "two.o")
        call(driver, "-c", two, "-o", objects)
        call(driver, one, objects, c, "-o", program, "--rpath", "-O1", "-lm")
        text = call(program)
        expect(text == "launch 3 5 6 7 1\nlaunch 1 1 0 8 1\n", f"{name}: the program's launches: {text}")
        library = os.path.join(folder, f"lib{name}two.so")
        call(driver, "-shared", "-Xcompiler", "-fPIC", two, c, "-o", library)
        expect("launch" not in call("nm", "-D", library) and " T _Z3twov" in call("nm", "-D", library),
               f"{name}: a shared library")


def check_clang(folder):
    """Without clang a sentence names the package; --clang and GPUINTEROP_CLANG choose one."""
    source = write(folder, "a.cu", KERNEL)
    bare = {**ENVIRONMENT, "PATH": folder}
    bare.pop("GPUINTEROP_CLANG", None)
    expect('package "clang"' in call(CUDA, "-c", source, want=1, environment=bare),
           "a missing clang names the package")
    expect("no program /none" in call(CUDA, "-c", source, "--clang=/none", want=1),
           "--clang is looked at first")
    wrong = {**ENVIRONMENT, "GPUINTEROP_CLANG": "/none/either"}
    expect("no program /none/either" in call(CUDA, "-c", source, want=1, environment=wrong),
           "GPUINTEROP_CLANG is looked at")
    newer = os.path.join(folder, "clang-17")
    os.symlink(shutil.which("clang"), newer)
    expect("clang-17 -x cuda" in call(CUDA, "--dryrun", "-c", source, environment=bare),
           "a clang with a number in its name is found")
    empty = {**ENVIRONMENT, "GPUINTEROP_HEADERS": folder}
    expect("no header" in call(CUDA, "-c", source, want=1, environment=empty), "missing headers")


def check_porting(folder):
    """The commands of docs/porting.md make HIP programs of CUDA's examples, and these run."""
    with open(os.path.join(SOURCES, "docs/porting.md"), encoding="utf-8") as file:
        commands = re.search(r"```sh\n(.*?)```", file.read(), re.DOTALL).group(1)
    path = os.pathsep.join((os.path.dirname(HIP), os.environ["PATH"]))
    for name in ("vector_add", "image_filter"):
        place = os.path.join(folder, name)
        os.makedirs(place)
        shutil.copy(os.path.join(SOURCES, "docs/examples/kernels", name + ".cu"),
                    os.path.join(place, "program.cu"))
        call("sh", "-euc", commands, cwd=place, environment={**ENVIRONMENT, "PATH": path})
        expect("cuda" not in read(os.path.join(place, "program.hip")).decode().lower().replace(
            "cudainterop", "").replace(" cuda ", ""), f"{name}: no name of CUDA is left")
        print(call(os.path.join(place, "program")))


def check_signal(folder):
    """A signal ends the compiler, the files are removed, and the status tells the signal."""
    own = os.path.join(folder, "temporary")
    os.makedirs(own)
    slow = write(folder, "clang", "#!/bin/sh\ntrap 'exit 1' TERM\necho started\n"
                 "while :; do sleep 0.05; done\n")
    os.chmod(slow, 0o755)
    source = write(folder, "a.cu", KERNEL)
    with subprocess.Popen([CUDA, "-c", source, "--clang=" + slow], stdout=subprocess.PIPE, text=True,
                          env={**ENVIRONMENT, "TMPDIR": own}) as process:
        expect(process.stdout.readline() == "started\n", "the compiler runs")
        expect(len(os.listdir(own)) == 1, "there is a folder of temporary files")
        process.send_signal(signal.SIGTERM)
        for _ in range(200):
            if process.poll() is not None:
                break
            time.sleep(0.05)
        expect(process.poll() == -signal.SIGTERM, f"it ended by the signal: {process.poll()}")
    expect(os.listdir(own) == [], "the files are gone")


def every(folder, translate):
    """Every device function compiles, and the translator takes what it has instructions for."""
    for driver, words in ((CUDA, []), (HIP, ["-x", "hip"])):
        ptx = os.path.join(folder, "every.ptx")
        source = os.path.join(HERE, "every.cu")
        call(driver, "-ptx", *words, source, "-o", ptx)
        call(driver, "-c", *words, source, "-o", os.path.join(folder, "every.o"))
        expect(b"__nv_" not in read(ptx), "no function is left to another library")
        print(call(translate, ptx, *REFUSED))


def matrices(folder, translate):
    """Each form of a product of matrices becomes the instructions that PTX has for it, and the translator
    takes them. What CUDA does not have is not there."""
    source, ptx = write(folder, "forms.cu", matrix_forms.source()), os.path.join(folder, "forms.ptx")
    call(CUDA, "-ptx", "-arch=sm_80", "-Wall", "-Werror", source, "-o", ptx)
    kernels = re.split(r"\.entry form_(\d+)", read(ptx).decode())[1:]
    kernels = {int(number): text for number, text in zip(kernels[::2], kernels[1::2])}
    for number, form in enumerate(matrix_forms.forms()):
        got = set(re.findall(r"\bwmma\.[\w.]+", kernels.pop(number)))
        expect(got == matrix_forms.wanted(form), f"{form}: {sorted(got)}")
    expect(not kernels, "all kernels were looked at")
    print(call(translate, ptx))
    for option, there, absent in matrix_forms.OLDER:
        source = write(folder, option + ".cu", matrix_forms.older_source(there, absent))
        call(CUDA, "-ptx", "-arch=" + option, "-std=c++11", source, "-o", ptx)
    use = "using namespace nvcuda;\n"
    source = write(folder, "guarded.cu", "#include <mma.h>\n#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 700\n"
                   + use + "#endif\n")
    call(CUDA, "-ptx", "-arch=sm_62", source, "-o", ptx)
    source = write(folder, "unguarded.cu", "#include <mma.h>\n" + use)
    expect("expected namespace name" in call(CUDA, "-ptx", "-arch=sm_62", source, "-o", ptx, want=1), "6.2: no names")


PROGRAMS = os.path.join(HERE, "programs")
WITH_HEADERS = os.path.join(HERE, "clang_with_headers.sh")
# What programs are compiled with.
FLAGS = {"per_thread": ["--default-stream", "per-thread"], "joined": ["-rdc=true"],
         "conditional": ["-rdc=true"], "matrices": ["-arch=sm_80"], "heap": ["-std=c++17"], "newest": ["-arch=sm_80"],
         "joined_more": ["-rdc=true"], "templates": ["-D_GLIBCXX_ASSERTIONS"]}
# What programs write that do not end with "ok" alone.
WRITTEN = {"print_lengths": "text and lon,      0.667|0.5     , 0x1234 c -5 1 (null)\nand no answer\nok\n",
           "prints": "thread 103, text, 1.25, 1099511627776\nafter\nno argument, 100%\n"
                     "1, two, 3 and 4.0\none of two\nok\n"}


def newest(folder):
    """When the newest file of a folder was changed."""
    return max(os.stat(os.path.join(place, name)).st_mtime_ns
               for place, _, names in os.walk(folder) for name in names)


def make_headers(place, made_of, driver, words, environment):
    """Has clang read the headers that all programs have, for clang_with_headers.sh."""
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    source = write(place, "headers.cu", f'#include "{PROGRAMS}/either.h"\n')
    call(driver, "-c", *words, "-Wall", "-Werror", source, "-o", os.path.join(place, "headers.o"),
         environment={**environment, "HEADERS_MAKE": "1"})
    write(place, "made of", made_of)


def with_headers(driver, words):
    """The environment in which a driver compiles with headers that this clang has read before, for
    another test: they lie in the build's folder until something that they are made of changes."""
    clang = shutil.which(os.environ.get("GPUINTEROP_CLANG", "clang"))
    made_of = " ".join(str(number) for number in (
        newest(os.path.join(SOURCES, "include")), newest(PROGRAMS), newest(os.path.dirname(driver)),
        os.stat(WITH_HEADERS).st_mtime_ns, os.stat(os.path.realpath(clang)).st_mtime_ns))
    place = os.path.join(BUILD, "tests/cc/headers", os.path.basename(clang) + "-" + os.path.basename(driver))
    environment = {**ENVIRONMENT, "GPUINTEROP_CLANG": WITH_HEADERS, "HEADERS_CLANG": clang,
                   "HEADERS_FOLDER": place}
    os.makedirs(os.path.dirname(place), exist_ok=True)
    with open(place + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not os.path.exists(os.path.join(place, "made of")) \
                or read(os.path.join(place, "made of")).decode() != made_of:
            make_headers(place, made_of, driver, words, environment)
    return environment


def one_of_several(folder, names):
    """A source of several programs, each in a namespace of its own: what is said once for each program,
    the start of a compiler and of a driver, is most of what a small one takes. Includes come first."""
    texts = {name: read(os.path.join(PROGRAMS, name + ".cu")).decode() for name in names}
    headers = dict.fromkeys(re.findall(r"^#include (<.*>)", "\n".join(texts.values()), re.MULTILINE))
    lines = [f'#include "{PROGRAMS}/either.h"']
    lines += [line for header in headers
              for line in (f"#if __has_include({header})", f"#include {header}", "#endif")]
    for name, text in texts.items():
        lines += [f"namespace of_{name} {{", f'#include "{PROGRAMS}/{name}.cu"', "}"]
        lines += [f"#undef {macro}" for macro in
                  dict.fromkeys(re.findall(r"^ *#define (\w+)", text, re.MULTILINE))]
    lines += ["int main(int, char **words)", "{"]
    for name, text in texts.items():
        call_it = "main(1, words)" if "int main(int" in text else "main()"
        lines += [f'std::puts("{name}");', f"if (of_{name}::{call_it} != 0)", "return 1;"]
    return write(folder, "several.cu", "\n".join(lines + ["return 0;", "}", ""]))


def run(folder, name):
    """A program of tests/cc/programs, compiled as CUDA and as HIP, checks what its kernels do.
    Those of names with .hip are HIP's alone."""
    several = name.split(",")
    if len(several) > 1:
        name = "several"
        sources = [one_of_several(folder, several)]
        WRITTEN[name] = "".join(f"{one}\nok\n" for one in several)
    else:
        sources = [os.path.join(PROGRAMS, source) for source in (
            name + ".cu", name + "_second.cu", name + "_third.cu", name + ".hip")]
        sources = [source for source in sources if os.path.exists(source)]
    only_hip = sources[0].endswith(".hip")
    for driver, words in ([] if only_hip else [(CUDA, [])]) + [(HIP, ["-x", "hip"])]:
        program = os.path.join(folder, name)
        environment = None if name in FLAGS else with_headers(driver, words)
        call(driver, *words, *sources, *FLAGS.get(name, []), "-Wall", "-Werror", "-o", program,
             "--rpath", environment=environment)
        text = call(program)
        print(os.path.basename(driver), text)
        expect(text == WRITTEN.get(name, "ok\n"), f"{name}: what the program writes")


def main():
    case = sys.argv[1]
    if len(sys.argv) > 5:
        for place in (ENVIRONMENT, os.environ):
            place["GPUINTEROP_CLANG"] = "clang-" + sys.argv[5]
    if not has_clang():
        print("skipped: there is no clang with the target nvptx64")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        if case == "every":
            every(folder, sys.argv[4])
        elif case == "matrices":
            matrices(folder, sys.argv[4])
        elif case == "run":
            run(folder, sys.argv[4])
        elif case in ("math", "values", "values-hip"):
            ptx = os.path.join(folder, "kernels.ptx")
            source = os.path.join(HERE, case.split("-")[0] + ".cu")
            call(HIP if case == "values-hip" else CUDA, "-ptx", source, "-o", ptx)
            return subprocess.run([sys.argv[4], ptx], check=False).returncode
        else:
            globals()["check_" + case](folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
