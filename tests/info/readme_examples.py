#!/usr/bin/env python3
"""The documents' promises about building: readme_examples.py SOURCE BUILD COMPILER...

The two examples of docs/for-vulkan-renderers.md compile without a warning and link; links and files
that the README names are there; and a program that is linked to the vendors' libraries runs with ours under the vendors' names.

README_FRAME names the renderer of the examples (readme_frame.c), where there is Vulkan: it runs
them as programs that end right after, and looks at what they have done.
"""
import os
import re
import subprocess
import sys
import tempfile

FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
APIS = {
    "cuda": ("cuda_runtime_api.h", "libcudart.so.13", "libcudart.so.13", "cudaGetErrorName"),
    "hip": ("hip/hip_runtime_api.h", "libamdhip64.so.6", "hip_4.2", "hipGetErrorName"),
}


def call(*command, **more):
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}\nended with {result.returncode}\n{result.stdout}"
                 f"{result.stderr}")
    return result


def examples(text):
    """{api: the program}, of all C blocks."""
    found = {}
    for block in re.findall(r"```c\n(.*?)```", text, re.DOTALL):
        apis = [api for api, facts in APIS.items() if f"<{facts[0]}>" in block]
        if len(apis) != 1 or apis[0] in found:
            sys.exit(f"an example of {apis}:\n{block}")
        if not 25 <= block.count("\n") <= 36:
            sys.exit(f"the example for {apis[0]} has {block.count(chr(10))} lines, not about 30")
        found[apis[0]] = block
    if set(found) != set(APIS):
        sys.exit(f"the page has examples for {sorted(found)}")
    return found


def build_example(api, text, source, build, folder, compiler):
    path = os.path.join(folder, f"{api}.c")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    include = os.path.join(source, "include")
    call(*compiler, *FLAGS, f"-I{include}", f"-I{include}/{api}", "-shared", "-fPIC", path,
         "-o", path + ".so", "-Wl,-z,defs", f"-L{build}", f"-l{api}interop", "-lgpuinterop")


# The examples' program as it stands: it ends as soon as the call is over.
MAIN = """
#include <stdlib.h>

int main(int count, char **arguments)
{
    return count == 4 ? clear_frame(atoi(arguments[1]), strtoul(arguments[2], NULL, 10),
                                    atoi(arguments[3])) != 0 : 2;
}
"""


def build_program(api, text, source, build, folder, compiler):
    """The example as a program; its path."""
    path = os.path.join(folder, f"{api}-program")
    with open(path + ".c", "w", encoding="utf-8") as file:
        file.write(text + MAIN)
    include = os.path.join(source, "include")
    call(*compiler, *FLAGS, f"-I{include}", f"-I{include}/{api}", path + ".c", "-o", path,
         f"-L{build}", f"-Wl,-rpath,{build}", f"-l{api}interop", "-lgpuinterop")
    return path


def run_programs(programs):
    result = subprocess.run([os.environ["README_FRAME"], *programs], capture_output=True, text=True,
                            timeout=100, check=False)
    if result.returncode == 77:
        print(result.stdout)
    elif result.returncode != 0:
        sys.exit(f"the examples do not do their work: {result.returncode}\n{result.stdout}"
                 f"{result.stderr}")


def run_under_vendors_name(api, build, folder, compiler):
    """A library with the vendor's name and symbol version stands for the vendor's at link time."""
    _, soname, version, function = APIS[api]
    vendor, compat = os.path.join(folder, api + "-vendor"), os.path.join(folder, api + "-compat")
    os.mkdir(vendor)
    os.mkdir(compat)
    with open(f"{vendor}/lib.c", "w", encoding="utf-8") as file:
        file.write(f"const char *{function}(int e);\n"
                   f"const char *{function}(int e) {{ (void)e; return \"the vendor's\"; }}\n")
    with open(f"{vendor}/lib.map", "w", encoding="utf-8") as file:
        file.write(f"{version} {{ global: {function}; local: *; }};\n")
    with open(f"{vendor}/main.c", "w", encoding="utf-8") as file:
        file.write(f"#include <stdio.h>\nconst char *{function}(int e);\n"
                   f"int main(void) {{ return puts({function}(1)) < 0; }}\n")
    call(*compiler, "-shared", "-fPIC", f"{vendor}/lib.c", "-o", f"{vendor}/{soname}",
         f"-Wl,-soname,{soname}", f"-Wl,--version-script={vendor}/lib.map")
    call(*compiler, f"{vendor}/main.c", "-o", f"{vendor}/main", f"{vendor}/{soname}")
    os.symlink(os.path.join(build, f"lib{api}interop.so.0"), os.path.join(compat, soname))
    variables = dict(os.environ, LD_LIBRARY_PATH=f"{compat}:{build}")
    result = call(f"{vendor}/main", env=variables)
    if result.stdout.strip() != f"{api}ErrorInvalidValue" or result.stderr:
        sys.exit(f"{soname}: {result.stdout}{result.stderr}")


def check_links(text, source):
    targets = re.findall(r"\]\(([^)#:]+)\)", text)
    missing = [target for target in targets if not os.path.exists(os.path.join(source, target))]
    if missing or not targets:
        sys.exit(f"the README links to {missing}, of {targets}")


def main():
    source, build, *compiler = sys.argv[1:]
    texts = []
    for name in ("README.md", "docs/for-vulkan-renderers.md"):
        with open(os.path.join(source, name), encoding="utf-8") as file:
            texts.append(file.read())
    check_links(texts[0], source)
    with tempfile.TemporaryDirectory() as folder:
        programs = []
        for api, example in examples(texts[1]).items():
            build_example(api, example, source, build, folder, compiler)
            run_under_vendors_name(api, build, folder, compiler)
            programs.append(build_program(api, example, source, build, folder, compiler))
        if "README_FRAME" in os.environ:
            run_programs(programs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
