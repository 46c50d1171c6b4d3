"""C text without its comments, and where its functions begin and end. Several rules ask this of each
file, so the answers are kept."""
import functools
import re


def _blank(text):
    """The same text with everything but its line breaks turned into spaces."""
    return "\n".join(" " * len(line) for line in text.split("\n"))


_TOKEN = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)"""
    r"""|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<char>'(?:\\.|[^'\\\n])*')""", re.S)


@functools.lru_cache(maxsize=None)
def strip_comments(text, strings=False):
    """Blanks comments, and with strings=True the inside of string and character literals too."""
    def replace(match):
        if match.group("comment"):
            return _blank(match.group(0))
        if not strings:
            return match.group(0)
        quote = match.group(0)[0]
        return quote + _blank(match.group(0)[1:-1]) + quote
    return _TOKEN.sub(replace, text)


def comments_of(text):
    """Every comment, without its marks: (place of the first character, words)."""
    for match in _TOKEN.finditer(text):
        comment = match.group("comment")
        if comment:
            yield match.start() + 2, comment[2:-2] if comment.startswith("/*") else comment[2:]


def strings_of(text):
    """Every string literal outside comments, with its line."""
    for match in _TOKEN.finditer(text):
        if match.group("string"):
            yield text.count("\n", 0, match.start()) + 1, match.group(0)


_INCLUDE = re.compile(r'^[^\S\n]*#[^\S\n]*include[^\S\n]*([<"])([^>"\n]+)[>"]', re.M)


@functools.lru_cache(maxsize=None)
def includes(text):
    """Every include with its line: (line, '<' or '"', path)."""
    code = strip_comments(text)
    return tuple((code.count("\n", 0, match.start()) + 1, match.group(1), match.group(2))
                 for match in _INCLUDE.finditer(code))


def _without_preprocessor(code):
    return re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda m: _blank(m.group(0)), code,
                  flags=re.M | re.S)


def functions(text):
    """(name, first line, last line) of every function; the name is None where braces do not
    balance, so that a file that cannot be measured is never taken for a file of short functions."""
    return [(name, first, last) for name, first, last, _ in _functions(text)]


def static_functions(text):
    """(name, line) of every function that its file alone sees."""
    return [(name, first) for name, first, _, is_static in _functions(text) if is_static]


@functools.lru_cache(maxsize=None)
def _functions(text):
    """The rows of functions(), each with whether the function is static."""
    code = _without_preprocessor(strip_comments(text, strings=True))
    code = re.sub(r'extern\s+"\s*"\s*\{', _linkage, code)
    open_linkage = code.count("\x01")
    depth = 0
    head_start = 0
    opened = None
    found = []
    for match in re.finditer(r"[{};]", code):
        char, at = match.group(0), match.start()
        if char == "{":
            if depth == 0:
                opened = _declarator(code, head_start, at)
            depth += 1
        elif char == "}":
            if depth == 0 and open_linkage > 0:
                open_linkage -= 1
                head_start = at + 1
                continue
            depth -= 1
            if depth == 0:
                if opened:
                    found.append((opened[0], opened[1], code.count("\n", 0, at) + 1, opened[2]))
                opened = None
                head_start = at + 1
        elif depth == 0:
            head_start = at + 1
        if depth < 0:
            break
    if depth != 0 or open_linkage != 0:
        last = code.count("\n") + 1
        found.append((None, last, last, False))
    return tuple(found)


def _linkage(match):
    return "\x01" + _blank(match.group(0))[1:]


def _declarator(code, start, brace):
    """Name and line of the function whose body opens at brace, and whether it is static; None for a
    struct, an enum or an initialiser."""
    head = code[start:brace]
    bare = head
    while re.search(r"\([^()]*\)", bare):
        bare = re.sub(r"\([^()]*\)", " ", bare)
    if "(" not in head or "=" in bare or not re.search(r"\)\s*(?:\w+\b\s*|\([^()]*\)\s*)*$", head):
        return None
    cut = re.sub(r"__attribute__\s*\(\(.*?\)\)", lambda m: _blank(m.group(0)), head, flags=re.S)
    match = re.search(r"(\w+)\s*\(", cut)
    if not match:
        return None
    is_static = re.search(r"\bstatic\b", cut[:match.start()]) is not None
    return match.group(1), code.count("\n", 0, start + match.start(1)) + 1, is_static
