#!/usr/bin/env python3
"""What ./run decides by itself: which results count as failed, and which set of the tests on the
emulated card runs, on a tree that is made up; how ccache learns; that it says why it makes no Debian 13; that a
test's signal is named; and that each test has a stage.

    test_stages.py BUILD    also looks at the labels of that build's tests
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import card_set  # noqa: E402
import collect  # noqa: E402
import targets  # noqa: E402

TREE = {
    "core/contract/driver.h": '#include "base/status.h"\n',
    "core/base/status.h": "int status;\n",
    "core/base/status.c": "int status_text;\n",
    "core/stream/stream.h": "int stream;\n",
    "drivers/amdgpu/queue.c": '#include "queue.h"\n#include <stdio.h>\n',
    "drivers/amdgpu/queue.h": '#include "contract/driver.h"\n',
    "drivers/amdgpu/meson.build": "files('queue.c')\n",
    "tests/amdgpu/test_plan.c": '#include "stream/stream.h"\n',
    "tests/amdgpu_card/card.map": "{ *; };\n",
    "tests/amdgpu_card/README.md": "words\n",
    "tests/bench/card/main.c": "int main(void) { }\n",
    "tests/scenario/main.c": "int main(void) { }\n",
}
PASSES = "".join(f"passed\t{stage}: a\t\nskipped\t{stage}: b\twhy\n" for stage in card_set.STAGES)


def write(root, path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def record(root, results=PASSES, old=None):
    """card_set.py record; what it ends with and prints."""
    write(root, "results", results)
    write(root, "old", card_set.lines(card_set.fingerprint(root)) if old is None else old)
    done = subprocess.run([sys.executable, os.path.join(HERE, "card_set.py"), "record", root,
                           os.path.join(root, "results"), os.path.join(root, "old")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.returncode, done.stdout


def expect(root, answer, words=""):
    said = card_set.which(root, "complete")
    assert said.startswith(answer + ": ") and words in said, f"{answer}, {words}: {said}"


def changes(root):
    """Each change of one file, and the file that the answer has to name, or None."""
    for path, text, named in (
            ("drivers/amdgpu/queue.c", "int other;\n", "drivers/amdgpu/queue.c"),
            ("drivers/amdgpu/meson.build", "", "drivers/amdgpu/meson.build"),
            ("drivers/amdgpu/new.c", "int new;\n", "drivers/amdgpu/new.c"),
            ("tests/amdgpu/test_plan.c", "", "tests/amdgpu/test_plan.c"),
            ("tests/amdgpu_card/card.map", "", "tests/amdgpu_card/card.map"),
            ("tests/bench/card/main.c", "", "tests/bench/card/main.c"),
            ("tests/conformance/main.c", "", "tests/conformance/main.c"),
            ("core/contract/driver.h", "", "core/contract/driver.h"),
            ("core/base/status.h", "", "core/base/status.h"),
            ("core/base/status.c", "", "core/base/status.c"),
            ("drivers/amdgpu/queue.h", TREE["drivers/amdgpu/queue.h"] + '#include "stream/stream.h"\n',
             "core/stream/stream.h"),
            ("core/stream/stream.h", "int other;\n", None),
            ("tests/amdgpu_card/README.md", "other words\n", None),
            ("tests/amdgpu/__pycache__/x.pyc", "bytes", None),
            ("tests/scenario/main.c", "", None)):
        write(root, path, text)
        expect(root, "all" if named else "none", named or "")
        if path in TREE:
            write(root, path, TREE[path])
        else:
            os.remove(os.path.join(root, path))
        expect(root, "none")
    os.remove(os.path.join(root, "tests/bench/card/main.c"))
    expect(root, "all", "tests/bench/card/main.c")
    write(root, "tests/bench/card/main.c", TREE["tests/bench/card/main.c"])


def refusals(root):
    """What is no pass of all leaves the record as it is."""
    before = card_set.read(root, card_set.RECORD)
    for results, old, words in (
            (PASSES + "failed\tasan: c\tERROR\n", None, "asan: c failed"),
            (PASSES.replace("passed\tmesa25", "skipped\tmesa25"), None, "stage mesa25 (why)"),
            (PASSES.replace("libdrm: ", "other: "), None, "stage libdrm"),
            ("", None, "stage normal"),
            (PASSES, "0123 core/contract/driver.h\n", "changed while")):
        status, said = record(root, results, old)
        assert status != 0 and words in said, f"{words}: {status}, {said}"
        assert card_set.read(root, card_set.RECORD) == before, words


def check_card_set():
    with tempfile.TemporaryDirectory() as root:
        for path, text in TREE.items():
            write(root, path, text)
        expect(root, "all", "records no pass")
        status, said = record(root)
        assert status == 0, said
        expect(root, "none", "run tests all")
        assert card_set.which(root, "all").startswith("all: ")
        try:
            card_set.which(root, "some")
            raise AssertionError("a word that means nothing is taken")
        except SystemExit as error:
            assert "some" in str(error)
        changes(root)
        refusals(root)
        shutil.rmtree(os.path.join(root, "tests/amdgpu_card"))
        expect(root, "all", "card.map")
        write(root, card_set.RECORD, "# no lines\n")
        expect(root, "all", "records no pass")


def check_collect():
    def test(name, result, output="", command="program"):
        return {"name": "gpuinterop:" + name, "result": result, "stdout": output, "stderr": None,
                "command": [command]}

    tests = (test("a", "OK"), test("b", "SKIP", "x\nno card\n"), test("c", "FAIL"),
             test("d", "TIMEOUT"), test("e", "OK", "VUID-1"),
             test("f", "OK", "VUID-1", "with_validation.py"), test("g", "SKIP"))
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log.json")
        assert collect.collect("normal", log, "1") == [("failed", "normal", "no test ran")]
        write(folder, "log.json", "\n")
        assert collect.collect("normal", log, "0") == [("failed", "normal", "no test ran")]
        write(folder, "log.json", "".join(json.dumps(row) + "\n" for row in tests))
        rows = collect.collect("validation", log, "1")
        assert [row[0] for row in rows] == ["passed", "skipped", "failed", "failed", "failed",
                                            "passed", "skipped"], rows
        assert rows[1] == ("skipped", "validation: b", "no card"), rows[1]
        assert rows[6][2] == "no reason given", rows[6]
        assert collect.collect("normal", log, "1")[4][0] == "passed"
        outputs = []
        collect.collect("validation", log, "1", outputs)
        assert [name for name, _ in outputs] == [
            "validation: c (FAIL)", "validation: d (TIMEOUT)",
            "validation: e (the validation layer complained)"], outputs
        assert outputs[2][1] == ["VUID-1"], outputs
        write(folder, "log.json", json.dumps(tests[0]) + "\n")
        assert [row[0] for row in collect.collect("normal", log, "3")] == ["passed", "failed"]
        write(folder, "log.json", json.dumps(test("h", "OK", "x\nskipped: one: no tool\n")) + "\n")
        assert collect.collect("normal", log, "0") == [
            ("passed", "normal: h", ""), ("skipped", "normal: h, one", "no tool")]
        write(folder, "log.json", json.dumps(test("h", "SKIP", "skipped: one: no tool\n")) + "\n")
        assert len(collect.collect("normal", log, "0")) == 1


def check_endings():
    failed = {"name": "a", "result": "FAIL", "stdout": "".join(f"{i}\n" for i in range(90)),
              "stderr": "why\n", "command": [], "returncode": -11}
    with tempfile.TemporaryDirectory() as folder:
        log, outputs = os.path.join(folder, "log.json"), os.path.join(folder, "outputs")
        write(folder, "log.json", json.dumps(failed) + "\n")
        call = [sys.executable, os.path.join(HERE, "collect.py")]
        for stage in ("one", "two"):
            done = subprocess.run([*call, stage, log, "1", outputs], check=True, text=True,
                                  stdout=subprocess.PIPE)
            assert done.stdout == f"failed\t{stage}: a\tFAIL, signal 11\n", done.stdout
        write(folder, "said", "an error\n")
        subprocess.run([*call, "note", "clang", os.path.join(folder, "said"), outputs], check=True)
        done = subprocess.run([*call, "print", outputs], check=True, text=True,
                              stdout=subprocess.PIPE)
    lines = done.stdout.split("\n")
    assert lines[1] == "end of one: a (FAIL, signal 11):" and lines[26] == "    why", lines
    assert lines[2] == "    66" and lines[28] == "end of two: a (FAIL, signal 11):", lines
    assert lines[-3:] == ["end of clang:", "    an error", ""], lines
    assert collect.endings([]) == []
    many = collect.endings([("n", ["line"] * 25)] * 10)
    assert many.count("    line") == 100, many
    assert collect.endings([("n", ["line"] * 25)] * 50).count("    line") == 200


def misplaced(tests):
    """Names of tests whose labels do not say that they run on the emulated card, or wrongly do."""
    names = []
    for test in tests:
        labels = labels_of(test)
        on_card = "gpuinterop-card.so" in json.dumps([test["cmd"], test["env"]])
        if on_card != ("card" in labels):
            names.append(test["name"])
    return names


def labels_of(test):
    return {suite.split(":")[-1] for suite in test["suite"]}


def not_on_mesa():
    """The labels of what stage_mesa leaves out, of which the normal stage runs nothing else then."""
    with open(os.path.join(HERE, "mesa25.sh"), encoding="utf-8") as file:
        return set(re.search(r'^not_on_mesa="([^"]*)"$', file.read(), re.M).group(1).split())


def nowhere(tests):
    """Names of tests that no stage of ./run tests complete runs, thorough ones apart."""
    left_out, names = not_on_mesa(), []
    for test in tests:
        labels = labels_of(test)
        normal = labels & left_out and not labels & {"validation", "sanitized"}
        mesa = not labels & (left_out | {"validation"})
        asan = not labels & {"rules", "abi", "install", "man", "validation", "variant", "twin"}
        if not (normal or mesa or asan or labels & {"validation", "thorough"}):
            names.append(test["name"])
    return names


def check_labels(build):
    card = ["x/gpuinterop-card.so"]
    made_up = [{"name": name, "suite": suite, "cmd": cmd, "env": {}} for name, suite, cmd in (
        ("a", ["g:unit"], []), ("b", ["g:unit"], card), ("c", ["g:card"], card),
        ("d", ["g:card"], []))]
    assert misplaced(made_up) == ["b", "d"], misplaced(made_up)
    with open(os.path.join(build, "meson-info/intro-tests.json"), encoding="utf-8") as file:
        tests = json.load(file)
    names = misplaced(tests)
    assert not names, f"label 'card' is missing or wrong: {names}"
    made_up = [{"name": name, "suite": ["g:" + label for label in labels.split()]} for name, labels in (
        ("a", "scenario"), ("b", "abi"), ("c", "cc variant sanitized"), ("d", "cc variant"),
        ("e", "kernels validation"), ("f", "cc sanitized not-of-vulkan"), ("h", "abi sanitized"))]
    assert nowhere(made_up) == ["c", "h"], nowhere(made_up)
    assert not nowhere(tests), f"no stage runs these: {nowhere(tests)}"


def check_targets():
    """The short set builds what is installed, and what its own tests start or name."""
    made_up = [{"id": name, "filename": [f"/b/{name}"], "installed": name == "library"}
               for name in ("library", "program", "plugin", "other")]
    tests = [{"suite": ["g:unit"], "cmd": ["/b/program"], "depends": ["plugin"]},
             {"suite": ["g:unit", "g:variant"], "cmd": ["/b/other"], "depends": []},
             {"suite": ["g:rules"], "cmd": ["/usr/bin/python3", "/b/other"], "depends": []}]
    assert targets.needed("/b", made_up, tests, {"variant"}) == ["library", "plugin", "program"]
    assert "other" in targets.needed("/b", made_up, tests, set())


def check_installed(build):
    """install-tree builds these alone: no program of the tests but the suite for anybody's library."""
    files = targets.needed(build, targets.introspect(build, "targets"), [], set())
    assert any(os.path.basename(file).startswith("libgpuinterop.so") for file in files), files
    of_tests = [file for file in files
                if file.startswith("tests/") and not file.startswith("tests/suite/")]
    assert not of_tests, of_tests


def check_ccache():
    """Whatever ./run starts compiles with ccache's depend mode, unless the caller refuses it."""
    words = ["sh", "-euc", f". {os.path.join(HERE, 'build.sh')}; printenv CCACHE_DEPEND || echo unset"]
    for refused, said in (({}, "1"), ({"CCACHE_NODEPEND": "1"}, "unset")):
        given = {name: value for name, value in os.environ.items() if not name.startswith("CCACHE_")}
        done = subprocess.run(words, env={**given, **refused}, stdout=subprocess.PIPE, text=True,
                              check=True)
        assert done.stdout.strip() == said, done


def check_no_debian():
    """Without debootstrap, or without root, a sentence and no folder."""
    top = os.path.dirname(os.path.dirname(HERE))
    with tempfile.TemporaryDirectory() as root:
        for tool in ("sh", "id", "dirname", "unshare"):
            if shutil.which(tool):
                os.symlink(shutil.which(tool), os.path.join(root, tool))
        made = os.path.join(root, "made")
        for words, sentence in ((["tests", "debian13"], "no Debian 13 can be made here: "),
                                (["package"], "no Debian to build packages in can be made here: ")):
            done = subprocess.run([os.path.join(root, "sh"), os.path.join(top, "run")] + words,
                                  env={"PATH": root, "GPUINTEROP_DEBIAN13": made},
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  check=False)
            said = [line for line in done.stdout.split("\n") if line]
            assert done.returncode == 1 and len(said) == 1, done
            assert sentence in said[0], said
            assert not os.path.exists(made)


def check_died_of_signal():
    """with_validation.py names the signal that its command died of."""
    top = os.path.dirname(HERE)
    done = subprocess.run([sys.executable, os.path.join(top, "conformance/with_validation.py"),
                           "sh", "-c", "kill -SEGV $$"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 1 and "died of signal 11 (" in done.stderr, done


if __name__ == "__main__":
    check_card_set()
    check_died_of_signal()
    check_ccache()
    check_no_debian()
    check_collect()
    check_endings()
    check_targets()
    check_labels(sys.argv[1])
    check_installed(sys.argv[1])
