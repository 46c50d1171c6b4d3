#!/usr/bin/env python3
"""Adds functions as docs/recipes.md says, in a copy of the tree, and looks whether they are there.

    add_function.py ROOT BUILD COMPILER...

One function is CUDA's runtime's and HIP's, one is the driver interface's. Each is a header, a source
and a line of a list. The libraries are linked from the objects of BUILD but for those that differ.
Then the functions are exported, found by their names, and known to the tests.
"""
import collections
import filecmp
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

DECLARED = """
/** Gets an answer.
 *  Errors: none of its own.
 *  Mirrors: nothing. */
{0};

#ifdef __cplusplus
}}
#endif

#endif
"""
END_OF_HEADER = "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n"
BODY = """
{0}
{{
    {1}_TRY({2}());
    {1}_NOT_NULL(answer);
    *answer = 42;
    return {3};
}}
"""
LINE = "{name:40} {versions:10} -        {neutral:20} context  {group}\n"

# The hand-written part: a declaration, a function and a line.
HEADERS = {
    "include/cuda/cudainterop/runtime/device_api.h": "GPUINTEROP_API cudaError_t cudaAnswerGet(int *answer)",
    "include/hip/hip/hipinterop/runtime/device_api.h": "GPUINTEROP_API hipError_t hipAnswerGet(int *answer)",
    "include/cuda/cudainterop/driver/context_api.h": "CUresult cuAnswerGet(int *answer)",
}
SOURCES = {
    "core/front/runtime/device.c": ("gpuError_t gpuAnswerGet(int *answer)", "FRONT", "front_begin",
                            "gpuSuccess"),
    "api_cuda/driver/device.c": ("CUresult cuAnswerGet(int *answer)", "CU", "gicu_begin",
                                 "CUDA_SUCCESS"),
}
LISTS = {"api_cuda/functions.txt": ("cudaAnswerGet", "12,13", "front", "device"),
         "api_hip/functions.txt": ("hipAnswerGet", "6.4", "front", "device"),
         "api_cuda/driver/functions.txt": ("cuAnswerGet", "13000", "-", "context")}
BEHAVIOUR = "tests/rules/capture_behaviour.txt"

Interface = collections.namedtuple("Interface", "prefix error node facts waiting headers library "
                                                "objects folder include")
OBJECTS_OF_CUDA = ("libgi_front_cuda.a.p", "libgi_front_cuda_common.a.p",
                   "libgi_front_cuda_driver.a.p", "libgi_front_cuda_driver_per_thread.a.p")
INTERFACES = (
    Interface("cuda", "cudaError_t", "libcudart.so.13", "cuda-13.0.json", "not_yet_cuda.txt",
              ["cuda_runtime.h"], "libcudainterop.so", OBJECTS_OF_CUDA, "api_cuda", "include/cuda"),
    Interface("cu", "CUresult", "", "cuda-driver-13.0.json", "later_cuda_driver.txt",
              ["cuda.h", "cudaTypedefs.h"], "libcuda.so.1", OBJECTS_OF_CUDA, "api_cuda/driver",
              "include/cuda"),
    Interface("hip", "hipError_t", "hip_6.4", "hip-6.4.json", "not_yet_hip.txt",
              ["hip/hip_runtime.h"], "libhipinterop.so", ("libgi_front_hip.a.p",), "api_hip",
              "include/hip"),
)
# The files that include the tables made of the lists.
OF_TABLES = ("api_cuda/driver/entry_table.c", "api_hip/entry_points.c")
MADE = {"api_cuda/cuda_front_functions.h": ("api_cuda", "--names", "front"),
        "api_cuda/cuda_both_functions.h": ("api_cuda", "--names", "both"),
        "api_cuda/cuda_twins.h": ("api_cuda", "--twins"),
        "api_cuda/driver/entry_points.inc": ("api_cuda/driver", "--entries"),
        "api_hip/hip_front_functions.h": ("api_hip", "--names", "front"),
        "api_hip/hip_driver_functions.h": ("api_hip", "--names", "driver"),
        "api_hip/hip_symbols.h": ("api_hip", "--symbols")}

PROGRAMS = {
    "cuda": """#include <cuda_runtime.h>
int main(void)
{
    int answer = 0;
    return cudaAnswerGet(&answer) != cudaSuccess || answer != 42;
}
""",
    "cu": """#include <cuda.h>
int main(void)
{
    CUdriverProcAddressQueryResult result;
    void *old, *found;
    if (cuGetProcAddress("cuAnswerGet", &old, 12080, 0, &result) != CUDA_SUCCESS || old != NULL ||
        result != CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT)
        return 1;
    return cuGetProcAddress("cuAnswerGet", &found, 13000, 0, NULL) != CUDA_SUCCESS ||
           found != (void *)cuAnswerGet;
}
""",
    "hip": """#include <hip/hip_runtime.h>
int main(void)
{
    int answer = 0;
    void *found;
    if (hipGetProcAddress("hipAnswerGet", &found, 604, 0, NULL) != hipSuccess)
        return 1;
    return ((hipError_t (*)(int *))found)(&answer) != hipSuccess || answer != 42;
}
""",
}


def edit(path, change):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(change(text))


def add_declaration(text, declaration):
    assert text.endswith(END_OF_HEADER)
    return text[:-len(END_OF_HEADER)] + DECLARED.format(declaration)


def add_line(text, name, versions, neutral, group):
    """The lines of a list are sorted."""
    lines = text.splitlines(keepends=True)
    new = LINE.format(name=name, versions=versions, neutral=neutral, group=group)
    comments = [line for line in lines if line.startswith("#")]
    rows = lines[len(comments):] + [new]
    return "".join(comments + sorted(rows, key=lambda line: line.split()[0]))


def add_functions(tree):
    for path, declaration in HEADERS.items():
        edit(os.path.join(tree, path), lambda text, at=declaration: add_declaration(text, at))
    for path, words in SOURCES.items():
        edit(os.path.join(tree, path), lambda text, at=words: text + BODY.format(*at))
    for path, words in LISTS.items():
        edit(os.path.join(tree, path), lambda text, at=words: add_line(text, *at))
    edit(os.path.join(tree, BEHAVIOUR), lambda text: text + "free: AnswerGet\n")


def left_out(folder, names):
    """What is no source: folders of builds, of git and of Python."""
    return [name for name in names if name in (".git", "__pycache__")
            or os.path.isdir(os.path.join(folder, name, "meson-private"))]


def changed_files(root, tree):
    """What differs in the copy."""
    found = set()
    for folder, _, names in os.walk(tree):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), tree)
            before = os.path.join(root, path)
            if not os.path.exists(before) or not filecmp.cmp(before, os.path.join(tree, path),
                                                             shallow=False):
                found.add(path)
    return found


def add_facts(tree):
    """The facts about the vendor's header come with the function; reduce.py keeps what is declared."""
    abi = os.path.join(tree, "tests/abi")
    for api in INTERFACES:
        function, path = api.prefix + "AnswerGet", os.path.join(abi, api.facts)
        with open(path, encoding="utf-8") as file:
            facts = json.load(file)
        fact = {"args": ["int *"], "ret": api.error, "symbol": function}
        facts["functions"][function] = {**fact, "version": api.node} if api.node else fact
        full = os.path.join(os.path.dirname(tree), "full.json")
        with open(full, "w", encoding="utf-8") as file:
            json.dump(facts, file)
        run([sys.executable, os.path.join(abi, "reduce.py"), full, path, "--functions",
             list_of(tree, api), "-I", os.path.join(tree, api.include), *api.headers])


def list_of(tree, api):
    return os.path.join(tree, api.folder, "functions.txt")


def run(command, **more):
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout}ended with {done.returncode}")
    return done.stdout


def make(tree, out, folder, *what):
    os.makedirs(os.path.dirname(out), exist_ok=True)
    run([sys.executable, os.path.join(tree, "core/front/functions.py"),
         os.path.join(tree, folder, "functions.txt"), out, *what])


class Build:
    """The objects of a build folder, but for those of files that differ in a copy of the tree."""

    def __init__(self, root, build, tree, compiler):
        self.root, self.build, self.tree, self.compiler = root, build, tree, compiler
        self.made = os.path.join(os.path.dirname(tree), "made")
        for path, how in MADE.items():
            make(tree, os.path.join(self.made, path), *how)
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
            self.commands = json.load(file)

    def _moved(self, path):
        """A path of the tree as one of the copy."""
        path = os.path.normpath(os.path.join(self.build, path))
        if path.startswith(self.root + os.sep) and not path.startswith(self.build + os.sep):
            return os.path.join(self.tree, os.path.relpath(path, self.root))
        return path

    def _compile(self, entry):
        words = shlex.split(entry["command"])
        out = os.path.join(self.made, entry["output"])
        os.makedirs(os.path.dirname(out), exist_ok=True)
        command = []
        for at, word in enumerate(words):
            if words[at - 1] in ("-MQ", "-MF", "-o") or word in ("-MD", "-MQ", "-MF", "-o"):
                continue
            command.append("-I" + self._moved(word[2:]) if word.startswith("-I") else
                           self._moved(word) if words[at - 1] == "-c" else word)
        first = next(at for at, word in enumerate(command) if word.startswith("-"))
        includes = ["-I" + os.path.join(self.made, folder) for folder in ("api_cuda", "api_hip")]
        run(command[:first] + includes + command[first:] + ["-o", out], cwd=self.build)
        return out

    def objects(self, folder):
        """The objects of a static library; the differing ones anew."""
        for entry in self.commands:
            if os.path.dirname(entry["output"]) != folder:
                continue
            path = os.path.relpath(self._moved(entry["file"]), self.tree)
            if path in SOURCES or path in OF_TABLES:
                yield self._compile(entry)
            else:
                yield os.path.join(self.build, entry["output"])

    def link(self, api):
        """The interface's library; it has to export the function in its node."""
        out = os.path.join(self.made, api.library)
        make(self.tree, out + ".map", api.folder, "--map")
        objects = [path for folder in api.objects for path in self.objects(folder)]
        run([*self.compiler, "-shared", "-o", out, "-Wl,-Bsymbolic-functions",
             "-Wl,-soname," + api.library, "-Wl,--version-script=" + out + ".map", *objects,
             "-L" + self.build, "-lgpuinterop", "-lpthread", "-ldl"])
        symbol = api.prefix + "AnswerGet" + ("@@" + api.node if api.node else "")
        if symbol not in run(["nm", "-D", "--with-symbol-versions", out]).split():
            sys.exit(f"{api.library} does not export {symbol}")
        return out

    def try_it(self, api, library):
        """A program that calls the function, or finds it by its name."""
        source, program = os.path.join(self.made, "a.c"), os.path.join(self.made, "a")
        with open(source, "w", encoding="utf-8") as file:
            file.write(PROGRAMS[api.prefix])
        run([*self.compiler, "-o", program, source, library,
             "-I" + os.path.join(self.tree, api.include), "-I" + os.path.join(self.tree, "include"),
             "-L" + self.build, "-lgpuinterop"])
        run([program], env={**os.environ, "LD_LIBRARY_PATH": f"{self.made}:{self.build}"})


def hold(tree, api, library):
    """The facts, the headers and the library are one."""
    abi = os.path.join(tree, "tests/abi")
    run([sys.executable, os.path.join(abi, "hold.py"), os.path.join(abi, api.facts), "--functions",
         list_of(tree, api), "-I", os.path.join(tree, api.include), "--lib", library,
         *([] if api.node else ["--plain"]), *api.headers])


def known_to_tests(tree, api):
    """Each program that tests make of the facts has the function."""
    abi, function = os.path.join(tree, "tests/abi"), api.prefix + "AnswerGet"
    facts = [os.path.join(abi, api.facts), os.path.join(abi, api.waiting)]
    if api.prefix == "cu":
        writers = [["driver_calls.py", facts[0]]]
    else:
        writers = [[writer, *facts, api.prefix, api.headers[0]]
                   for writer in ("null_calls.py", "failed_calls.py", "forked_calls.py")]
    writers.append(["../fuzz/calls.py", *facts, api.prefix, api.headers[0], "table"])
    for writer, *words in writers:
        if function not in run([sys.executable, os.path.join(abi, writer), *words]):
            sys.exit(f"{writer} does not know {function}")


def main():
    root, folder, *compiler = sys.argv[1:]
    root, folder = os.path.abspath(root), os.path.abspath(folder)
    with tempfile.TemporaryDirectory() as place:
        tree = os.path.join(place, "tree")
        shutil.copytree(root, tree, symlinks=True, ignore=left_out)
        add_functions(tree)
        changed = changed_files(root, tree)
        if changed != {*HEADERS, *SOURCES, *LISTS, BEHAVIOUR} or len(changed) != 9:
            sys.exit(f"other files differ: {sorted(changed)}")
        add_facts(tree)
        build = Build(root, folder, tree, compiler)
        for api in INTERFACES:
            library = build.link(api)
            build.try_it(api, library)
            hold(tree, api, library)
            known_to_tests(tree, api)
        print(run([sys.executable, os.path.join(tree, "tests/rules/rules.py"), tree]), end="")
    print(f"3 functions, {len(changed)} files, {len(INTERFACES)} files of facts made again")
    return 0


if __name__ == "__main__":
    sys.exit(main())
