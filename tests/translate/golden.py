#!/usr/bin/env python3
"""What single instructions become, held against what is recorded in the folder golden.

    golden.py PROGRAM               compares
    golden.py --record PROGRAM      writes down what differs
    golden.py --show PROGRAM LINE   prints what a line becomes: 'gpu: add.s32 %r1, %r2, %r3;'

PROGRAM is translate-words (words.c). A file of the folder has lines of instructions, with the name
of a device in front. Behind each stands its SPIR-V: what the module needs that an empty kernel does
not, and its functions. Types and constants stand where they are used. Values of a function are
numbered from 1. The driver's functions for textures are left out. To add an instruction, write its
line and record. Each opcode that has forms has a line. kernels.txt has a digest of the words of
each kernel of the folder kernels.
"""
import os
import re
import struct
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER = os.path.join(HERE, "golden")
TRANSLATE = os.path.join(HERE, "../../core/kernel/translate")
KERNELS = os.path.join(HERE, "kernels")
STORAGE = {"Workgroup": "shared", "PushConstant": "push", "Function": "fn", "Private": "own",
           "PhysicalStorageBuffer": "memory", "StorageBuffer": "buffer", "Input": "in"}
# Operands behind type and result that are numbers; a number with + begins a rest of them.
NUMBERS = {"CompositeExtract": "1+", "CompositeInsert": "2+", "VectorShuffle": "2+",
           "SelectionMerge": "1", "LoopMerge": "2", "GroupNonUniformBallotBitCount": "1",
           "Variable": "0", "Function": "0", "Source": "0+", "CooperativeMatrixMulAddKHR": "3+",
           "SDotKHR": "2", "UDotKHR": "2", "SUDotKHR": "2"}
# Whether a function asks the driver's compiler to stand where it is called, or apart.
CONTROLS = {1: ", in its place", 2: ", apart"}
TEXTURES = re.compile(r"\b(tex|tld4|txq|suq|suld|sust|sured)\b")


class Names:
    """SPIR-V's names by number, of the header."""

    def __init__(self):
        self.of = {}
        with open(os.path.join(TRANSLATE, "spirv/words.h"), encoding="utf-8") as file:
            for name, number in re.findall(r"^ +Gi(\w+) = (\w+),?$", file.read(), re.M):
                for kind in ("Op", "Capability", "ExecutionMode", "StorageClass", "Decoration",
                             "BuiltIn", "Glsl", "Scope"):
                    if re.match(kind + "[A-Z0-9]", name):
                        self.of.setdefault((kind, int(number, 0)), name[len(kind):])
                        break

    def get(self, kind, number):
        return self.of.get((kind, number), str(number))


class Module:
    """A module as text."""

    def __init__(self, words, names):
        self.names = names
        self.text = {}              # id of the module: how it is written
        self.types = {}             # id: (kind, ...) of numbers, for constants
        self.decorations = {}
        self.needs, self.functions, self.globals = [], [], {}
        self.entry = None
        for opcode, operands in self.instructions(words):
            if self.functions and not self.functions[-1][-1][0] == "FunctionEnd" or \
                    opcode == "Function":
                if opcode == "Function":
                    self.functions.append([])
                self.functions[-1].append((opcode, operands))
            else:
                self.declare(opcode, operands)
        for i, function in enumerate(self.functions):
            made = function[0][1][1]
            self.text[made] = "entry" if made == self.entry else f"f{i + 1}"

    def instructions(self, words):
        at = 5
        while at < len(words):
            count, opcode = words[at] >> 16, words[at] & 0xffff
            yield self.names.get("Op", opcode), words[at + 1:at + count]
            at += count

    # ---- outside of functions

    def declare(self, opcode, operands):
        if opcode == "Capability":
            self.needs.append(self.names.get("Capability", operands[0]))
        elif opcode == "Extension":
            self.needs.append(struct.pack(f"<{len(operands)}I", *operands).rstrip(b"\0").decode())
        elif opcode == "ExecutionMode":
            rest = operands[2:]
            self.needs.append(" ".join([self.names.get("ExecutionMode", operands[1])]
                                       + [str(number) for number in rest]))
        elif opcode == "EntryPoint":
            self.entry = operands[1]
        elif opcode == "Decorate":
            self.decorations.setdefault(operands[0], []).append(operands[1:])
        elif opcode.startswith("Type"):
            self.text[operands[0]] = self.type_of(opcode[4:], operands)
        elif opcode == "Variable":
            self.text[operands[1]] = self.variable(operands)
        elif opcode == "ExtInstImport":
            self.text[operands[0]] = ""
        elif "Constant" in opcode:
            self.text[operands[1]] = self.constant(opcode, operands)

    def type_of(self, kind, operands):
        own, rest = operands[0], operands[1:]
        if kind == "Int":
            self.types[own] = ("s" if rest[1] else "u", rest[0])
            return ("s" if rest[1] else "u") + str(rest[0])
        if kind == "Float":
            self.types[own] = ("f", rest[0])
            return f"f{rest[0]}"
        if kind == "Vector":
            return f"{self.text[rest[0]]}x{rest[1]}"
        if kind == "Array":
            return f"{self.text[rest[0]]}[{self.text[rest[1]]}]"
        if kind == "Pointer":
            storage = self.names.get("StorageClass", rest[0])
            return f"{STORAGE.get(storage, storage)}*{self.text.get(rest[1], '?')}"
        if kind == "Function":
            return "function"
        if kind == "CooperativeMatrixKHR":
            return f"{self.text[rest[0]]}[{self.text[rest[2]]} {self.text[rest[3]]}]" \
                + "abc"[int(self.text[rest[4]])]
        if kind == "Struct":
            return "{" + " ".join(self.text.get(one, "?") for one in rest) + "}"
        return kind.lower()

    def variable(self, operands):
        for decoration in self.decorations.get(operands[1], []):
            if self.names.get("Decoration", decoration[0]) == "BuiltIn":
                return self.names.get("BuiltIn", decoration[1])
        storage = self.names.get("StorageClass", operands[2])
        storage = STORAGE.get(storage, storage)
        self.globals[storage] = self.globals.get(storage, 0) + 1
        return f"{storage}{self.globals[storage]}"

    def constant(self, opcode, operands):
        values = operands[2:]
        if opcode in ("ConstantTrue", "ConstantFalse"):
            return opcode[8:].lower()
        if opcode == "ConstantNull":
            return f"null {self.text[operands[0]]}"
        if opcode.endswith("ConstantComposite"):
            return "(" + " ".join(self.text[one] for one in values) + ")"
        if opcode == "SpecConstantOp":
            return "(" + " ".join([self.names.get("Op", values[0])]
                                  + [self.text[one] for one in values[1:]]) + ")"
        kind, bits = self.types.get(operands[0], ("u", 32))
        value = sum(word << 32 * i for i, word in enumerate(values))
        if opcode == "SpecConstant":
            return "spec" + str(self.decorations[operands[1]][0][1])
        if kind == "f":
            code = {16: "<e", 32: "<f", 64: "<d"}[bits]
            size = bits // 8
            return repr(struct.unpack(code, value.to_bytes(8, "little")[:size])[0]) \
                + {16: "h", 32: "f", 64: ""}[bits]
        return str(value) if value < 100000 else hex(value)

    # ---- functions

    def lines_of(self, function):
        local, lines = dict(self.text), []
        parameters = [ops for opcode, ops in function if opcode == "FunctionParameter"]
        head = function[0][1]
        for i, operands in enumerate(parameters):
            local[operands[1]] = f"a{i + 1}"
        lines.append(f"{local[head[1]]}(" + ", ".join(local[ops[0]] for ops in parameters)
                     + f") {local[head[0]]}" + CONTROLS.get(head[2], ""))
        counts = {"%": 0, "L": 0, "v": 0}
        for opcode, operands in function:
            if self.has_result(opcode, operands):
                sort = {"Label": "L", "Variable": "v"}.get(opcode, "%")
                counts[sort] += 1
                made = operands[0] if opcode == "Label" else operands[1]
                local[made] = f"{sort}{counts[sort]}"
        lines += self.variables(function, local)
        body = [self.line(opcode, operands, local) for opcode, operands in function
                if opcode not in UNSEEN]
        return lines + body[1:-1 if body[-1] == " Return" else None]

    @staticmethod
    def variables(function, local):
        of_type = {}
        for opcode, operands in function:
            if opcode == "Variable":
                of_type.setdefault(local[operands[0]], []).append(local[operands[1]])
        of_type = [f"{' '.join(ids)}: {kind.split('*', 1)[1]}" for kind, ids in of_type.items()]
        return [" " + ", ".join(of_type)] if of_type else []

    @staticmethod
    def has_result(opcode, operands):
        return opcode in ("Label", "Variable") or (
            opcode not in UNSEEN and opcode not in WITHOUT_RESULT and len(operands) > 1)

    def line(self, opcode, operands, local):
        if opcode == "Label":
            return f"{local[operands[0]]}:"
        front = ""
        if self.has_result(opcode, operands):
            front = f"{local[operands[1]]} = "
            made, kind, operands = operands[1], local[operands[0]], operands[2:]
            marks = "".join(" " + self.names.get("Decoration", one[0])
                            for one in self.decorations.get(made, []))
        else:
            kind = marks = ""
        if opcode == "ExtInst":
            opcode, operands = self.names.get("Glsl", operands[1]), operands[2:]
        words = [opcode] + ([kind] if kind else []) + self.operands(opcode, operands, local)
        return " " + front + " ".join(words) + marks

    def operands(self, opcode, operands, local):
        numbers = NUMBERS.get(opcode, "99")
        first = int(numbers.rstrip("+"))
        written, is_mask = [], {"Load": 1, "Store": 2}.get(opcode)
        literal = 0
        for i, operand in enumerate(operands):
            if i == is_mask:
                literal = 1 if operand & 2 else 0       # an alignment follows
                written.append(f"mask {operand:#x}")
            elif literal > 0:
                literal -= 1
                written.append(f"align {operand}")
            elif i == first or (numbers.endswith("+") and i >= first) or (
                    opcode == "Switch" and i > 1 and i % 2 == 0):
                written.append(f"#{operand}")
            else:
                written.append(local.get(operand, f"?{operand}"))
        return written

    def lines(self, empty, entry_alone):
        needs = [one for one in self.needs if one not in empty]
        lines = ["needs " + ", ".join(needs)] if needs else []
        for function in self.functions:
            is_entry = function[0][1][1] == self.entry
            if is_entry or not entry_alone:
                lines += self.lines_of(function)
        return ["  " + line for line in lines]


UNSEEN = {"Function", "FunctionParameter", "FunctionEnd", "Variable"}
WITHOUT_RESULT = {"Store", "Branch", "BranchConditional", "Switch", "Return", "ReturnValue", "Kill",
                  "Unreachable", "SelectionMerge", "LoopMerge", "ControlBarrier", "MemoryBarrier",
                  "CopyMemory", "AtomicStore", "Line", "NoLine", "Nop"}


# ---- the program ---------------------------------------------------------------------------------

def translated(program, lines):
    """The words of each line, or a sentence."""
    run = subprocess.run([program], input="".join(line + "\n" for line in lines).encode(),
                         stdout=subprocess.PIPE, check=True)
    at, found = 0, []
    while at < len(run.stdout):
        status, count = struct.unpack_from("<II", run.stdout, at)
        at += 8
        if status == 0:
            found.append(struct.unpack_from(f"<{count}I", run.stdout, at))
            at += 4 * count
        else:
            found.append(run.stdout[at:at + count].decode())
            at += count
    assert len(found) == len(lines), f"{len(found)} answers to {len(lines)} lines"
    return found


def shown(program, names, lines):
    """{line: its text as a list of lines}."""
    devices = sorted({line.split(":")[0] for line in lines})
    empty = {}
    for device, words in zip(devices, translated(program, [device + ":" for device in devices])):
        empty[device] = Module(words, names).needs
    text = {}
    for line, words in zip(lines, translated(program, lines)):
        if isinstance(words, str):
            text[line] = ["  refused: " + words]
        else:
            module = Module(words, names)
            text[line] = module.lines(empty[line.split(":")[0]], TEXTURES.search(line))
    return text


def instructions_of(path):
    with open(path, encoding="utf-8") as file:
        return [line.rstrip("\n") for line in file if not line.startswith(" ") and line.strip()]


def made(program, names):
    """{path of a golden file: its lines as they are now}."""
    files = {}
    for name in sorted(os.listdir(FOLDER)):
        path = os.path.join(FOLDER, name)
        if name == "kernels.txt":
            kernels = sorted(one for one in os.listdir(KERNELS) if one.endswith(".ptx"))
            run = subprocess.run([program, *(os.path.join(KERNELS, one) for one in kernels)],
                                 stdout=subprocess.PIPE, text=True, check=True)
            files[path] = run.stdout.splitlines()
            continue
        kept = instructions_of(path)
        text = shown(program, names, [line for line in kept if not line.startswith("#")])
        files[path] = []
        for line in kept:
            files[path] += [line] + text.get(line, [])
    return files


def without_line(files):
    """The opcodes that have forms, and no line."""
    with open(os.path.join(TRANSLATE, "ptx/form_list.h"), encoding="utf-8") as file:
        opcodes = set(re.findall(r"^F\((\w+),", file.read(), re.M))
    for lines in files.values():
        for line in lines:
            if re.match(r"\w+: ", line):
                opcodes -= set(re.findall(r"(?:^\w+:|[;:{}]|@!?%p\d) *(\w+)", line))
    return sorted(opcodes)


def compare(path, lines):
    """Prints where a file differs, and says how often."""
    with open(path, encoding="utf-8") as file:
        recorded = file.read().splitlines()
    if recorded == lines:
        return 0
    import difflib      # pylint: disable=import-outside-toplevel
    for line in difflib.unified_diff(recorded, lines, os.path.relpath(path), "now", "", "", 6, ""):
        print(line)
    return 1


def main():
    arguments = sys.argv[1:]
    option = arguments.pop(0) if arguments[0].startswith("--") else ""
    program, names = arguments[0], Names()
    if option == "--show":
        print("\n".join(shown(program, names, arguments[1:2])[arguments[1]]))
        return 0
    files = made(program, names)
    if option == "--record":
        for path, lines in files.items():
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join(lines) + "\n")
        return 0
    different = sum(compare(path, lines) for path, lines in files.items())
    missing = without_line(files)
    count = sum(re.match(r"\w+: ", line) is not None for lines in files.values() for line in lines)
    print(f"{count} lines of instructions, {len(files)} files, {different} of them differ")
    if different:
        print(f"if that is meant: {sys.argv[0]} --record {program}")
    if missing:
        print("no line for " + ", ".join(missing))
    return 1 if different or missing or count < 150 else 0


if __name__ == "__main__":
    sys.exit(main())
