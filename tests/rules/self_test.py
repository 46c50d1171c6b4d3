#!/usr/bin/env python3
"""Shows that every rule of rules.py finds an offender that was planted for it, and leaves alone
what only looks like one."""
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import rules  # noqa: E402

GIT = shutil.which("git")
TWINS = "".join(f"int {{api}}Call{i}(void)\n{{{{\n    return {i};\n}}}}\n" for i in range(101))
LONG_FUNCTION = "int f(void)\n{\n" + "    ;\n" * 78 + "}\n"       # 81 lines
STATED = """/** Does it.
 *  Threads: any.
 *  Errors: none. */
GPUINTEROP_API cudaError_t cudaDoIt(void);
"""
LONG_SENTENCE = "\n".join(["word " * 10 + "word"] * 2 + ["word " * 8 + "word."])
STATIC = "static inline int take(int a,\n                       int b)\n{\n    return a + b;\n}\n"
CLEAN = {
    "include/cuda/stated.h": STATED,
    "include/cuda/section.h": "/** A header.\n *  Threads: any. */\n#define X\n\n/* Section.\n"
                              " *  Errors: none. */\n\n/** Does it. */\n"
                              "GPUINTEROP_API cudaError_t cudaDoIt(void);\n",
    "include/cuda/long.h": "/* " + LONG_SENTENCE.replace("word word", "word", 1) + "\nword */\n"
                           "/** Errors: " + LONG_SENTENCE.replace("\n", ";\n") + " */\n",
    "core/stream/stream.h": "/* Like a cudaStream_t or hipStream_t; see vkQueueSubmit. */\nint gi_ship;\n",
    "core/stream/stream.c": '#include "stream.h"\n#include <stdio.h>\nconst char *s = "{ /* ";\n'
                     "int f(void)\n{\n" + "    ;\n" * 57 + "}\n",
    "api_cuda/error.c": '#include "stream.h"\n#include "cuda_runtime_api.h"\n'
                        "int cudaGetIt(void);\n",
    "api_hip/error.c": '#include "stream.h"\nint hipDeviceAttributeCudaCompatibleBegin;\n',
    "include/cuda/cuda_runtime_api.h": 'extern "C" {\nint cudaGetIt(void);\n}\n',
    "core/front/runtime/stream.c": '#include "front_names.h"\nint gpuStreamGet(void);\n'
                           "static int begin(void)\n{\n    return front_begin();\n}\n"
                           "int gpuStreamGet(void)\n{\n    return begin();\n}\n",
    "core/front/driver/stream.c": '#include "front_names.h"\nint gpuStreamSet(GPU_STREAM s);\n',
    "core/front/meson.build": "front_runtime = files(\n  'runtime/stream.c',\n)\n"
                              "front_driver = files(\n  'driver/stream.c',\n)\n",
    "api_cuda/front_names.h": "#define OTHER 1\n",
    "api_cuda/functions.txt": "# name\ncudaStreamGet 12,13 ptsz front context stream\n",
    "include/cuda/stream_api.h": "int cudaStreamGet(void);\n",
    "include/cuda/cudainterop/runtime/per_thread.h": "#define cudaStreamGet cudaStreamGet_ptsz\n",
    "api_hip/front_names.h": "#define gpuStreamGet hipStreamGet\n",
    "api_hip/front_driver_names.h": "#define gpuStreamSet hipStreamSet\n"
                                    "#define GPU_STREAM HIP_STREAM\n",
    "api_cuda/twins.c": TWINS.format(api="cuda").replace("return 0", "return 1000"),
    "api_hip/other.c": TWINS.format(api="hip").replace("return 1;", "return 1001;")
                       .replace("return 2;", "/* as there: */ return 2;"),
    "drivers/vulkan/device.c": '#include "driver.h"\n#include <vulkan/vulkan.h>\nVkResult r;\n',
    "core/contract/driver.h": "struct gi_driver {\n" + "    int slot;\n" * 100 + "};\n",
    "tests/unit/group.c": "int i = cmocka_run_group_tests(tests, start, NULL);\n",
    "tests/unit/table.c": "static const int table[] = {\n" + "    1,\n" * 100 + "};\n",
    "core/kernel/translate/ptx/ptx.h": "struct gi_ptx_module {\n    int a;\n};\n",
    "core/kernel/translate/analyse/emit.h": '#include "kernel/translate/ptx/ptx.h"\n',
    "core/code/code.h": "struct gi_ptx_module;\nstruct gi_code {\n    struct gi_ptx_module *ptx;\n};\n",
    "core/code/code.c": '#include "code.h"\n#include "kernel/translate/analyse/emit.h"\n',
    "core/module/launch.h": '#include "code/code.h"\n',
    "core/kernel/translate/analyse/made.h": "/* a == GI_PTX_OP_ld */\nint a = GI_PTX_OP_ld;\n",
    "README.md": "See [the laws](docs/laws.md#1-first-one), [us](https://a.b/c), `docs/laws.md`,\n"
                 "`tests/unit/*.c`, `unit`, `table.c`, `libx/y.c`.\n```c\n/* `docs/none.md` */\n```\n",
    "docs/laws.md": "# Laws\n\n## 1. First: one\n\n- `tests/unit/law.c`: `it_holds`.\n",
    "api_cuda/asks.c": '/* Who waits,\n * and why? Whose is what? Some those: what is said, Whatsoever. */\n'
                       'const char *w = "What it is.";\n',
    "docs/asks.md": "## What is it?\n\n```\nWhat it is.\n```\n\nIt says what it is; the same is here.\n",
    "drivers/vulkan/one.c": STATIC,
    "drivers/vulkan/two.c": STATIC,
    "drivers/amdgpu/three.c": STATIC,
    "drivers/vulkan/four.c": "/* " + STATIC + " */\nstatic int take(int a, int b);\nint take(void)\n{\n}\n",
    "drivers/vulkan/four.h": STATIC,
    "tests/unit/four.c": STATIC,
    "tests/unit/what.c": "/* What a test does. */\n",
    "tests/unit/law.c": "/* Law 1: see docs/laws.md. */\nstatic void it_holds(void)\n{\n}\n",
}

# (rule, what the line must name, files that are added or changed)
PLANTED = (
    ("names", "cudaStream_t", {"core/stream/stream.c": '#include "stream.h"\ncudaStream_t s;\n'}),
    ("names", "gi_cuda_thing", {"core/stream/stream.h": "int gi_cuda_thing;\n"}),
    ("names", "hipError_t", {"core/stream/stream.h": "hipError_t e;\n"}),
    ("names", "gi_hip_thing", {"core/stream/stream.h": "int gi_hip_thing;\n"}),
    ("names", "VkDevice", {"core/stream/stream.h": "VkDevice d;\n"}),
    ("names", "gi_vulkan_driver", {"core/stream/stream.h": "int gi_vulkan_driver;\n"}),
    ("names", "vkCreateDevice", {"core/stream/stream.h": 'const char *n = "vkCreateDevice";\n'}),
    ("names", "drmIoctl", {"core/stream/stream.h": "int drmIoctl(int fd);\n"}),
    ("names", "amdgpu_bo", {"core/stream/stream.h": "int amdgpu_bo;\n"}),
    ("names", "VkDevice", {"api_cuda/error.c": "VkDevice d;\n"}),
    ("names", "givk_open", {"api_hip/error.c": "int givk_open(void);\n"}),
    ("names", "drmIoctl", {"api_hip/error.c": "int drmIoctl(int fd);\n"}),
    ("names", "hipMalloc", {"api_cuda/error.c": "int hipMalloc(void);\n"}),
    ("names", "cudaMalloc", {"api_hip/error.c": "int cudaMalloc(void);\n"}),
    ("names", "cudaMalloc", {"drivers/vulkan/device.c": "int cudaMalloc(void);\n"}),
    ("names", "hipMalloc", {"drivers/layer/layer.c": "int hipMalloc(void);\n"}),
    ("names", "vulkan_device", {"drivers/amdgpu/device.c": "int vulkan_device;\n"}),
    ("names", "VkDevice", {"include/cuda/cuda.h": "VkDevice d;\n"}),
    ("names", "cudaError_t", {"include/gpuinterop.h": "cudaError_t e;\n"}),
    ("opcodes", "== GI_PTX_OP_ld", {"core/kernel/translate/analyse/a.h":
                                    "int a(int b)\n{\n    return b == GI_PTX_OP_ld;\n}\n"}),
    ("opcodes", "case GI_PTX_OP_st", {"core/kernel/translate/cfg/a.h":
                                      "int a(int b)\n{\n    switch (b) {\n    case GI_PTX_OP_st:\n"
                                      "        return 1;\n    }\n    return 0;\n}\n"}),
    ("teardowns", "stop", {"tests/unit/x.c":
                           "int main(void)\n{\n    return cmocka_run_group_tests_name(\"x\", "
                           "tests,\n        start, stop);\n}\n"}),
    ("includes", "api_cuda/error.h", {"core/stream/stream.h": '#include "../api_cuda/error.h"\n',
                                      "api_cuda/error.h": "\n"}),
    ("includes", "vulkan/vulkan.h", {"core/stream/stream.h": "#include <vulkan/vulkan.h>\n"}),
    ("includes", "cuda_runtime_api.h", {"core/stream/stream.h": "#include <cuda_runtime_api.h>\n"}),
    ("includes", "xf86drm.h", {"api_cuda/error.c": "#include <xf86drm.h>\n"}),
    ("includes", "drivers/vulkan/device.h", {"api_hip/error.c": '#include "vulkan/device.h"\n',
                                             "drivers/vulkan/device.h": "\n"}),
    ("includes", "api_hip/error.h", {"api_cuda/memory.c": '#include "../api_hip/error.h"\n',
                                     "api_hip/error.h": "\n"}),
    ("includes", "tests/fake/fake.h", {"core/stream/stream.h": '#include "../tests/fake/fake.h"\n',
                                       "tests/fake/fake.h": "\n"}),
    ("includes", "hip/hip_runtime.h", {"drivers/vulkan/x.c": "#include <hip/hip_runtime.h>\n"}),
    ("includes", "core/stream/stream.h", {"include/hip/x.h": '#include "../../core/stream/stream.h"\n'}),
    ("function-length", "f has 81 lines", {"tests/unit/a.c": LONG_FUNCTION}),
    ("function-length", "f has 81 lines", {"tests/unit/a.cpp": 'extern "C" {\n' + LONG_FUNCTION
                                                               + "}\n"}),
    ("function-length", "f has 81 lines", {"tests/unit/a.cpp":
                                           LONG_FUNCTION.replace("(void)", "(int a = 1)")}),
    ("function-length", "f has 81 lines", {"core/contract/driver.h": "static inline " + LONG_FUNCTION}),
    ("function-length", "f has 61 lines", {"core/alone.h": LONG_FUNCTION.replace("    ;\n", "", 20)}),
    ("function-length", "do not balance", {"tests/unit/a.c": "int f(void)\n{\n"}),
    ("static-names", "two.c:1: static-names: take stands in 4 files", {"drivers/vulkan/four.c": STATIC}),
    ("static-names", "take stands in 4 files", {"api_hip/four.c":
                                                "static __attribute__((cold)) int\ntake(void)\n{\n}\n"}),
    ("file-length", "801 lines", {"tests/unit/a.c": "\n" * 801}),
    ("file-length", "801 lines", {"tests/unit/a.py": "\n" * 801}),
    ("columns", "101 columns", {"tests/unit/a.c": "/*" + " " * 97 + "*/\n"}),
    ("columns", "tab", {"tests/unit/a.c": "\tint a;\n"}),
    ("headers", "no header", {"core/alone.c": "\n"}),
    ("twins", "202 lines", {"api_hip/other.c": TWINS.format(api="hip"),
                            "api_cuda/twins.c": TWINS.format(api="cuda")}),
    ("twins", "202 lines", {"api_hip/other.c": TWINS.format(api="hip"),
                            "api_cuda/twins.c": TWINS.format(api="enum cuda")}),
    ("front-names", "gpuGone", {"api_cuda/front_names.h": "#define gpuStreamGet cudaStreamGet\n"
                                                          "#define gpuGone cudaGone\n"}),
    ("front-names", "gpuStreamGet", {"api_hip/front_names.h": "\n"}),
    ("front-names", "gpuGone", {"api_cuda/functions.txt":
                                "cudaGone 13 - front - -\ncudaStreamGet 13 - front context -\n"}),
    ("front-names", "gpuStreamGet of", {"api_cuda/functions.txt": "cudaStreamGet 13 - - context -\n"}),
    ("function-lists", "cudaA stands behind", {"api_cuda/functions.txt":
                                               "cudaStreamGet 13 ptsz front context stream\n"
                                               "cudaA 13 - - - -\n"}),
    ("function-lists", "no header event.h", {"api_cuda/functions.txt":
                                             "cudaStreamGet 13 ptsz front context event\n"}),
    ("function-lists", "cudaStreamGet_ptsz stands", {"include/cuda/cudainterop/runtime/per_thread.h": "\n"}),
    ("begins", "as 'context', not as 'stream'", {"api_cuda/functions.txt":
                                                 "cudaStreamGet 13 ptsz front stream stream\n"}),
    ("begins", "as 'context+object', not as 'context'", {"core/front/every/a.c":
     '#include "front_names.h"\nint gpuStreamGet(void)\n{\n    return front_begin_object();\n}\n'}),
    ("begins", "as '-', not as 'context'", {"core/front/runtime/stream.c": "int gpuStreamGet(void)\n{\n"
                                            "    return 0;\n}\n"}),
    ("begins", "as 'any', not as 'context'",
     {"core/front/runtime/stream.c": "#define MAKE(name) int name(void) { return front_begin_any(); }\n"
                             "MAKE(gpuStreamGet)\n"}),
    ("begins", "as 'None'", {"core/front/runtime/stream.c": "int gpuStreamGet(void);\n"}),
    ("capture", "does not ask", {"tests/rules/capture_behaviour.txt": "unsafe: StreamGet\n"}),
    ("capture", "has no word", {"tests/rules/capture_behaviour.txt": "free: A*\n"}),
    ("capture", "B is no function", {"tests/rules/capture_behaviour.txt": "free: StreamGet B\n"}),
    ("capture", "'asked', which is none", {"tests/rules/capture_behaviour.txt": "asked: StreamGet\n"}),
    ("capture", "asks whether", {"tests/rules/capture_behaviour.txt": "free: Stream*\n",
     "core/front/runtime/stream.c": "int gpuStreamGet(void)\n{\n    front_begin();\n"
                                    "    return gi_capture_forbids(__func__);\n}\n"}),
    ("front-names", "gpuNever", {"api_cuda/driver/front_names.h": "#define gpuNever cuNever\n"}),
    ("front-names", "GPU_STREAM", {"api_hip/front_driver_names.h":
                                   "#define gpuStreamSet hipStreamSet\n"}),
    ("front-lists", "runtime/a.c is not both", {"core/front/runtime/a.c": "int a;\n"}),
    ("front-lists", "every/a.c is not both", {"core/front/meson.build": "front_every = files('every/a.c')\n"}),
    ("front-lists", "front_all has files of driver, runtime", {"core/front/meson.build":
     "front_all = files(\n  'runtime/stream.c',\n  'driver/stream.c',\n)\n"}),
    ("front-lists", "runtime stands in front_one, front_other", {"core/front/meson.build":
     "front_one = files('runtime/stream.c')\nfront_other = files('runtime/stream.c')\n"}),
    ("names", "cudaMalloc", {"core/front/runtime/memory.c": "int cudaMalloc(void);\n"}),
    ("includes", "core/front/front.h", {"core/stream/stream.h": '#include "front/front.h"\n',
                                        "core/front/front.h": "\n"}),
    ("includes", "core/front/front.h", {"drivers/vulkan/x.c": '#include "front.h"\n',
                                        "core/front/front.h": "\n"}),
    ("machine-paths", "names a path", {"docs/a.md": "see /" + "home/somebody/gpuinterop\n"}),
    ("machine-paths", "names a path", {"run": "cd /" + "work/main\n"}),
    ("public-functions", "no comment", {"include/cuda/x.h": STATED[STATED.index("GPU"):]}),
    ("public-functions", "no 'Threads:'",
     {"include/cuda/x.h": STATED.replace(" *  Threads: any.\n", "")}),
    ("public-functions", "no 'Errors:'",
     {"include/cuda/x.h": STATED.replace("\n *  Errors: none. */", " */")}),
    ("public-functions", "cuDoIt: there is no comment",
     {"include/cuda/x.h": "CUresult cuDoIt(unsigned int count);\n"}),
    ("public-functions", "no family",
     {"include/hip/hip/x.h": STATED.replace("none", "those of a lost call")}),
    ("comment-sentences", "31 words", {"include/cuda/x.h": "/** " + LONG_SENTENCE + " */\n"}),
    ("comment-sentences", "x.h:3", {"include/cuda/x.h": "int a;\n/* Short.\n * " + LONG_SENTENCE
                                                        + " */\n"}),
    ("comment-sentences", "31 words", {"include/hip/hip/x.h": "int a; // " + "a " * 31 + "\n"}),
    ("comment-sentences", "core/info/x.h:1", {"core/info/x.h": "/** " + LONG_SENTENCE + " */\n"}),
    ("sentence-subjects", "x.h:1: sentence-subjects: a sentence begins with 'What'",
     {"include/cuda/x.h": "/** What it does. */\n"}),
    ("sentence-subjects", "x.c:3", {"api_hip/x.c": "/* It does.\n *\n * Those of it do. */\n"}),
    ("sentence-subjects", "x.c:2", {"drivers/vulkan/x.c": "int a;\nint b;    // is it? Who knows.\n"}),
    ("sentence-subjects", "'The same'", {"drivers/layer/x.c": "/* Does it: and more.\n * (The same.) */\n"}),
    ("sentence-subjects", "a.md:3", {"docs/a.md": "# A\n\n## What works\n"}),
    ("sentence-subjects", "a.md:2", {"docs/a.md": "It works.\n- **Whoever** calls it.\n"}),
    ("sentence-subjects", "'Whatever'", {"docs/a.md": "| a | Whatever it is. |\n"}),
    ("sentence-subjects", "meson.build:1", {"api_cuda/meson.build": "# What it has.\n"}),
    ("sentence-subjects", "a.py:1", {"docs/a.py": '"""The same."""\n'}),
    ("sentence-subjects", "x.h:1", {"core/queue/x.h": "/* What it is. */\n"}),
    ("sentence-subjects", "50 sentences", {"drivers/amdgpu/x.h": "/* What it is. */\n" * 50}),
    ("driver-calls", "calls a driver without", {"core/queue/a.c": "void f(void)\n{\n    memory->ops->finish(memory);\n}\n"}),
    ("ptx-structs", "core/module/launch.h:2: ptx-structs: sees a struct",
     {"core/module/launch.h": '#include "code/code.h"\n#include "kernel/translate/ptx/ptx.h"\n'}),
    ("ptx-structs", "core/module/launch.h:1",
     {"core/code/code.h": '#include "kernel/translate/analyse/emit.h"\n'}),
    ("ptx-structs", "drivers/vulkan/device.c:1", {"core/contract/kernel.h": "struct gi_ptx_own {\n    int a;\n};\n",
                                                  "drivers/vulkan/device.c": '#include "contract/kernel.h"\n'}),
    ("ptx-structs", "80 sources see", {f"core/kernel/translate/emit/e{i}.c":
                                       '#include "kernel/translate/ptx/ptx.h"\n' for i in range(79)}),
    ("multicast-guards", "calls it without", {"tests/a.c": "void f(void)\n{\n    cuMulticast" "Unbind(0);\n}\n"}),
    ("markers", "TO" "DO", {"docs/a.md": "TO" "DO: write\n"}),
    ("markers", "FIX" "ME", {"core/stream/stream.c": '#include "stream.h"\n/* FIX' "ME */\n"}),
    ("top-level", "does not belong", {"notes.txt": "\n"}),
    ("links", "leads nowhere", {"docs/a.md": "[this](laws.txt)\n"}),
    ("links", "no heading", {"docs/a.md": "[this](laws.md#2-second)\n"}),
    ("links", "core/gone.c", {"docs/a.md": "`core/gone.c`\n"}),
    ("links", "core/gone*", {"docs/a.md": "`core/gone*`\n"}),
    ("links", "gone.h", {"docs/a.md": "`gone.h`\n"}),
    ("links", "docs/gone.md", {"tests/unit/a.c": "/* docs/gone.md says why. */\n"}),
    ("rooms", "stream base; base base/host",
     {"docs/architecture.md": "| **`stream`** | |\n| **`base`** `status` | |\n"}),
    ("laws", "no law 2", {"core/stream/stream.h": "/* Law 2. */\nint gi_ship;\n"}),
    ("laws", "names no test", {"docs/laws.md": "## 1. First: one\n\nSo it is.\n"}),
    ("laws", "main of tests/unit/law.c", {"docs/laws.md":
                               "## 1. First: one\n\n- `tests/unit/law.c`: `main`.\n"}),
    ("laws", "no test it_is", {"docs/laws.md":
                               "## 1. First: one\n\n- `tests/unit/law.c`: `it_holds`,\n  `it_is`.\n"}),
    ("names", "excuses nothing", {"tests/rules/reasons.txt":
                                  "names core/stream/stream.c:cudaGone it was needed once upon a time\n"}),
)


def write(root, files):
    for path, text in files.items():
        os.makedirs(os.path.dirname(os.path.join(root, path)) or root, exist_ok=True)
        with open(os.path.join(root, path), "w", encoding="utf-8") as file:
            file.write(text)


def offenders(files):
    with tempfile.TemporaryDirectory() as root:
        if GIT:
            subprocess.run([GIT, "init", "-q", root], check=True)
        write(root, CLEAN)
        write(root, files)
        return rules.check(root)[0]


def main():
    failures = []
    if offenders({}):
        failures.append("the clean tree has offenders: " + "; ".join(offenders({})))
    for rule, words, files in PLANTED:
        if rule == "top-level" and not GIT:
            continue
        lines = offenders(files)
        if not any(rule in line and words in line for line in lines):
            failures.append(f"{rule}: '{words}' was planted in {sorted(files)}, found: {lines}")
    names = {rule.__name__[5:].replace("_", "-") for rule in rules.RULES}
    for name in sorted(names - {planted[0] for planted in PLANTED}):
        failures.append(f"{name}: no offender is planted for this rule")
    excused = {"core/stream/stream.c": '#include "stream.h"\ncudaStream_t s;\n', "tests/rules/reasons.txt":
               "names core/stream/stream.c:cudaStream_t a reason of some length\n"}
    if offenders(excused):
        failures.append("a reason does not excuse its offender: " + "; ".join(offenders(excused)))
    for failure in failures:
        print(failure)
    print(f"{len(PLANTED)} offenders planted, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
