#!/usr/bin/env python3
"""Compares the numbers of spirv_words.h with the machine-readable specification.

    spirv_words.py HEADER

Skipped (77) where the specification is not installed.
"""
import json
import os
import re
import sys

FOLDER = "/usr/include/spirv/unified1"
# Names of the header that the specification spells otherwise.
RENAMED = {"CapabilityExplicitMemoryModel": "CapabilityVulkanMemoryModel",
           "CapabilityExplicitMemoryModelDeviceScope": "CapabilityVulkanMemoryModelDeviceScope",
           "MemoryModelExplicit": "MemoryModelVulkan"}

# Registered after the specification of some distributions.
RECENT = {"ExecutionModeMaximallyReconvergesKHR": 6023, "OpTypeCooperativeMatrixKHR": 4456,
          "OpCooperativeMatrixMulAddKHR": 4459, "CapabilityCooperativeMatrixKHR": 6022,
          "CooperativeMatrixUseMatrixAKHR": 0, "CooperativeMatrixUseMatrixBKHR": 1,
          "CooperativeMatrixUseMatrixAccumulatorKHR": 2,
          "CooperativeMatrixOperandsMatrixASignedComponentsKHR": 1,
          "CooperativeMatrixOperandsMatrixBSignedComponentsKHR": 2,
          "CooperativeMatrixOperandsMatrixCSignedComponentsKHR": 4,
          "CooperativeMatrixOperandsMatrixResultSignedComponentsKHR": 8}


def specified():
    """{name: number}, as in OpNop, CapabilityShader and GlslRound."""
    with open(os.path.join(FOLDER, "spirv.core.grammar.json"), encoding="utf-8") as file:
        core = json.load(file)
    with open(os.path.join(FOLDER, "extinst.glsl.std.450.grammar.json"), encoding="utf-8") as file:
        glsl = json.load(file)
    numbers = {one["opname"]: one["opcode"] for one in core["instructions"]}
    numbers.update({"Glsl" + one["opname"]: one["opcode"] for one in glsl["instructions"]})
    for kind in core["operand_kinds"]:
        for one in kind.get("enumerants", []):
            numbers[kind["kind"] + one["enumerant"]] = int(str(one["value"]), 0)
    for name, number in RECENT.items():
        numbers.setdefault(name, number)
    return numbers


def main():
    if not os.path.exists(os.path.join(FOLDER, "extinst.glsl.std.450.grammar.json")):
        print("skipped: the package spirv-headers is not installed")
        return 77
    with open(sys.argv[1], encoding="utf-8") as file:
        ours = re.findall(r"^ +Gi(\w+) = (\w+),?$", file.read(), re.M)
    numbers = specified()
    wrong = [f"Gi{name} = {number}: {numbers.get(RENAMED.get(name, name), 'not in there')}"
             for name, number in ours
             if numbers.get(RENAMED.get(name, name)) != int(number, 0)]
    print("\n".join(wrong + [f"{len(ours)} numbers, {len(wrong)} wrong"]))
    return 1 if wrong or len(ours) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
