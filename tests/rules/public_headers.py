"""The rules about the comments of headers: what every public function states there, and how long a
sentence may be."""
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/man"))
import manual  # noqa: E402

SENTENCE_WORDS = 30
SENTENCE_FOLDERS = ("include", "core/base", "core/contract", "core/cards", "core/queue", "core/memory",
                    "core/share", "core/device", "core/hints", "core/info")
COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*(?P<block>.*?)\*/|//(?P<line>[^\n]*)', re.S)


def rule_public_functions(tree):
    """Every public function has a comment, and it or its header states threads and errors."""
    for folder, found in manual.collect(os.path.join(tree.root, "include")).items():
        for function in found:
            path = os.path.relpath(function.group[0], tree.root)
            for what in manual.unstated(function):
                tree.offend("public-functions", path, function.line, f"{function.name}: {what}",
                            function.name)


def sentences(comment):
    """[(line within the comment, sentence)]. A blank line and a label such as Units: end one, and so
    does the semicolon between two errors."""
    found, words, start, is_list = [], [], 0, False
    for number, line in enumerate(comment.split("\n")):
        text = re.sub(r"^[\s*]*", "", line).rstrip()
        label = re.match(r"(?:Parameter \w+|[A-Z]\w+(?: of a \w+ call)?):(?=\s|$)", text)
        if label or not text:
            found, words = found + [(start, words)], []
            is_list = label is not None and label.group(0).startswith("Errors")
            text = text[label.end():] if label else ""
        for word in text.split():
            start = start if words else number
            words = words + [word]
            if re.search(r"[.!?][\"')]*$", word) or (is_list and word.endswith(";")):
                found, words = found + [(start, words)], []
    return [(line, words) for line, words in found + [(start, words)] if words]


def rule_comment_sentences(tree):
    """No sentence of a comment in a header of SENTENCE_FOLDERS has more than SENTENCE_WORDS words."""
    for path in (path for folder in SENTENCE_FOLDERS for path in tree.files((".h",), folder)):
        text = tree.text(path)
        for match in COMMENT.finditer(text):
            comment = match.group("block") or match.group("line") or ""
            first = text.count("\n", 0, match.start()) + 1
            for line, words in sentences(comment):
                if len(words) > SENTENCE_WORDS:
                    tree.offend("comment-sentences", path, first + line,
                                f"a sentence of {len(words)} words, {SENTENCE_WORDS} are allowed: "
                                + " ".join(words[:6]) + " ...")
