#!/usr/bin/env python3
"""Calls of the builder of SPIR-V whose order C leaves open.

    operands.py ROOT          checks the files that use the builder
    operands.py --self-test   shows that the check finds planted offenders

The same calls in the same order make the same words (core/kernel/translate/spirv/spirv.h). C leaves
open in which order the arguments of a call, the operands of an operator and the items of an
initialiser are evaluated. So at most one of them may make something; else the compilers decide what
the words of a kernel are. A call makes something if the function takes a builder or an emission
that it may change, or calls a function that makes something. A function that takes one as const
reads it: another operand may make the thing that it looks for. Members that are read without a
call are not looked at.
"""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import source  # noqa: E402

FOLDERS = ("core/kernel/translate", "core/kernel/reflect")
STATES = r"struct\s+(?:gi_emit|gi_spirv)\s*\*"
READS, MAKES = 1, 2
TOKEN = re.compile(r"\s+|[A-Za-z_]\w*|\.?\d[\w.]*|->|&&|\|\||\"[^\"]*\"|'[^']*'|.", re.S)
CLOSING = {"(": ")", "[": "]", "{": "}"}
HEADS = {"if", "while", "for", "switch"}
SEQUENCED = {"?", ":", "&&", "||", ";"}
NO_CALLS = {"return", "case"}
NOT_EVALUATED = {"sizeof", "_Alignof"}


def tokens_of(code):
    """[(token, line)] without spaces."""
    line, found = 1, []
    for match in TOKEN.finditer(code):
        text = match.group(0)
        if not text.isspace():
            found.append((text, line))
        line += text.count("\n")
    return found


def grouped(tokens, at=0, closing=None):
    """Nested lists for brackets: (items, place behind them). An item is (token, line) or
    (bracket, line, items)."""
    items = []
    while at < len(tokens):
        text, line = tokens[at]
        if text == closing:
            return items, at + 1
        if text in CLOSING:
            inner, at = grouped(tokens, at + 1, CLOSING[text])
            items.append((text, line, inner))
        else:
            items.append((text, line))
            at += 1
    return items, at


def is_name(item):
    return len(item) == 2 and re.match(r"[A-Za-z_]", item[0]) is not None


def names_called(items):
    """The names in front of parentheses, in all depths."""
    for i, item in enumerate(items):
        if len(item) == 3:
            if item[0] == "(" and i > 0 and is_name(items[i - 1]):
                yield items[i - 1][0]
            yield from names_called(item[2])


class Function:
    """A function that is declared or defined at the level of a file."""

    def __init__(self, name, parameters, body, is_own):
        self.name, self.parameters, self.body, self.is_own = name, parameters, body, is_own
        self.effect = effect_of(parameters)
        self.calls = set(names_called(body or []))


def functions_of(items, is_header):
    start = 0
    for i, item in enumerate(items):
        if item[0] == ";" or (item[0] == "{" and i > 0 and items[i - 1][0] not in ("=", ")")):
            start = i + 1
        if item[0] != "(" or i == 0 or not is_name(items[i - 1]):
            continue
        body = items[i + 1] if i + 1 < len(items) else (";", 0)
        is_own = not is_header and any(word[0] == "static" for word in items[start:i])
        yield Function(items[i - 1][0], " ".join(text_of(item[2])),
                       body[2] if body[0] == "{" else None, is_own)
        if body[0] == "{":
            start = i + 2


def text_of(items):
    for item in items:
        if len(item) == 3:
            yield item[0]
            yield from text_of(item[2])
            yield CLOSING[item[0]]
        else:
            yield item[0]


def effect_of(parameters):
    """What a function with these parameters may do to the state of the emission."""
    effects = [READS if re.search(r"\bconst\s*$", parameters[:match.start()]) else MAKES
               for match in re.finditer(STATES, parameters)]
    return max(effects, default=0)


def read(path, text):
    """The functions of a file. Those of a header belong to all files."""
    code = source._without_preprocessor(source.strip_comments(text, strings=True))
    return list(functions_of(grouped(tokens_of(code))[0], path.endswith(".h")))


def effects_in(functions, shared):
    """{name: effect} as one file sees it: a static function hides one of another file."""
    effects = dict(shared)
    effects.update({function.name: function.effect for function in functions if function.is_own})
    return effects


def close(files):
    """Gives each function the effect of those that it calls.
    \return  {name: effect} of what is not static."""
    shared = {}
    for functions in files.values():
        for function in functions:
            if not function.is_own or function.body is None:
                shared[function.name] = max(shared.get(function.name, 0), function.effect)
    grew = True
    while grew:
        grew = False
        for functions in files.values():
            effects = effects_in(functions, shared)
            for function in functions:
                called = (effects.get(name, 0) for name in function.calls)
                if function.effect < MAKES and MAKES in called:
                    function.effect = MAKES
                    grew = True
                    if not function.is_own:
                        shared[function.name] = MAKES
    return shared


class Checker:
    """Finds the places of one file where two operands meet that must not."""

    def __init__(self, effects):
        self.effects = effects
        self.found = []             # (line, what)

    def meet(self, parts, line, what):
        """parts: the effects of operands that C evaluates in any order."""
        if MAKES in parts and sum(part > 0 for part in parts) > 1:
            self.found.append((line, what))
        return max(parts, default=0)

    def listed(self, items, line, what):
        """Items with commas between them, in any order."""
        parts, start = [], 0
        for i in range(len(items) + 1):
            if i == len(items) or items[i][0] == ",":
                parts.append(self.expression(items[start:i]))
                start = i + 1
        return self.meet(parts, line, what)

    def expression(self, items):
        """The effect of an expression. Operators but those of SEQUENCED, and the comma, evaluate
        their operands in any order."""
        whole, parts, first = 0, [], None
        for i, item in enumerate(items + [(";", 0)]):
            before = items[i - 1] if i > 0 else ("", 0)
            if len(item) == 2:
                if item[0] in SEQUENCED or item[0] == ",":
                    whole = max(whole, self.meet(parts, first, "operands of an operator"))
                    parts, first = [], None
                continue
            effect = self.group(item, before, items[i - 2] if i > 1 else ("", 0))
            if effect > 0:
                parts.append(effect)
                first = item[1]
        return whole

    def group(self, item, before, earlier):
        """The effect of brackets; before: what stands in front of them."""
        bracket, line, inner = item
        if bracket == "{":
            return self.listed(inner, line, "items of an initialiser")
        if before[0] in NOT_EVALUATED:
            return 0
        if bracket == "[":
            return self.expression(inner)
        if is_name(before) and before[0] not in NO_CALLS:
            effect = self.effects.get(before[0], 0)
            if earlier[0] in ("->", "."):
                effect = MAKES          # a member that is a function
            return max(effect, self.listed(inner, line, f"arguments of {before[0]}"))
        return self.expression(inner)

    def block(self, items):
        """Statements."""
        start, i = 0, 0
        while i < len(items):
            item = items[i]
            is_head = len(item) == 3 and item[0] == "(" and i > 0 and items[i - 1][0] in HEADS
            is_block = len(item) == 3 and item[0] == "{" and (
                i == start or items[i - 1][0] in ("else", "do"))
            if is_head or is_block or item[0] == ";":
                if is_head:
                    self.expression(items[start:i - 1])
                    self.expression(item[2])
                else:
                    self.expression(items[start:i])
                if is_block:
                    self.block(item[2])
                start = i + 1
            i += 1
        self.expression(items[start:])


def offenders(texts):
    """texts: {path: text}. A line for each place, and how many functions were looked at."""
    files = {path: read(path, text) for path, text in sorted(texts.items())}
    shared = close(files)
    complaints, counted = [], 0
    for path, functions in files.items():
        effects = effects_in(functions, shared)
        for function in functions:
            if function.body is None:
                continue
            counted += 1
            checker = Checker(effects)
            checker.block(function.body)
            complaints += [f"{path}:{line}: order: {function.name}: {what} make something in an "
                           "order that C leaves open"
                           for line, what in sorted(set(checker.found))]
    return complaints, counted


def files_of(root):
    found = {}
    for folder in FOLDERS:
        for place, _, names in os.walk(os.path.join(root, folder)):
            for name in sorted(names):
                if name.endswith((".c", ".h")):
                    path = os.path.join(place, name)
                    with open(path, encoding="utf-8") as file:
                        found[os.path.relpath(path, root)] = file.read()
    return found


# ---- self test ----------------------------------------------------------------------------------

HEAD = """struct gi_emit;
uint32_t make(struct gi_emit *emit, uint32_t a);
uint32_t look(const struct gi_emit *emit);
static uint32_t two(struct gi_emit *emit, uint32_t a, uint32_t b) { return make(emit, a + b); }
static uint32_t pure(uint32_t a, uint32_t b) { return a + b; }
static uint32_t hidden(const struct gi_emit *emit) { return look(emit); }
"""
# (whether it is an offence, the body of a function)
PLANTED = (
    (False, "return two(emit, make(emit, 1), 2);"),
    (False, "uint32_t a = make(emit, 1), b = make(emit, 2); return two(emit, a, b);"),
    (False, "if (make(emit, 1)) return make(emit, 2); else return make(emit, 3);"),
    (False, "return a ? make(emit, 1) : make(emit, 2);"),
    (False, "return make(emit, 1) && make(emit, 2);"),
    (False, "for (a = make(emit, 1); a < make(emit, 2); a = make(emit, 3)) { make(emit, 4); }"),
    (False, "switch (make(emit, 1)) { case 1: make(emit, 2); break; default: make(emit, 3); }"),
    (False, "return pure(look(emit), look(emit));"),
    (False, "do { make(emit, 1); } while (make(emit, 2));"),
    (False, "(void)make(emit, 1); /* two(emit, make(emit, 1), make(emit, 2)) */"),
    (False, "return words(((uint32_t[]){ make(emit, 1), a }), sizeof(make(emit, 1)));"),
    (False, "return make(emit, pure(1, 2));"),
    (True, "return two(emit, make(emit, 1), make(emit, 2));"),
    (True, "return pure(make(emit, 1), make(emit, 2));"),
    (True, "return pure(look(emit), make(emit, 2));"),
    (True, "return pure(a ? make(emit, 1) : 0, 1 + make(emit, 2));"),
    (True, "return make(emit, 1) + make(emit, 2);"),
    (True, "uint32_t both[2] = { make(emit, 1), make(emit, 2) };"),
    (True, "struct pair pair = { .a = make(emit, 1), .b = { make(emit, 2) } };"),
    (True, "return two(emit, (struct pair){ make(emit, 1), make(emit, 2) }.a, 1);"),
    (True, "if (a) { while (pure(make(emit, 1), make(emit, 2))) a++; }"),
    (True, "a[make(emit, 1)] = make(emit, 2);"),
    (True, "return pure(exchange->step(emit, 1), make(emit, 2));"),
    (True, "return pure(deep(&around), deep(&around));"),
    (True, "return pure(inline_one(emit), inline_one(emit));"),
    (False, "return pure(hidden(emit), hidden(emit));"),
    (True, "switch (a) { case 1: return pure(make(emit, 1), make(emit, 2)); }"),
)
INLINE = """static inline uint32_t inline_one(struct gi_emit *emit) { return make(emit, 1); }
"""
OTHER = "static uint32_t hidden(struct gi_emit *emit) { return make(emit, 1); }\n"
DEEP = "uint32_t deep(struct around *around) { return make(around->emit, 1); }\n"


def self_test():
    failures = 0
    for is_offence, body in PLANTED:
        complaints, counted = offenders({
            "a.c": HEAD + f"uint32_t f(struct gi_emit *emit, uint32_t a)\n{{\n    {body}\n}}\n",
            "deep.c": OTHER + DEEP, "inline.h": INLINE})
        if bool(complaints) != is_offence or counted != 7:
            print(f"{body}: {complaints}, {counted} functions")
            failures += 1
    print(f"{len(PLANTED)} cases, {failures} failures")
    return failures


if __name__ == "__main__":
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(1 if self_test() else 0)
    found, looked_at = offenders(files_of(sys.argv[1]))
    for complaint in found:
        print(complaint)
    print(f"{looked_at} functions, {len(found)} offenders")
    sys.exit(1 if found or looked_at == 0 else 0)
