#!/usr/bin/env python3
"""Installs a build into a temporary folder and uses it as a stranger would.

    check.py tree|pkg-config|linkers|cmake BUILD MESON...

tree looks at the installed files and starts the tool; pkg-config and cmake build the programs beside
this file in C and in C++ and run them; linkers builds them with -I, -L and -l alone, by each linker
that is here.
"""
import fcntl
import glob
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "stages"))
import targets  # noqa: E402
PROGRAMS = {"cuda": ["cudainterop"], "hip": ["hipinterop"], "both": ["cudainterop", "hipinterop"]}
DRIVER = "driver"           # needs the vendors' names
LANGUAGES = {"c": ["-x", "c", "-std=c11"], "c++": ["-x", "c++", "-std=c++17"]}


def run(command, **arguments):
    """The output of a command; ends the test where the command fails."""
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False, **arguments)
    if done.returncode:
        print("$ " + " ".join(shlex.quote(word) for word in command))
        print(done.stdout)
        sys.exit(f"{command[0]} ended with {done.returncode}")
    return done.stdout


def installed_targets(build):
    """For ninja. Without a target it makes each program of the tests, also those that the short set
    leaves out: more than a minute of a processor."""
    return targets.needed(build, json.loads(run(MESON + ["introspect", "--targets", build])), [], set())


class Installed:
    """A build, installed below folder."""

    def __init__(self, build, folder):
        options = {o["name"]: o["value"]
                   for o in json.loads(run(MESON + ["introspect", "--buildoptions", build]))}
        self.version = json.loads(run(MESON + ["introspect", "--projectinfo", build]))["version"]
        self.build, self.options = build, options
        self.root = os.path.join(folder, "root")
        self.work = os.path.join(folder, "work")
        self.prefix = os.path.join(self.root, options["prefix"].lstrip("/"))
        self.libdir = os.path.join(self.prefix, options["libdir"])
        os.mkdir(self.work)
        # What is installed is built, and no test beside it; one at a time, since ninja does not share a
        # folder.
        with open(os.path.join(build, "meson-private", "install-test.lock"), "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            run([os.environ.get("NINJA", "ninja"), "-C", build] + installed_targets(build))
            run(MESON + ["install", "-C", build, "--no-rebuild", "--destdir", self.root])
        self.vendordir = os.path.join(self.libdir, "gpuinterop")
        self.has_vendor_names = (options["version_nodes"] == "vendor"
                                 and options["vendor_names"] != "disabled")

    def programs(self):
        """The programs, and the packages that each needs."""
        return dict(PROGRAMS, **({DRIVER: ["cudainterop-driver"]} if self.has_vendor_names else {}))

    def start(self, program):
        """Runs a program that was built against the installed libraries, and those alone."""
        environment = dict(os.environ, LD_LIBRARY_PATH=self.libdir + ":" + self.vendordir)
        resolved = run(["ldd", program], env=environment)
        for line in resolved.split("\n"):
            if ("interop" in line or "libcuda.so" in line) and self.libdir not in line:
                sys.exit(f"{program} does not use the installed library: {line.strip()}")
        run([program], env=environment)


def check_tree(installed):
    """Everything that should be installed is there, and points to what is there."""
    options = installed.options
    wanted = [f"{options['includedir']}/gpuinterop/gpuinterop.h",
              f"{options['includedir']}/gpuinterop/cuda/cuda_runtime_api.h",
              f"{options['includedir']}/gpuinterop/hip/hip/hip_runtime_api.h",
              f"{options['includedir']}/gpuinterop/gpuinterop_device/math.h",
              f"{options['libdir']}/cmake/gpuinterop/gpuinterop-kernels.cmake",
              f"{options['libdir']}/cmake/cudainterop/cudainterop-language.cmake",
              f"{options['bindir']}/gpuinterop-info",
              f"{options['bindir']}/gpuinterop-translate", f"{options['bindir']}/gpuinterop-trace",
              f"{options['bindir']}/cudainterop-cc",
              f"{options['bindir']}/hipinterop-cc"]
    for name in ("nvrtcinterop", "hiprtcinterop"):
        wanted += [f"{options['libdir']}/lib{name}.so.0", f"{options['libdir']}/pkgconfig/{name}.pc"]
    for name in ("gpuinterop", "cudainterop", "hipinterop"):
        wanted += [f"{options['libdir']}/lib{name}.so", f"{options['libdir']}/lib{name}.so.0",
                   f"{options['libdir']}/lib{name}.so.{installed.version}",
                   f"{options['libdir']}/pkgconfig/{name}.pc",
                   f"{options['libdir']}/cmake/{name}/{name}-config.cmake",
                   f"{options['libdir']}/cmake/{name}/{name}-config-version.cmake"]
    if installed.has_vendor_names:
        wanted += [f"{options['libdir']}/gpuinterop/{name}"
                   for name in ("libcudart.so.12", "libcudart.so.13", "libamdhip64.so.6",
                                "libcuda.so.1", "libcuda.so", "libcudart.so", "libamdhip64.so",
                                "libhiprtc.so.6", "libhiprtc.so", "libnvrtc.so.12",
                                "libnvrtc.so.13", "libnvrtc.so")]
        wanted.append(f"{options['libdir']}/pkgconfig/cudainterop-driver.pc")
    missing = [path for path in wanted if not os.path.exists(os.path.join(installed.prefix, path))]
    if options["man"] != "disabled":
        missing += missing_pages(installed)
    if options["layer"] != "disabled":
        missing += missing_layer(installed)
    for line in sorted(missing):
        print("not installed: " + line)
    strays = [path for path in glob.glob(installed.prefix + "/**", recursive=True)
              if os.path.basename(path) == "meson.build" or path.endswith(".a")]
    for path in strays:
        print("should not be installed: " + path)
    check_tool(installed)
    return 1 if missing or strays else 0


def check_tool(installed):
    """gpuinterop-info finds its library where the tree was moved to, without a word of ours."""
    tool = os.path.join(installed.prefix, installed.options["bindir"], "gpuinterop-info")
    run([tool, "--help"], env=without_library_path())
    resolved = run(["ldd", tool], env=without_library_path())
    library = resolved.split("libgpuinterop.so.0 =>")[1].split()[0]
    if os.path.realpath(installed.libdir) != os.path.dirname(os.path.realpath(library)):
        sys.exit(f"{tool} does not use the installed library: {resolved}")


def without_library_path():
    return {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}


def missing_pages(installed):
    """Pages that were made and are not installed, a page for each kind among them."""
    made = {os.path.relpath(path, os.path.join(installed.build, "docs/man"))
            for path in glob.glob(os.path.join(installed.build, "docs/man/man?/*"))}
    made |= {"man1/gpuinterop-info.1", "man1/gpuinterop-trace.1", "man1/gpuinterop-translate.1", "man1/cudainterop-cc.1",
             "man3/cudaMalloc.3", "man3/hipMemcpy_spt.3", "man3/gpuinterop_last_error_detail.3",
             "man7/gpuinterop.7"}
    folder = os.path.join(installed.prefix, installed.options["mandir"])
    return [path for path in made if not os.path.exists(os.path.join(folder, path))]


def missing_layer(installed):
    """What is amiss with the layers' manifest; the libraries it names must lie where it says."""
    found = glob.glob(os.path.join(installed.prefix, installed.options["datadir"],
                                   "vulkan/explicit_layer.d/*.json"))
    if len(found) != 1:
        return [f"the layer's manifest: there are {len(found)}"]
    with open(found[0], encoding="utf-8") as file:
        libraries = [layer["library_path"] for layer in json.load(file)["layers"]]
    missing = [] if len(libraries) == 2 else [f"the manifest has {libraries}"]
    for library in libraries:
        if os.path.isabs(library):
            where = os.path.join(installed.root, library.lstrip("/"))
        elif "/" in library:
            where = os.path.join(os.path.dirname(found[0]), library)
        else:
            where = os.path.join(installed.libdir, library)
        missing += [] if os.path.exists(where) else [f"the layer {library} of {found[0]}"]
    return missing


def check_pkg_config(installed):
    """The programs build with what pkg-config says."""
    environment = dict(os.environ, PKG_CONFIG_SYSROOT_DIR=installed.root,
                       PKG_CONFIG_LIBDIR=os.path.join(installed.libdir, "pkgconfig"))
    for name, packages in installed.programs().items():
        flags = run(["pkg-config", "--cflags", "--libs"] + packages, env=environment).split()
        for language, compiler in (("c", "cc"), ("c++", "c++")):
            program = os.path.join(installed.work, f"{name}-{language}")
            run([compiler, "-Wall", "-Wextra", "-Werror"] + LANGUAGES[language]
                + [os.path.join(HERE, name + ".c"), "-x", "none", "-o", program] + flags)
            installed.start(program)
    check_vendor_names(installed, environment)
    check_compilers(installed, environment)
    for package in ("gpuinterop", "cudainterop", "hipinterop"):
        version = run(["pkg-config", "--modversion", package], env=environment).strip()
        if version != installed.version:
            sys.exit(f"{package}.pc says version {version}, not {installed.version}")
    return 0


def check_vendor_names(installed, environment):
    """Programs that ask for a vendor's library find everything below the folder that is told."""
    for package, library in (("cudainterop", "libcudart.so.13"), ("cudainterop", "libcudart.so.12"),
                             ("hipinterop", "libamdhip64.so.6")):
        folder = run(["pkg-config", "--variable=vendordir", package], env=environment).strip()
        if not folder and installed.options["vendor_names"] != "enabled":
            return
        if not folder.startswith(installed.root):      # pkgconf writes the root before variables
            folder = installed.root + folder
        library = os.path.join(folder, library)
        if "libgpuinterop.so.0 => not found" in run(["ldd", library], env=without_library_path()):
            sys.exit(f"{library} does not find libgpuinterop.so.0")


def check_compilers(installed, environment):
    """The packages name their compiler drivers, which link the driver interface by its name, and
    gpuinterop.h's functions without a word."""
    for package in ("cudainterop", "hipinterop"):
        compiler = run(["pkg-config", "--variable=compiler", package], env=environment).strip()
        if not compiler.startswith(installed.root):
            compiler = installed.root + compiler
        if "--rpath" not in run([compiler, "--help"]):
            sys.exit(f"{package}.pc names {compiler}, which is no compiler driver")
        if package == "cudainterop" and shutil.which("clang") and installed.has_vendor_names:
            program = os.path.join(installed.work, "driver-cc")
            run([compiler, os.path.join(HERE, "driver.c"), "-DWITH_SENTENCE", "-o", program,
                 "-lcuda", "--rpath"])
            run([program], env=without_library_path())


def check_linkers(installed):
    """The front ends are all that a program has to name; each linker finds what they need."""
    include = os.path.join(installed.prefix, installed.options["includedir"], "gpuinterop")
    for linker in ("", "bfd", "gold", "lld"):
        if linker and not shutil.which("ld." + linker):
            continue
        for name in ("cuda", "hip"):
            program = os.path.join(installed.work, f"{name}-{linker}")
            run(["cc", os.path.join(HERE, name + ".c"), "-o", program, "-I" + include,
                 f"-I{include}/{name}", "-L" + installed.libdir, f"-l{name}interop"]
                + ([f"-fuse-ld={linker}"] if linker else []), env=without_library_path())
            installed.start(program)
    return 0


def check_cmake(installed):
    """The programs build with what the CMake packages say, in a tree moved from its prefix."""
    run(["cmake", "-S", HERE, "-B", installed.work, "-DCMAKE_PREFIX_PATH=" + installed.prefix,
         "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF", "-DWANTED_VERSION=" + installed.version])
    run(["cmake", "--build", installed.work])
    for name in installed.programs():
        for language in ("c", "cpp"):
            installed.start(os.path.join(installed.work, f"{name}-{language}"))
    for name in ("cuda", "hip") if shutil.which("clang") else ():
        installed.start(os.path.join(installed.work, f"{name}-kernels"))
    if not shutil.which("clang"):
        return 0
    check_cmake_language(installed)
    return check_cmake_of_c(installed)


def check_cmake_language(installed):
    """A project with CMake's language CUDA builds with one setting, where no program nvcc is found."""
    work = os.path.join(installed.work, "language")
    path = ":".join(folder for folder in os.environ["PATH"].split(":") if not os.path.exists(folder + "/nvcc"))
    run(["cmake", "-S", os.path.join(HERE, "language"), "-B", work, "-DCMAKE_TOOLCHAIN_FILE="
         + os.path.join(installed.libdir, "cmake/cudainterop/cudainterop-language.cmake")],
        env={**without_library_path(), "PATH": path})
    run(["cmake", "--build", work], env={**without_library_path(), "PATH": path})
    installed.start(os.path.join(work, "sum"))


def check_cmake_of_c(installed):
    """A project in C alone links its kernels, which get the flags of its build type."""
    work = os.path.join(installed.work, "only_c")
    run(["cmake", "-S", os.path.join(HERE, "only_c"), "-B", work, "-DCMAKE_BUILD_TYPE=Release",
         "-DCMAKE_PREFIX_PATH=" + installed.prefix, "-DCMAKE_FIND_USE_PACKAGE_REGISTRY=OFF"])
    said = run(["cmake", "--build", work, "--verbose"])
    compiled = [line for line in said.split("\n") if "cudainterop-cc" in line and "kernels.cu" in line]
    if not any("-DNDEBUG" in line for line in compiled):
        sys.exit("the kernels are compiled without the flags of the build type:\n" + said)
    installed.start(os.path.join(work, "kernels"))
    return 0


def main():
    checks = {"tree": (check_tree, []), "pkg-config": (check_pkg_config, ["pkg-config"]),
              "linkers": (check_linkers, []), "cmake": (check_cmake, ["cmake", "make"])}
    if len(sys.argv) < 4 or sys.argv[1] not in checks:
        sys.exit(__doc__)
    check, tools = checks[sys.argv[1]]
    for tool in tools:
        if not shutil.which(tool):
            print(f"there is no {tool} here")
            return SKIP
    with tempfile.TemporaryDirectory() as folder:
        return check(Installed(sys.argv[2], folder))


MESON = sys.argv[3:]

if __name__ == "__main__":
    sys.exit(main())
