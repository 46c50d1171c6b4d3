#!/usr/bin/env python3
"""Pictures of 64 x 64: makes them, and compares them.

    pictures.py shrink PICTURE SMALL
    pictures.py compare PICTURE PICTURE
    pictures.py --self-test

Pictures are PPM or PGM with 8 bits, of any size. A small picture has the mean of the texels that each of its own
covers. Two are the same if their small pictures are: the mean of all differences is at most MEAN of 255, and at most
FAR_SHARE of the texels are more than FAR apart in a channel. So the edges of lines, noise and the last bits do not
count; a picture that is shifted, mirrored, torn or of another frame does. The mean is also at most OWN_SHARE of what
the second picture differs from its own commonest colour: of one that is nearly black, the little that is there counts.
"""
import collections
import random
import sys

SIDE = 64
MEAN, FAR, FAR_SHARE, OWN_SHARE = 4.0, 32, 0.03, 0.25
CUT = (b"", b"P6", b"P6\n", b"P6\n3 2\n", b"P6\n# words", b"P6\n# words\n")


def read_head(data):
    """(four words of the head, the offset of the pixels)"""
    words, at = [], 0
    while len(words) < 4:
        if at >= len(data):
            raise ValueError("the head of a picture is cut")
        end = at
        while data[end:end + 1].strip():
            end += 1
        if data[at:at + 1] == b"#":
            end = data.index(b"\n", at)
        elif end > at:
            words.append(data[at:end])
        at = end + 1
    return words, at


def read(path):
    """(width, height, bytes of RGB)"""
    with open(path, "rb") as file:
        data = file.read()
    try:
        (kind, width, height, most), at = read_head(data)
        width, height = int(width), int(height)
    except ValueError as error:
        raise ValueError("%s: %s" % (path, error)) from error
    channels = {b"P6": 3, b"P5": 1}.get(kind, 0)
    if channels == 0 or most != b"255" or min(width, height) < 1 or len(data) - at < channels * width * height:
        raise ValueError(path + " is no PPM or PGM with 8 bits")
    pixels = data[at:at + channels * width * height]
    return width, height, pixels if channels == 3 else bytes(value for value in pixels for _ in range(3))


def write(path, picture):
    width, height, pixels = picture
    with open(path, "wb") as file:
        file.write(b"P6\n%d %d\n255\n" % (width, height) + pixels)


def upside_down(picture):
    width, height, pixels = picture
    return width, height, b"".join(pixels[3 * width * y:3 * width * (y + 1)] for y in range(height - 1, -1, -1))


def colours(picture):
    return len({picture[2][at:at + 3] for at in range(0, len(picture[2]), 3)})


def places(side):
    """for each small texel the first texel and the one behind the last, in one direction"""
    return [(at * side // SIDE, max(at * side // SIDE + 1, (at + 1) * side // SIDE)) for at in range(SIDE)]


def shrink(picture):
    width, height, pixels = picture
    if (width, height) == (SIDE, SIDE):
        return picture
    out = bytearray()
    for top, bottom in places(height):
        rows = [pixels[3 * width * y:3 * width * (y + 1)] for y in range(top, bottom)]
        for left, right in places(width):
            count = (bottom - top) * (right - left)
            for channel in range(3):
                total = sum(sum(row[3 * left + channel:3 * right:3]) for row in rows)
                out.append((total + count // 2) // count)
    return SIDE, SIDE, bytes(out)


def mean_apart(a, b):
    return sum(abs(x - y) for x, y in zip(a, b)) / len(a)


def own_distance(pixels):
    """the mean difference of the texels from the commonest of them"""
    commonest = collections.Counter(pixels[at:at + 3] for at in range(0, len(pixels), 3)).most_common(1)[0][0]
    return mean_apart(pixels, commonest * (len(pixels) // 3))


def compare(one, other):
    """(whether they are the same, the differences in words); the other is the reference."""
    a, b = shrink(one)[2], shrink(other)[2]
    apart = [abs(x - y) for x, y in zip(a, b)]
    mean, most = mean_apart(a, b), min(MEAN, OWN_SHARE * own_distance(b))
    share = sum(max(apart[at:at + 3]) > FAR for at in range(0, len(apart), 3)) / (SIDE * SIDE)
    return (mean <= most and share <= FAR_SHARE,
            "mean difference %.2f of at most %.2f, %.1f %% far" % (mean, most, 100 * share))


def made(function, width=128, height=96):
    return width, height, bytes(function(x, y) & 255 for y in range(height) for x in range(width) for _ in range(3))


def dots(count, seed):
    """white dots on black"""
    chosen = set(random.Random(seed).sample(range(512 * 512), count))
    return made(lambda x, y: 255 * (y * 512 + x in chosen), 512, 512)


def is_refused(data):
    try:
        read_head(data)
    except ValueError:
        return True
    return False


def self_test():
    slope = made(lambda x, y: 2 * x)
    stripes = made(lambda x, y: 255 * (y // 24 % 2))
    cases = [("itself", slope, slope, True), ("the last bit", slope, made(lambda x, y: 2 * x ^ 1), True),
             ("another size", slope, made(lambda x, y: x, 256, 200), True),
             ("noise that the mean removes", slope, made(lambda x, y: min(255, 2 * x + 6 * ((x ^ y) & 1))), True),
             ("mirrored", slope, made(lambda x, y: 254 - 2 * x), False),
             ("upside down", stripes, upside_down(stripes), False),
             ("upside down twice", stripes, upside_down(upside_down(stripes)), True),
             ("shifted", stripes, made(lambda x, y: 255 * ((y + 6) // 24 % 2)), False),
             ("a torn corner", slope, made(lambda x, y: 0 if x > 100 and y > 60 else 2 * x), False),
             ("darker", slope, made(lambda x, y: 2 * x * 9 // 10), False),
             ("the same dots", dots(3000, 1), dots(3000, 1), True),
             ("dots of which a few are missing", dots(2900, 1), dots(3000, 1), True),
             ("one dot for many", dots(1, 1), dots(3000, 1), False),
             ("many dots for one", dots(3000, 1), dots(1, 1), False),
             ("other dots", dots(3000, 2), dots(3000, 1), False)]
    wrong = [name for name, one, other, same in cases if compare(one, other)[0] != same]
    head = read_head(b"P6\n# words\n3 2\n255\nabc")
    if head != ([b"P6", b"3", b"2", b"255"], 19):
        wrong.append("head %s" % (head,))
    wrong += ["the head %s is taken" % data for data in CUT if not is_refused(data)]
    print("pictures: " + ("wrong: " + ", ".join(wrong) if wrong else "all %d cases" % (len(cases) + 1 + len(CUT))))
    return 1 if wrong else 0


def main(words):
    if words == ["--self-test"]:
        return self_test()
    if len(words) != 3 or words[0] not in ("shrink", "compare"):
        print(__doc__)
        return 2
    if words[0] == "shrink":
        write(words[2], shrink(read(words[1])))
        return 0
    same, said = compare(read(words[1]), read(words[2]))
    print(said)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
