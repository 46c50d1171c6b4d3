#!/usr/bin/env python3
"""Checks by the core's objects that no call of a program is a cancellation point.

    uncancelled.py ARCHIVE MAP       follows the calls from the names that MAP exports
    uncancelled.py --self-test CC... shows that it finds a planted call

From an exported function no path of calls may lead to a function of the C library in which a thread can
be cancelled, unless a function on the path has GI_UNCANCELLED (core/base/uncancelled.h). Calls through
pointers are not followed: what drivers and callbacks do is their callers' matter.
"""
import os
import re
import subprocess
import sys
import tempfile

# Where glibc looks for a cancellation, among what programs like this one call.
POINTS = frozenset("""
    accept accept4 close connect creat fdatasync fsync lockf msync nanosleep clock_nanosleep open open64
    openat openat64 pause poll ppoll pread pread64 pwrite pwrite64 read readv recv recvfrom recvmsg select
    pselect sem_wait sem_timedwait pthread_cond_wait pthread_cond_timedwait pthread_cond_clockwait
    pthread_join send sendmsg sendto sigwait sleep usleep system wait waitid waitpid write writev
    fprintf vfprintf __fprintf_chk __vfprintf_chk fputs fputc fwrite fread fopen fopen64 fclose fflush
    getdelim getline fgets __fgets_chk opendir readdir readdir64 closedir syslog __read_chk __pread_chk
    __pread64_chk __poll_chk __recv_chk __open_2 __open64_2 __openat_2 epoll_wait""".split())
GUARD = "pthread_setcancelstate"
PART = re.compile(r"\.(?:cold|part|isra|constprop)(?:\.\d+)*")
CALL = re.compile(r"\s+[0-9a-f]+:\s+(?:bnd )?(?:callq?|jmpq?|bl|b)\s+(?:\S+ <([\w.]+)(?:\+0x[0-9a-f]+)?>)?")
RELOCATION = re.compile(r"\s+[0-9a-f]+: R_\w+")
PLACE = re.compile(r"\s+[0-9a-f]+: R_\w+\s+([A-Za-z_][\w.]*)")


def run(*command):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout


def read_calls(archive):
    """{function: names that it calls}; a function that its file alone sees is (file, name)."""
    shared = {line.split()[-1] for line in run("nm", "-A", "--defined-only", "-g", archive).split("\n")
              if line.strip()}
    calls, file, caller, is_call = {}, "", None, False
    printed = None      # the target of the last call; behind a relocation it is no target

    def named(name):
        name = PART.sub("", name)
        return name if name in shared else (file, name)

    for line in run("objdump", "-dr", "--no-show-raw-insn", archive).split("\n"):
        if printed and not RELOCATION.match(line):
            calls[caller].add(named(printed))
        printed = None
        if line.endswith(">:"):
            caller = named(line.split("<")[1][:-2])
            calls.setdefault(caller, set())
        elif ":     file format" in line:
            file = line.split(":")[0]
        elif is_call and (place := PLACE.match(line)):
            calls[caller].add(named(place.group(1)))
        else:
            call = CALL.match(line)
            is_call = call is not None
            printed = call.group(1) if is_call else None
    return calls


def check(archive, exported):
    """[complaints], and how many functions were looked at."""
    calls = read_calls(archive)
    way = {name: (name,) for name in sorted(exported & calls.keys())}
    left, complaints = list(way), []
    while left:
        caller = left.pop()
        outside = {name[1] for name in calls[caller] if isinstance(name, tuple) and name not in calls}
        if GUARD in outside:
            continue
        for point in sorted(outside & POINTS):
            names = [name if isinstance(name, str) else name[1] for name in way[caller]]
            complaints.append(f"{point} is a cancellation point: {' -> '.join(names)}")
        for called in calls[caller]:
            if called in calls and called not in way:
                way[called] = (*way[caller], called)
                left.append(called)
    return complaints, len(way)


def self_test(compiler):
    head = "#include <pthread.h>\n#include <unistd.h>\nvoid go(void);\n"
    write = "static __attribute__((noinline)) void put(void) { if (write(1, \"\", 0)) pause(); }\n"
    guard = "int old; pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);"
    cases = (
        (True, write + "void go(void) { put(); put(); }\n"),
        (True, "void go(void) { usleep(1); }\n"),
        (False, write + "void go(void) { " + guard + " put(); pthread_setcancelstate(old, &old); }\n"),
        (False, write + "void other(void); void other(void) { put(); }\nvoid go(void) { getpid(); }\n"),
        # before it is linked, the jump in the last line of go leads to what follows
        (False, "void behind(void);\n__attribute__((cold)) void go(void) { getpid(); }\n"
                "__attribute__((cold)) void behind(void) { usleep(1); }\n"),
    )
    failures = 0
    for is_found, code in cases:
        for level in ("-O0", "-O2"):
            with tempfile.TemporaryDirectory() as folder:
                source, made = os.path.join(folder, "a.c"), os.path.join(folder, "a.o")
                archive = os.path.join(folder, "a.a")
                with open(source, "w", encoding="utf-8") as file:
                    file.write(head + code)
                subprocess.run([*compiler, level, "-fPIC", "-c", "-o", made, source], check=True)
                subprocess.run(["ar", "cr", archive, made], check=True)
                complaints, _ = check(archive, {"go"})
            if bool(complaints) != is_found:
                print(f"{code}with {level}: {complaints}")
                failures += 1
    print(f"{2 * len(cases)} archives, {failures} failures")
    return 1 if failures else 0


def main():
    if os.uname().machine not in ("x86_64", "aarch64"):
        print("skipped: the instructions of calls are not known here")
        return 77
    if len(sys.argv) >= 3 and sys.argv[1] == "--self-test":
        return self_test(sys.argv[2:])
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], encoding="utf-8") as file:
        exported = set(re.findall(r"\b(gi_\w+);", file.read()))
    complaints, count = check(sys.argv[1], exported)
    for complaint in complaints:
        print(complaint)
    print(f"{len(exported)} exported functions, which call {count}; {len(complaints)} complaints")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
