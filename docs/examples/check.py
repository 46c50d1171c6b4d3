#!/usr/bin/env python3
"""Tests of the demo: check.py DEMO picture [kernels] [gl] | validation | kill-STAGE | misuse;
and of another example that needs the same: check.py hip-semaphores frames [--sync-files]. A program
with a kernel that checks itself: check.py PROGRAM example [ARGUMENT...]. With the word
"kernels" the stages have to draw by kernels, without it by copies. With "gl" OpenGL has to draw where EGL is.

Exit 77: this machine has no Vulkan device that can share memory and semaphores.
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check_kernels  # noqa: E402

WIDTH, HEIGHT, HORIZON, STRIP = 640, 360, 200, 288
TEXTURE_SIZE, TEXTURE_LEVELS, TEXTURE_GAP = 128, 8, 2
TEXTURE_FROM, TEXTURE_AT = (333, 36), (8, 44)
SIGN_ROWS = 13
FRAME = (0xe0, 0xe0, 0xe0)
SECONDS = 100
SKIPPED = 77
MESSAGES = ("VUID-", "UNASSIGNED-", "Validation Error", "Validation Warning")
# The library's images stay in the general layout; see docs/images.md.
ADVICE = "instead of GENERAL"
VALIDATION = "VK_LAYER_KHRONOS_validation"
LAYER_FOLDERS = ("/usr/share/vulkan/explicit_layer.d", "/usr/local/share/vulkan/explicit_layer.d",
                 "/etc/vulkan/explicit_layer.d")


def fail(text):
    print("failed:", text)
    sys.exit(1)


def unfilter(kind, line, above, step):
    """One row of a PNG picture with its filter undone."""
    row = bytearray(line)
    for i, value in enumerate(line):
        left = row[i - step] if i >= step else 0
        up = above[i]
        corner = above[i - step] if i >= step else 0
        if kind == 4:
            guess = left + up - corner
            distances = (abs(guess - left), abs(guess - up), abs(guess - corner))
            add = (left, up, corner)[distances.index(min(distances))]
        else:
            add = (0, left, up, (left + up) // 2)[kind]
        row[i] = (value + add) & 255
    return row


def read_png(path):
    """The rows of an RGB picture, 8 bits a channel."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        fail("the picture is no PNG file")
    at, packed, header = 8, b"", None
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        at += 12 + length
        if kind == b"IHDR":
            header = struct.unpack(">IIBBBBB", body)
        elif kind == b"IDAT":
            packed += body
    if header != (WIDTH, HEIGHT, 8, 2, 0, 0, 0):
        fail(f"the picture's header is {header}")
    raw, rows, above = zlib.decompress(packed), [], bytearray(WIDTH * 3)
    for start in range(0, len(raw), WIDTH * 3 + 1):
        above = unfilter(raw[start], raw[start + 1:start + 1 + WIDTH * 3], above, 3)
        rows.append(above)
    return rows


def run(demo, *arguments, **more):
    """Runs the demo; skips the test where no device is good enough for it."""
    try:
        result = subprocess.run([demo, *arguments], text=True, timeout=SECONDS, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
    except subprocess.TimeoutExpired:
        fail(f"still running after {SECONDS} s")
    print(result.stdout + result.stderr, end="")
    if "no Vulkan device can share" in result.stderr or "creating an instance" in result.stderr:
        print("no Vulkan device here can share memory and semaphores")
        sys.exit(SKIPPED)
    return result


def check_said(output, frames):
    for wanted in (f"{frames} of {frames} frames went", "frames a second", "vulkan renderer",
                   "cuda stage", "hip stage", "texture stage", "gl stage"):
        if wanted not in output:
            fail(f"the demo does not say '{wanted}'")
    if output.count(" 0 through the host") != 3:
        fail("a stage copied through the host")


def colour(row, x):
    return tuple(row[3 * x:3 * x + 3])


def check_water(rows):
    """Each row of water is a row of sky, moved; glints and the sign cover some of it."""
    good = 0
    for row in range(30, STRIP - HORIZON):
        water, sky = rows[HORIZON + row], rows[HORIZON - 1 - 2 * row]
        best = max(sum(water[3 * x:3 * x + 3] == sky[3 * (x + shift):3 * (x + shift) + 3]
                       for x in range(290, 600)) for shift in range(-8, 9))
        good += best > 200
    if good < STRIP - HORIZON - 32:
        fail(f"only {good} rows of water mirror the sky")


def check_waves(rows, frames):
    """The water is what the simulation gives."""
    wrong, seen = check_kernels.wrong_water(rows, frames)
    if seen < 20000 or wrong > seen // 500:
        fail(f"{wrong} of {seen} pixels of water are wrong after {frames} frames")


def check_film(rows):
    wrong = check_kernels.wrong_film(rows)
    if wrong > 0 or not check_kernels.edges_are_darker(rows):
        fail(f"{wrong} pixels of the film's pieces have another colour, or the edges are as bright")


def check_strip(rows):
    """Black, with holes, and pieces that are not."""
    for y in (STRIP + 4, HEIGHT - 5):
        row = rows[y]
        seen = {colour(row, x) for x in range(WIDTH)}
        if seen != {(8, 8, 8), (0xe8, 0xe8, 0xe8)}:
            fail(f"row {y} of the film strip has the colours {sorted(seen)[:9]}")
    for piece in range(1, 6):
        left = 5 + piece * 105
        colours = {colour(rows[y], x) for y in range(STRIP + 10, STRIP + 62)
                   for x in range(left, left + 100)}
        if len(colours) < 20:
            fail(f"piece {piece} of the film strip has {len(colours)} colours")


def check_texture(rows):
    """Each level is framed; inside of it is every second, fourth, eighth texel of the piece of sky
    that level 0 was drawn from."""
    left = TEXTURE_AT[0]
    for level in range(TEXTURE_LEVELS):
        size = TEXTURE_SIZE >> level
        for y in range(size):
            for x in range(size):
                seen = colour(rows[TEXTURE_AT[1] + y], left + x)
                wanted = colour(rows[TEXTURE_FROM[1] + (y << level)],
                                TEXTURE_FROM[0] + (x << level))
                if x in (0, size - 1) or y in (0, size - 1):
                    wanted = FRAME
                elif level == 0 and y >= size - SIGN_ROWS:
                    continue
                if seen != wanted:
                    fail(f"texel {x}, {y} of level {level} is {seen} in the picture, not {wanted}")
        left += size + TEXTURE_GAP


def check_gl(output, rows, frames, has_gl):
    """OpenGL's picture has the lines that the kernel's points make. A stage that was built is skipped for
    want of EGL alone."""
    if f"gl stage         skipped: {'EGL ' if has_gl else 'it was built without'}" in output:
        return
    if not has_gl:
        fail("a stage that was built without OpenGL does not say so")
    missing, points = check_kernels.missing_points(rows, frames)
    if missing > points // 10:
        fail(f"{missing} of {points} points of OpenGL's picture are not drawn")


def check_way(output, kernels):
    """The stages draw in the way that this build has, and say so."""
    launched = [int(count) > 0 for count in re.findall(r"(\d+) kernels,", output)]
    if launched != [kernels] * 2:
        fail(f"the CUDA and the HIP stage should {'' if kernels else 'not '}have launched kernels")
    if ("draws by copies: clang" in output) == kernels:
        fail("the demo does not say why it draws by copies" if not kernels else "it says copies")


def check_graph(path, wanted):
    """The picture of a stage's graph has the nodes of a frame, in a row, and graphviz reads it."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    nodes = re.findall(r'^"graph_1_node_\d+"\[style="\w+" shape="\w+" label="(.*)$', text, re.M)
    seen = [word.strip("{ ") for word in nodes]
    for word, count in wanted.items():
        if sum(word in one for one in seen) != count:
            fail(f"{path} has the nodes {seen[:12]}, not {count} of {word}")
    if text.count(" -> ") < len(nodes) - 1:
        fail(f"{path} has {len(nodes)} nodes and {text.count(' -> ')} edges")
    if shutil.which("dot"):
        subprocess.run(["dot", "-Tsvg", path, "-o", path + ".svg"], check=True, timeout=SECONDS)


def check_graphs(folder, kernels):
    check_graph(os.path.join(folder, "out-cuda.dot"),
                {"KERNEL": 5, "EXT_SEMAS_WAIT": 1, "MEMCPY": 2, "EXT_SEMAS_SIGNAL": 1} if kernels
                else {"EXT_SEMAS_WAIT": 1, "MEMCPY": 2 + 2 * (STRIP - HORIZON), "MEMSET": 14,
                      "EXT_SEMAS_SIGNAL": 1})
    check_graph(os.path.join(folder, "out-hip.dot"),
                {"EXT_SEMAS_WAIT": 1, "EXT_SEMAS_SIGNAL": 1, "KERNEL": 2 if kernels else 0})


def picture(demo, folder, words):
    kernels = "kernels" in words
    for frames in ("24", "1", "2", "4", "14"):
        result = run(demo, "--frames", frames, os.path.join(folder, "out.png"))
        if result.returncode != 0:
            fail(f"the demo ended with {result.returncode}")
        check_said(result.stdout, int(frames))
        rows = read_png(os.path.join(folder, "out.png"))
        if len({colour(rows[y], x) for y in range(40, HORIZON) for x in range(0, WIDTH, 4)}) < 500:
            fail("the sky is missing")
        check_way(result.stdout, kernels)
        if not kernels:
            check_water(rows)
        elif int(frames) < 20:
            check_waves(rows, int(frames))
        check_texture(rows)
        check_gl(result.stdout, rows, int(frames), "gl" in words)
        check_graphs(folder, kernels)
    result = run(demo, cwd=folder)
    if result.returncode != 0 or not os.path.exists(os.path.join(folder, "demo.png")):
        fail("without arguments it does not write demo.png")
    rows = read_png(os.path.join(folder, "demo.png"))
    check_strip(rows)
    if kernels:
        check_film(rows)


def validation(demo, folder):
    places = [place for place in LAYER_FOLDERS
              if os.path.exists(os.path.join(place, "VkLayer_khronos_validation.json"))]
    if not places:
        print("the Khronos validation layer is not installed")
        sys.exit(SKIPPED)
    with open(os.path.join(folder, "vk_layer_settings.txt"), "w", encoding="utf-8") as file:
        file.write("khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG\n"
                   "khronos_validation.report_flags = error,warn,perf,info\n"
                   "khronos_validation.enable_message_limit = false\n"
                   "khronos_validation.log_filename = stdout\n")
    others = [name for name in os.environ.get("VK_INSTANCE_LAYERS", "").split(":")
              if name and name != VALIDATION]
    paths = [path for path in os.environ.get("VK_LAYER_PATH", "").split(":") if path]
    variables = dict(os.environ, VK_LAYER_SETTINGS_PATH=folder,
                     VK_INSTANCE_LAYERS=":".join([VALIDATION] + others),
                     VK_LAYER_PATH=":".join(paths + places))
    result = run(demo, "--frames", "16", os.path.join(folder, "out.png"), env=variables)
    if result.returncode != 0:
        fail(f"under the validation layer the demo ended with {result.returncode}")
    if "alidation Layer Active" not in result.stdout \
            and "createinstance-status" not in result.stdout.lower():
        fail("the validation layer was not active")
    complaints = [line for line in (result.stdout + result.stderr).split("\n")
                  if any(word in line for word in MESSAGES) and ADVICE not in line
                  and "status-message" not in line.lower()]
    if complaints:
        fail("the validation layer says: " + "\n".join(complaints[:5]))


def kill(demo, folder, stage):
    name = {"renderer": "vulkan renderer", "cuda": "cuda stage", "hip": "hip stage",
            "texture": "texture stage", "gl": "gl stage"}[stage]
    result = run(demo, "--frames", "40", "--kill", stage, os.path.join(folder, "out.png"))
    if result.returncode != 1:
        fail(f"it ended with {result.returncode}")
    if os.path.exists(os.path.join(folder, "out.png")):
        fail("it wrote a picture")
    if name not in result.stderr:
        fail("it does not say who failed")


def misuse(demo, folder):
    for arguments in (["--frames"], ["--frames", "0"], ["--frames", "x"], ["--kill", "me"], ["-x"]):
        if run(demo, *arguments).returncode != 2:
            fail(f"{arguments} is accepted")
    if run(demo, "--help").returncode != 0:
        fail("--help fails")
    os.mkdir(os.path.join(folder, "such.png"))
    result = run(demo, "--frames", "2", os.path.join(folder, "such.png"))
    if result.returncode != 1 or "such.png" not in result.stderr:
        fail("a picture that cannot be written is not reported")
    result = run(demo, "--frames", "2", os.path.join(folder, "no", "such.png"))
    if result.returncode != 1 or not re.search("such-(cuda|hip).dot", result.stderr):
        fail("a picture of a graph that cannot be written is not reported")


def frames(program, *more):
    """Frames that are exchanged, few and many; a wrong byte is noticed, and a dead peer."""
    for count in (1, 2, 3, 4, 40):
        result = run(program, *more, str(count))
        if result.returncode != 0:
            fail(f"{count} frames: it ended with {result.returncode}")
        for kind in ("timeline", "binary"):
            for what in ("frames", "answers"):
                if f" {count} {what} received by {kind} semaphores" not in result.stdout:
                    fail(f"it does not say that {count} {what} came by {kind} semaphores")
        if more and f" {count} frames received by sync files" not in result.stdout:
            fail(f"it does not say that {count} frames came by sync files")
    result = run(program, "--spoil", "8", "9")
    if result.returncode != 1 or "frame 8: byte " not in result.stderr:
        fail("a wrong byte is not reported")
    result = run(program, "--kill", "8", "40")
    # Work of a dead program may count as done, with nothing written; see docs/hip-semaphores.md.
    if result.returncode != 1 or not re.search("vulkan renderer: the (hip program is gone|answer "
                                               "to frame [0-9]+: byte)", result.stderr):
        fail("it does not notice that the other program has died")
    for arguments in (["--what"], ["0"], ["1", "2"], ["--kill"]):
        if run(program, *arguments).returncode != 2:
            fail(f"{arguments} is accepted")


def example(program, *arguments):
    result = run(program, *arguments)
    if result.returncode == SKIPPED:
        sys.exit(SKIPPED)
    if result.returncode != 0 or not re.fullmatch(r"[1-9]\d+ \w+, 0 wrong\n", result.stdout):
        fail(f"it ended with {result.returncode}")


def main():
    demo, what = os.path.abspath(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        if what.startswith("kill-"):
            kill(demo, folder, what[5:])
        else:
            {"picture": lambda demo, folder: picture(demo, folder, sys.argv[3:]),
             "validation": validation, "misuse": misuse,
             "example": lambda demo, _: example(demo, *sys.argv[3:]),
             "frames": lambda demo, _: frames(demo, *sys.argv[3:])}[what](demo, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
