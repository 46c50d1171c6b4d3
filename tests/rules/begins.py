"""How each function of an interface begins, read off its source.

A call begins by one of the functions of WAYS. Calls are followed through the front end's own functions
and macros, not into the core. FRONT_REQUIRE and FRONT_TRY are no calls here: the first of them begins a
call that goes no further.
"""
import os
import re

import source

# The functions that begin a call, and the word for each in a list of functions.
WAYS = {
    "front_begin": "context", "gicu_begin": "context", "gi_visible_begin": "context",
    "front_begin_any": "any", "gi_visible_begin_any": "any",
    "front_begin_look": "look", "gi_visible_begin_look": "look",
    "front_begin_object": "object", "gicu_begin_object": "object",
    "gi_visible_begin_object": "object",
    "gicu_begin_lasting": "lasting", "gi_visible_begin_lasting": "lasting",
    "front_begin_in": "stream",
    "front_ready": "ready", "gicu_ready": "ready", "gi_visible_check": "ready",
    "gi_visible_borrow": "borrow", "gi_visible_initialise": "init",
}
NOT_FOLLOWED = {"FRONT_TRY", "FRONT_REQUIRE", "FRONT_NOT_NULL", "CU_TRY", "CU_REQUIRE", "CU_NOT_NULL",
                "front_start", "front_error"}
# A function of the core that takes the interface begins by itself.
OF_CORE = re.compile(r"\bgi_\w+\(\s*&(?:front|gicu)_interface\b")
MADE = re.compile(r"^[A-Z][A-Z_0-9]*\((\w+)[,)][^\n]*$", re.M)
NAMED = re.compile(r"\bFRONT_TEXT_OF\(\w+\)")        # a name in a sentence
WORD = re.compile(r"\b[A-Za-z_]\w*\b")
DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\([^)]*\))?((?:[^\n\\]|\\.|\\\n)*)", re.M | re.S)


class Sources:
    """The functions and macros of an interface's files."""

    def __init__(self, tree, paths, names):
        self.names = names                   # {neutral name: the interface's}
        self.bodies = {}                     # {(file of a static one or None, name): [(file, words)]}
        self.made = {}                       # {name: (file, words)} of functions that a macro makes
        for path in paths:
            self._read(path, tree.text(path))

    def _read(self, path, text):
        code = source.strip_comments(text, strings=True)
        lines = code.split("\n")
        for match in MADE.finditer(code):
            name = self.names.get(match.group(1), match.group(1))
            self.made[name] = (path, set(WORD.findall(match.group())))
        for name, first, last in source.functions(MADE.sub("", text)):
            head = "".join(lines[max(first - 2, 0):first])
            body = "\n".join(lines[first - 1:last])
            self._add(path, name, body[body.find("{"):], re.search(r"\bstatic\b", head))
        for match in DEFINE.finditer(code):
            if not re.fullmatch(rf"\s*{match.group(1)}\w+\s*", match.group(3)):    # a symbol's name
                self._add(path, match.group(1), match.group(3), True)

    def _add(self, path, name, body, is_static):
        words = set(WORD.findall(NAMED.sub("", body)))
        if OF_CORE.search(body):
            words.add("core")
        name = self.names.get(name, name)
        key = (path if is_static and path.endswith(".c") else None, name)
        self.bodies.setdefault(key, []).append((path, words))

    def ways_of(self, name):
        """The ways in which a function begins, as a list of functions says them; None if it is in none
        of the files."""
        if (None, name) not in self.bodies and name not in self.made:
            return None
        ways, seen, left = set(), set(), [(None, name)]
        while left:
            path, word = left.pop()
            word = self.names.get(word, word)
            if word in WAYS or word == "core":
                ways.add(WAYS.get(word, word))
            elif word not in NOT_FOLLOWED and (path, word) not in seen:
                seen.add((path, word))
                left += self._words_in(path, word)
        return "+".join(sorted(ways - {"core"} or ways)) or "-"

    def asks(self, name, wanted):
        """Whether a function reaches a word, through the front end's own functions and macros."""
        seen, left = set(), [(None, name)]
        while left:
            path, word = left.pop()
            word = self.names.get(word, word)
            if word == wanted:
                return True
            if (path, word) not in seen and word not in NOT_FOLLOWED:
                seen.add((path, word))
                left += self._words_in(path, word)
        return False

    def _words_in(self, path, word):
        """The words of a function or macro, as a file sees it, each with the file that it is in."""
        found = self.bodies.get((path, word)) or self.bodies.get((None, word))
        if found is None and word in self.made:
            found = [self.made[word]]
        return [(where, other) for where, words in found or () for other in words]
