#!/usr/bin/env python3
"""Writes the names of CUDA's runtime functions that HIP has under the same name in the same form.

    as_hip_forms.py CUDA.json HIP.json OUT.h

The facts are those of tests/abi. The form is the same if the parameters are, and if each struct that
they name has the members at the same places.
"""
import json
import re
import sys

# Structs of other layouts that the questions can pass as they are: HIP's are shorter, and what is
# within them lies where CUDA's does.
SHORTER = {"hipFuncAttributes", "hipResourceDesc", "hipTextureDesc", "hipResourceViewDesc",
           "hipExternalMemoryMipmappedArrayDesc"}


def in_hip(name):
    """A type as HIP names it, without the endings in which the headers differ."""
    name = re.sub(r"\b(struct|enum|union|const) ", "", name)
    return re.sub(r"(_st|_enum|_t)\b", "", re.sub(r"\bcuda", "hip", name)).replace(" ", "")


def places(struct):
    """Offsets and sizes of the members; those that are reserved do not count."""
    return [(field["offset"], field["size"]) for name, field in struct["fields"].items()
            if "reserved" not in name and name != "usage"]


def main():
    with open(sys.argv[1], encoding="utf-8") as cuda_file, open(sys.argv[2], encoding="utf-8") as hip_file:
        cuda, hip = json.load(cuda_file), json.load(hip_file)
    structs = {in_hip(name): struct for name, struct in hip["structs"].items()}
    other = {in_hip(name) for name, struct in cuda["structs"].items()
             if places(structs.get(in_hip(name), struct)) != places(struct)} - SHORTER
    with open(sys.argv[3], "w", encoding="utf-8") as out:
        for name, function in sorted(cuda["functions"].items()):
            theirs = hip["functions"].get("hip" + name[4:]) if name.startswith("cuda") else None
            forms = [[in_hip(argument) for argument in one["args"]] for one in (function, theirs) if one]
            if len(forms) == 2 and forms[0] == forms[1] and not other & {a.strip("*") for a in forms[0]}:
                out.write(f'    "{name}",\n')


main()
