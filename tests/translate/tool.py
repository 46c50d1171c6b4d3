#!/usr/bin/env python3
"""gpuinterop-translate: what it prints, writes and refuses.

    tool.py PROGRAM FILE.ptx

Exit: 0; 1 with a sentence for each that is wrong; 77 if there is no device.
"""
import os
import re
import subprocess
import sys
import tempfile

KERNEL = """.version 7.0
.target sm_75
.address_size 64
.visible .entry %s(.param .u64 to)
{
  .reg .pred %%p<2>;
  .reg .b64 %%a<3>;
  .reg .b32 %%r<4>;
  ld.param.u64 %%a1, [to];
  cvta.to.global.u64 %%a2, %%a1;
  mov.u32 %%r1, %%tid.x;
  setp.gt.u32 %%p1, %%r1, 16;
  @%%p1 bra END;
  %s
  st.global.u32 [%%a2], %%r1;
END:
  ret;
}
"""
failures = []


def run(*arguments):
    """Exit status, standard output, standard error."""
    done = subprocess.run(arguments, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False)
    return done.returncode, done.stdout, done.stderr


def want(condition, sentence, *more):
    if not condition:
        failures.append(" ".join([sentence, *(str(item)[:400] for item in more)]))


def check_passes(program):
    status, out, _ = run(program, "--passes")
    want(status == 0 and out.split() == ["variables", "survey", "origins", "meetings", "reloads",
                                         "way", "emission"], "passes:", status, out)


def check_prints(program, path, warps):
    status, out, err = run(program, path, "--print", "blocks,way,spirv")
    want(status == 0, "status", status, err)
    want(re.search(r"^kernel small\n", out, re.M), "no line of the kernel:", out)
    want("block 0: lines 9 to 12, branches -> 2, 1\n" in out, "block 0 is another one:", out)
    want("block 1: lines 14 to 15 -> 2\n" in out, "block 1 is another one:", out)
    want("way: plain" in out and "operations of warps: none" in out, "another way:", out)
    want("OpEntryPoint GLCompute" in out, "there is no assembly:", out)
    _, silent, _ = run(program, path)
    want("block" not in silent and "way" not in silent and "OpEntry" not in silent,
         "unasked it prints", silent)
    _, out, _ = run(program, warps, "--print", "way")
    want("way: " in out and "way: plain" not in out, "another way of warps:", out)
    want("operations of warps: all threads come that have not left" in out, "who comes:", out)


def check_stop(program, path):
    status, out, _ = run(program, path, "--stop-after", "way", "--print", "way,spirv")
    want(status == 0 and "way: " in out and "words" not in out and "Op" not in out,
         "behind the way it prints", out)
    status, out, _ = run(program, path, "--stop-after", "survey", "--print", "way")
    want(status == 0 and "way: " not in out, "behind the survey it prints", out)


def words_of(path):
    with open(path, "rb") as file:
        return file.read()


def check_output(program, path, folder):
    output = os.path.join(folder, "small.spv")
    status, out, err = run(program, path, "--kernel", "small", "-o", output)
    plain = words_of(output)
    want(status == 0 and plain[:4] == b"\x03\x02\x23\x07", "no SPIR-V:", status, err)
    want(f"  {len(plain) // 4} words," in out, "the words are", len(plain) // 4, "and it says", out)
    run(program, path, "--check", "-o", output)
    want(len(words_of(output)) > len(plain), "the memory check adds nothing")


def check_refusals(program, path, other, folder):
    for arguments, status, word in (
            ((path, "--foo"), 2, "--foo"), ((), 2, "file"), ((path, "--print", "all"), 2, "all"),
            ((path, "--stop-after", "end"), 2, "end"), ((path, "--device", "x"), 2, "x"),
            ((path, "--device", "99"), 1, "99"), ((path, "--kernel", "none"), 1, "name"),
            ((os.path.join(folder, "none.ptx"),), 1, "none.ptx"),
            ((other, "-o", os.path.join(folder, "x")), 2, "-o")):
        got, _, err = run(program, *arguments)
        want(got == status and word in err, "with", arguments, "it ends with", got, err)
    broken = os.path.join(folder, "broken.ptx")
    with open(broken, "w", encoding="utf-8") as file:
        file.write(KERNEL % ("broken", "wgmma.fence.sync.aligned;"))
    got, _, err = run(program, broken)
    want(got == 1 and "line 14" in err and "broken" in err, "an instruction not built:", got, err)


def main():
    program, other = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "small.ptx")
        with open(path, "w", encoding="utf-8") as file:
            file.write(KERNEL % ("small", "add.u32 %r1, %r1, 1;"))
        warps = os.path.join(folder, "warps.ptx")
        with open(warps, "w", encoding="utf-8") as file:
            file.write(KERNEL % ("warps", "shfl.sync.idx.b32 %r1, %r1, 0, 31, -1;"))
        if "no usable device" in run(program, path)[2]:
            return 77
        check_passes(program)
        check_prints(program, path, warps)
        check_stop(program, path)
        check_output(program, path, folder)
        check_refusals(program, path, other, folder)
    print("\n".join(failures + [f"{len(failures)} failures"]))
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
