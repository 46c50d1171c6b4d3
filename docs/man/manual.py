#!/usr/bin/env python3
"""Writes a manual page for each public function from the comment above it, and fills in the pages
that are written by hand.

    manual.py write VERSION INCLUDE OUT DEPFILE  writes OUT/man1, OUT/man3 and OUT/man7
    manual.py check INCLUDE                      says which functions cannot have a whole page

INCLUDE is the folder of the public headers. A function without a comment of its own right behind
another one shares that one's page; so does one whose name is another's with _spt. A parameter that
the comment does not describe is described by parameters.txt.

The first comment of a header states Threads:, Errors: and Since: for all its functions, the heading of a
section for those below it. A function's own Threads: replaces the default. Its own Errors: come
before the default, or replace it if they end with "no other" or name a family. The main header of
an interface defines the families, as in "Errors of a device call: ...", which "those of a device
call" names.

Public functions have the word GPUINTEROP_API, or begin with gpuinterop_. Functions of CUDA's
driver interface return CUresult and begin with cu.
"""
import collections
import os
import re
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DECLARATION = re.compile(
    r"^(?!return\b)(?P<macro>GPUINTEROP_API\s+)?(?P<result>(?:const\s+)?\w+(?:\s+\w+)*?[\s*]+)"
    r"(?P<name>\w+)\s*\((?P<arguments>[^;{}]*)\)\s*;", re.S)
PIECE = re.compile(r"/\*\*(?P<comment>.*?)\*/|/\*(?P<remark>.*?)\*/|(?P<code>(?:(?!/\*).)+)", re.S)
FAMILY = re.compile(r"^ \*  Errors (of a \w+ call):(.*?)(?=^ \*  \w|^ \*\s*$|\*/)", re.M | re.S)
DEFAULTED = ("Threads", "Errors")
NO_OTHER = "no other"
FAMILY_NAME = r"those (of a \w+ call)"
ERROR_NAME = re.compile(r"(?:(?:cuda|hip)Error[A-Z]|CUDA_ERROR_|(?:HIP|NV)RTC_ERROR_)\w+")
# Statements that a header or a section may make for its functions.
SHARED = DEFAULTED + ("Since",)
LABEL = re.compile(r"(Parameter \w+|Units|Owner|Threads|Returns|Errors|Beyond|Mirrors|Since):\s*(.*)",
                   re.S)
SECTIONS = (("Units", "UNITS"), ("Owner", "OWNERSHIP"), ("Threads", "THREADS"),
            ("Returns", "RETURN VALUE"), ("Errors", "ERRORS"),
            ("Beyond", "BEYOND THE VENDOR"), ("Mirrors", "STANDARDS"), ("Since", "HISTORY"))
# Why an error that a comment only names is returned.
USUAL_ERRORS = {
    "NVRTC_ERROR_INVALID_PROGRAM": "there is no such program",
    "NVRTC_ERROR_OUT_OF_MEMORY": "host memory is exhausted",
    "NVRTC_ERROR_INVALID_OPTION": "an option is unknown, or its value is wrong",
    "NVRTC_ERROR_CANCELLED": "the callback has stopped the compiler",
    "NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION": "the program was compiled already",
    "NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION": "the program was not compiled with success",
    "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID": "the name was not added",
    "HIPRTC_ERROR_INVALID_PROGRAM": "there is no such program",
    "HIPRTC_ERROR_OUT_OF_MEMORY": "host memory is exhausted",
    "HIPRTC_ERROR_INVALID_OPTION": "an option is unknown, or its value is wrong",
    "HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION": "the program was compiled already",
    "HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION": "the program was not compiled with success",
    "HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID": "the name was not added",
    "HIPRTC_ERROR_LINKING": "the code cannot be joined",
    "cudaErrorInvalidResourceHandle": "a handle is stale, foreign or of another kind",
    "hipErrorInvalidHandle": "a handle is NULL",
    "hipErrorContextIsDestroyed": "a handle is stale, foreign or of another kind",
    "cudaErrorInvalidDevice": "there is no such ordinal",
    "hipErrorInvalidDevice": "there is no such ordinal",
    "cudaErrorMemoryAllocation": "memory is exhausted",
    "hipErrorOutOfMemory": "memory is exhausted",
    "cudaErrorUnsupportedLimit": "no device here has the limit",
    "hipErrorUnsupportedLimit": "no device here has the limit",
    "cudaErrorInvalidPtx": "PTX has a mistake",
    "hipErrorInvalidKernelFile": "PTX has a mistake",
    "cudaErrorInvalidKernelImage": "device code is damaged, or is another thing",
    "hipErrorInvalidImage": "device code is damaged, or is another thing",
    "cudaErrorCooperativeLaunchTooLarge": "not all blocks run at once",
    "hipErrorCooperativeLaunchTooLarge": "not all blocks run at once",
    "cudaErrorFileNotFound": "the file cannot be opened",
    "hipErrorFileNotFound": "the file cannot be opened",
    "CUDA_ERROR_INVALID_HANDLE": "a handle is NULL, stale or of another kind",
    "CUDA_ERROR_INVALID_DEVICE": "there is no such ordinal",
    "CUDA_ERROR_OUT_OF_MEMORY": "memory is exhausted",
    "CUDA_ERROR_UNSUPPORTED_LIMIT": "no device here has the limit",
}
COMPILER = "compiler.1.in"
# {page: (its source, {what stands for a name there: the name})}
HAND_WRITTEN = {
    "gpuinterop-info.1": ("gpuinterop-info.1.in", {}),
    "gpuinterop-trace.1": ("gpuinterop-trace.1.in", {}),
    "gpuinterop-translate.1": ("gpuinterop-translate.1.in", {}),
    "interop-suite.1": ("interop-suite.1.in", {}),
    "gpuinterop.7": ("gpuinterop.7.in", {}),
    "cudainterop-cc.1": (COMPILER, {
        "@API@": "CUDA", "@PROGRAM@": "cudainterop\\-cc", "@OTHER@": "hipinterop\\-cc",
        "@LIBRARY@": "libcudainterop", "@SUFFIX@": ".cu", "@CONTAINER@": "a fatbin"}),
    "hipinterop-cc.1": (COMPILER, {
        "@API@": "HIP", "@PROGRAM@": "hipinterop\\-cc", "@OTHER@": "cudainterop\\-cc",
        "@LIBRARY@": "libhipinterop", "@SUFFIX@": ".hip", "@CONTAINER@": "an offload bundle"}),
}

# Facts that the functions of an interface share: the header to include, the library, the type of
# an error, the name of success, and how the names of errors begin.
Api = collections.namedtuple("Api", "include library error success prefix")


def packaged(name):
    return f"lib{name} (pkg\\-config {name}, CMake package {name})"


APIS = {"cuda": Api("cuda_runtime_api.h", packaged("cudainterop"), "cudaError_t", "cudaSuccess",
                    "cudaError"),
        "hip": Api("hip/hip_runtime_api.h", packaged("hipinterop"), "hipError_t",
                   "hipSuccess", "hipError"),
        "": Api("gpuinterop.h", packaged("gpuinterop"), None, None, "")}
DRIVER = Api("cuda.h", "libcuda.so.1, in the folder of the vendors' names", "CUresult",
             "CUDA_SUCCESS", "CUDA_ERROR_")
DRIVER_NAME = re.compile(r"cu[A-Z]")
RTC = Api("hip/hiprtc.h", "libhiprtc.so.6, in the folder of the vendors' names, or libhipinterop",
          "hiprtcResult", "HIPRTC_SUCCESS", "HIPRTC_ERROR_")
NVRTC = Api("nvrtc.h", "libnvrtcinterop (pkg\\-config nvrtcinterop), or libnvrtc.so.13", "nvrtcResult",
            "NVRTC_SUCCESS", "NVRTC_ERROR_")


def api_of(function, folder):
    """The interface of a function. Several have their headers in one folder."""
    if function.name.startswith("hiprtc"):
        return RTC
    if function.name.startswith("nvrtc"):
        return NVRTC
    return DRIVER if DRIVER_NAME.match(function.name) else APIS[folder]


class Function:
    """A declaration, and the others that share its comment."""

    def __init__(self, result, name, arguments, comment, group, line):
        self.result, self.name, self.arguments = " ".join(result.split()), name, arguments
        self.comment, self.group, self.line = comment, group, line
        self.aliases = []
        self.defaults = {}       # what the header or the section states for it
        self.families = {}       # {"of a device call": its errors}
        if result.rstrip().endswith("*"):
            self.result = result.strip()


def is_public(declaration):
    """Whether a match of DECLARATION is a public function."""
    name = declaration.group("name")
    return (declaration.group("macro") or name.startswith("gpuinterop_")
            or declaration.group("result").strip() == DRIVER.error and DRIVER_NAME.match(name))


def split_arguments(text):
    text = re.sub(r"\s*GPUINTEROP_DEFAULT\([^()]*\)", "", text)
    return [" ".join(argument.split()) for argument in text.split(",")]


def defaults_of(comment):
    """The statements of a comment of a header or a section for the functions below it."""
    return {label: text for label, text in blocks(comment) if label in SHARED}


def functions(text):
    """The functions of a header, in its order. A remark that is a line of its own, as in "Streams.
    More about them.", begins a group; nothing else between two declarations makes them share."""
    first = re.match(r"/\*\*((?:(?!\*/).)*)\*/\s*#", text, re.S)
    of_file = defaults_of(first.group(1)) if first else {}
    defaults = of_file
    found, comment, group, is_next = [], None, "", False
    for piece in PIECE.finditer(text):
        if piece.group("comment") is not None:
            comment, is_next = piece.group("comment"), False
            continue
        if piece.group("remark") is not None:
            heading = re.match(r"\s*([A-Z][\w ,]*)\.", piece.group("remark"))
            at_margin = piece.start() == 0 or text[piece.start() - 1] == "\n"
            if heading and at_margin:
                group = heading.group(1)
                defaults = {**of_file, **defaults_of(piece.group("remark"))}
            comment, is_next = None, False
            continue
        rest = piece.group("code")
        while rest.strip():
            rest = rest.lstrip()
            match = DECLARATION.match(rest)
            if not match or not is_public(match):
                rest = rest.partition("\n")[2]
                comment, is_next = None, False
                continue
            line = text.count("\n", 0, piece.end() - len(rest)) + 1
            one = Function(match.group("result"), match.group("name"),
                           split_arguments(match.group("arguments")), comment, group, line)
            one.defaults = defaults
            if comment is None and is_next:
                found[-1].aliases.append(one)
            else:
                found.append(one)
            comment, is_next, rest = None, True, rest[match.end():]
            if re.match(r"\s*\n\s*\n", rest):
                is_next = False
    return found


def blocks(comment):
    """The comment as paragraphs, labelled lines beginning one of their own: [(label, text)]."""
    lines = [re.sub(r"^\s*\*? ?", "", line).rstrip() for line in comment.strip().split("\n")]
    found = []
    for line in lines:
        text = line.strip()
        match = LABEL.fullmatch(text)
        if match:
            found.append([match.group(1), match.group(2)])
        elif not text:
            found.append([None, ""])
        elif found:
            found[-1][1] = (found[-1][1] + " " + text).strip()
        else:
            found.append([None, text])
    return [(label, text) for label, text in found if text]


# ---- what parameters mean -----------------------------------------------------------------------

def plain_type(text):
    return " ".join(re.sub(r"\b(cuda|hip)(?=[A-Z])|\bCU(?=[a-z])|\b(struct|enum)\b", "",
                           text).split())


def read_meanings():
    """[(name, types or None, text)]"""
    meanings = []
    with open(os.path.join(HERE, "parameters.txt"), encoding="utf-8") as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            name, types, text = re.fullmatch(r"(\w+)(?: \((.*?)\))?: (.*)\n", line).groups()
            meanings.append((name, types and types.split("; "), text))
    return meanings


MEANINGS = read_meanings()


def meaning(kind, variable, api):
    for name, types, text in MEANINGS:
        if name == variable and (types is None or plain_type(kind) in types):
            return re.sub(r"@(?=[A-Z])", api, text)
    return None


def parameters_of(function, api, described):
    """[(name, text or None)] of a function and of those that share its page."""
    seen = {}
    for one in [function] + function.aliases:
        for argument in one.arguments:
            if argument in ("void", ""):
                continue
            kind, variable = re.fullmatch(r"(.*?)(\w+)(?:\[\d*\])?", argument).groups()
            seen.setdefault(variable, described.get(variable) or meaning(kind.strip(), variable, api))
    return list(seen.items())


# ---- a page -------------------------------------------------------------------------------------

def prose(text):
    """Text for roff: escaped, and with the names of the API in bold."""
    text = text.replace("\\", "\\e").replace("'", "\\(aq")
    text = re.sub(r"\b((?:cuda|cu|hip|Vk|vk)[A-Z]\w*(?:\.\.\.)?"
                  r"|(?:CU|CUDA|GPUINTEROP)_[A-Z]\w*|gpuinterop_\w+)",
                  r"\\fB\1\\fP", text)
    return re.sub(r"^\.", r"\\&.", text)


def synopsis(function):
    head = f"{function.result} " if not function.result.endswith("*") else function.result
    if function.arguments in (["void"], [""]):
        return f".B \"{head}{function.name}(void);\""
    lines = [f".B \"{head}{function.name}(\""]
    for number, argument in enumerate(function.arguments):
        kind, variable, size = re.fullmatch(r"(.*?)(\w+)(\[\d*\])?", argument).groups()
        end = size or ""
        end += ", " if number + 1 < len(function.arguments) else ");"
        lines.append(f".BI \"    {kind}\" {variable} \"{end.strip()}\"")
    return "\n.br\n".join(lines)


def summary_of(text):
    """The first sentence, or what stands before its semicolon."""
    first = re.split(r";|\.\s+(?=[A-Z0-9])", text)[0].rstrip(".")
    return first if re.match(r"[A-Z]{2}", first) else first[0].lower() + first[1:]


def sentence(text):
    """The text with a capital letter, unless it begins with a name."""
    return text[0].upper() + text[1:] if re.match(r"[a-z]+[ ,;.]", text) else text


def errors_of(function):
    """The errors of a function, or None: its own, and those that its header or section states."""
    own = dict(blocks(function.comment or "")).get("Errors")
    default = function.defaults.get("Errors")
    if own is None and default is None:
        return None
    parts = [part.strip().rstrip(".") for part in (own or "").split(";") if part.strip()]
    if NO_OTHER in parts:
        return [part for part in parts if part != NO_OTHER]
    if not any(re.fullmatch(FAMILY_NAME, part) for part in parts) and not (
            parts and re.match("none", default or "")):
        parts += [part.strip().rstrip(".") for part in (default or "").split(";")]
    return [part for part in parts if part]


def errors(function):
    """One paragraph for each error. A name alone says what it says everywhere."""
    parts, paragraphs = list(errors_of(function) or []), []
    while parts:
        part = parts.pop(0)
        family = re.fullmatch(FAMILY_NAME, part)
        like = re.fullmatch(r"(?:else )?as (\w+)", part)
        if family and family.group(1) in function.families:
            parts[:0] = function.families[family.group(1)]
            continue
        if like:
            part = f"Those of {like.group(1)}"
        elif part in USUAL_ERRORS:
            part += " if " + USUAL_ERRORS[part]
        if part and sentence(part) + "." not in paragraphs:
            paragraphs.append(sentence(part) + ".")
    return paragraphs


def families_of(text):
    """{"of a device call": [errors]} of the main header of an interface."""
    found = {}
    for name, listed in FAMILY.findall(text):
        words = " ".join(line.strip(" *") for line in listed.split("\n"))
        found[name] = [part.strip().rstrip(".") for part in words.split(";")]
    return found


def unstated(function):
    """The statements that a public function lacks, by itself and by its header."""
    if not function.comment or not function.comment.strip():
        return ["there is no comment above the function"]
    stated = {label for label, _ in blocks(function.comment)} | set(function.defaults)
    said = [f"the comment has no '{label}:', and neither its header nor its section states it"
            for label in DEFAULTED if label not in stated]
    unknown = [part for part in errors_of(function) or [] if re.fullmatch(FAMILY_NAME, part)
               and part[len("those "):] not in function.families]
    said += [f"no family of errors is called '{part}'" for part in unknown]
    return said + [f"the comment does not say when {part} is returned"
                   for part in errors_of(function) or [] if ERROR_NAME.fullmatch(part)
                   and part not in USUAL_ERRORS]


def problems(function, folder):
    """The faults that keep a function from having a whole page."""
    if not function.comment or not function.comment.strip():
        return [f"{function.name}: {what}" for what in unstated(function)]
    parts = blocks(function.comment)
    labels = {label for label, _ in parts if label}
    described = {label.split()[1]: text for label, text in parts
                 if label and label.startswith("Parameter")}
    said = unstated(function)
    if function.result not in (api_of(function, folder).error, "void") and "Returns" not in labels:
        said.append("the comment has no 'Returns:'")
    if folder and "Mirrors" not in labels:
        said.append("the comment has no 'Mirrors:'")
    if parts[0][0] is not None:
        said.append("the comment does not say what the function does")
    said += [f"{name} is an error of another interface"
             for name in ERROR_NAME.findall(" ".join(errors(function)))
             if not name.startswith(api_of(function, folder).prefix)]
    taken = parameters_of(function, folder, described)
    said += [f"nothing describes the parameter {name}" for name, text in taken if text is None]
    said += [f"the comment describes {name}, which the function does not take"
             for name in sorted(set(described) - {name for name, _ in taken})]
    return [f"{function.name}: {what}" for what in said]


def labelled_of(function, api):
    """The text of the page's sections, with the statements that hold for every function where its
    comment has no other."""
    labelled = {label: text for label, text in blocks(function.comment)
                if label and not label.startswith("Parameter")}
    labelled = {**function.defaults, **labelled}
    if api.error and function.result == api.error:
        labelled.setdefault("Returns", f"{api.success}, or one of the errors below.")
    if "Since" in labelled:
        labelled["Since"] = f"Since gpuinterop {labelled['Since']}"
    return labelled


def page(function, others, version, folder):
    """The manual page of one function and of those that share it."""
    api = api_of(function, folder)
    parts = blocks(function.comment)
    labelled = labelled_of(function, api)
    free = [text for label, text in parts if not label] or [""]
    described = {label.split()[1]: text for label, text in parts
                 if label and label.startswith("Parameter")}
    taken = [(name, text) for name, text in parameters_of(function, folder, described) if text]
    names = [function.name] + [alias.name for alias in function.aliases]
    out = [f'.TH {function.name} 3 "" "gpuinterop {version}" "gpuinterop"',
           ".nh", ".SH NAME", ".na",        # names are too long to adjust
           f"{', '.join(names)} \\- {prose(summary_of(free[0]))}", ".ad", ".SH LIBRARY",
           api.library.replace("'", "\\(aq"),
           ".SH SYNOPSIS", ".nf", f".B #include <{api.include}>", ".fi", ".PP",
           ".na", "\n.PP\n".join(synopsis(one) for one in [function] + function.aliases),
           ".ad", ".SH DESCRIPTION"]
    for number, text in enumerate(free + spt_note(function)):
        out += [".PP"] * (number > 0) + [prose(text)]
    if taken:
        out.append(".SH PARAMETERS")
    for variable, text in taken:
        out += [".TP", f".I {variable}", prose(text)]
    for label, title in SECTIONS:
        if label not in labelled:
            continue
        out.append(f".SH {title}")
        if label == "Errors":
            for text in errors(function):
                out += [".PP"] * (out[-1] != f".SH {title}") + [prose(text)]
            if function.result == api.error:
                out += [".PP", ".BR gpuinterop_last_error_detail (3)",
                        "returns the sentence behind an error."]
        else:
            out += [".ad l"] * (label == "Mirrors")      # names are too long to adjust
            out.append(prose(sentence(labelled[label])))
    out += [".SH SEE ALSO", ".ad l",
            ",\n".join([f".BR {other} (3)" for other in others] + [".BR gpuinterop (7)"])]
    return "\n".join(out) + "\n"


def spt_note(function):
    if not any(alias.name == function.name + "_spt" for alias in function.aliases):
        return []
    return [f"{function.name}_spt does the same in the stream hipStreamPerThread, where "
            f"{function.name} would do it in the default stream."]


# ---- all of them --------------------------------------------------------------------------------

def headers(include):
    """[(folder, path)] of all public headers."""
    found = [("", os.path.join(include, name)) for name in ("gpuinterop.h",)
             if os.path.exists(os.path.join(include, name))]
    for folder in ("cuda", "hip"):
        for place, _, names in os.walk(os.path.join(include, folder)):
            found += [(folder, os.path.join(place, name)) for name in names if name.endswith(".h")]
    return sorted(found)


def share_spt(found):
    """Functions whose names end in _spt go to the pages of those without."""
    by_name = {function.name: function for function in found}
    left, waiting = [], list(found)
    while waiting:
        function = waiting.pop(0)
        base = by_name.get(function.name[:-len("_spt")])
        if function.name.endswith("_spt") and not function.comment and base:
            waiting[:0] = function.aliases
            function.aliases = []
            base.aliases.append(function)
        else:
            left.append(function)
    return left


def collect(include):
    """{folder: its functions}; each knows the header and the group that it stands in."""
    collected, families = {}, {}
    for folder, path in headers(include):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        found = functions(text)
        families.setdefault(folder, {}).update(families_of(text))
        for function in found:
            function.group = (path, function.group)
            function.families = families[folder]
        collected.setdefault(folder, []).extend(found)
    return {folder: share_spt(found) for folder, found in collected.items()}


def neighbours(function, found):
    """The pages that stand in the same group, and those that its comment names."""
    near = [other.name for other in found if other.comment and other.group == function.group]
    words = set(re.findall(r"\w+", function.comment))
    named = [other.name for other in found if other.comment and other.name in words]
    return sorted(set(near + named) - {function.name})


def all_names(include):
    """{the name of each function: the name of its page}."""
    return {one.name: function.name for found in collect(include).values() for function in found
            if function.comment for one in [function] + function.aliases}


def write(version, include, out, depfile):
    for folder in ("man1", "man3", "man7"):
        shutil.rmtree(os.path.join(out, folder), ignore_errors=True)
        os.makedirs(os.path.join(out, folder))
    for folder, found in collect(include).items():
        for function in found:
            if not function.comment:
                continue             # manual.py check says so
            with open(os.path.join(out, "man3", function.name + ".3"), "w",
                      encoding="utf-8") as file:
                file.write(page(function, neighbours(function, found), version, folder))
            for alias in function.aliases:
                with open(os.path.join(out, "man3", alias.name + ".3"), "w",
                          encoding="utf-8") as file:
                    file.write(f".so man3/{function.name}.3\n")
    sources = [path for _, path in headers(include)]
    for name, (file_name, names) in HAND_WRITTEN.items():
        source = os.path.join(HERE, file_name)
        sources.append(source)
        with open(source, encoding="utf-8") as file:
            text = file.read().replace("@VERSION@", version)
        for placeholder, meaning in names.items():
            text = text.replace(placeholder, meaning)
        with open(os.path.join(out, "man" + name[-1], name), "w", encoding="utf-8") as file:
            file.write(text)
    with open(depfile, "w", encoding="utf-8") as file:
        file.write(f"{os.path.join(out, 'man1')}: {' '.join(sources)}\n")


def main():
    if len(sys.argv) == 6 and sys.argv[1] == "write":
        write(*sys.argv[2:])
        return 0
    if len(sys.argv) != 3 or sys.argv[1] != "check":
        sys.exit(__doc__)
    said = [what for folder, found in collect(sys.argv[2]).items() for function in found
            for what in problems(function, folder)]
    for what in said:
        print(what)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
