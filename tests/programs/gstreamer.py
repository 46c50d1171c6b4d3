#!/usr/bin/env python3
"""Passes frames through GStreamer's CUDA filters on this library, and compares them with those of the processor's
filters.

    gstreamer.py LIBRARY [--only NAME...] [--seconds N]

LIBRARY is a folder with this library as libcuda.so.1 and libnvrtc.so.13: a build folder, or lib/gpuinterop of an
installation. GStreamer's plugin nvcodec compiles its kernels by NVRTC, and nothing of a vendor's is used. The plugin
registers nothing if both the vendor's decoder library and the encoder's are missing. So the script makes a stand-in of
the decoder's, whose functions all fail. Ends with 77 without gst-launch-1.0, the plugin or clang, and with 1 if a
pipeline is not right.

    right      the texels differ by no more than the bounds of the pipeline
    wrong      they differ by more
    failed     a pipeline ended with an error
    not ended  it was stopped after the time limit
"""
import argparse
import os
import shutil
import struct
import subprocess
import sys
import tempfile

FRAMES = 2
PITCH = 512                 # of rows in memory of CUDA, which a file of frames has, too
# The functions of the decoder's library that the plugin looks for.
DECODER = ("CtxLockCreate", "CtxLockDestroy", "CtxLock", "CtxUnlock", "CreateDecoder", "DestroyDecoder",
           "DecodePicture", "CreateVideoParser", "ParseVideoData", "DestroyVideoParser", "MapVideoFrame64",
           "UnmapVideoFrame64", "GetDecoderCaps")
# The planes of a frame by format: bytes of a row for each texel, and rows for each row, as parts of two.
PLANES = {"NV12": ((2, 2), (2, 1)), "P010_10LE": ((4, 2), (4, 1)), "I420": ((2, 2), (1, 1), (1, 1)),
          "Y444": ((2, 2),) * 3, "BGRA": ((8, 2),), "RGB": ((6, 2),)}
# Name, pattern, format and size before and behind, filters of CUDA and of the processor, and how much bytes may differ:
# at most, and in the mean. Bytes are of 255 and words of 1023.
PIPELINES = (
    ("upload", "smpte", "NV12", (320, 240), "NV12", (320, 240), "", "identity", 0, 0),
    ("to-i420", "smpte", "NV12", (320, 240), "I420", (320, 240), "cudaconvert", "videoconvert", 0, 0),
    ("to-p010", "smpte", "NV12", (320, 240), "P010_10LE", (320, 240), "cudaconvert", "videoconvert", 1, 1),
    ("to-bgra", "gradient", "NV12", (320, 240), "BGRA", (320, 240), "cudaconvert", "videoconvert", 3, 2),
    ("to-rgb", "red", "NV12", (320, 240), "RGB", (320, 240), "cudaconvert", "videoconvert", 3, 1),
    ("to-y444", "gradient", "NV12", (320, 240), "Y444", (320, 240), "cudaconvert", "videoconvert", 3, 1),
    ("from-bgra", "gradient", "BGRA", (320, 240), "NV12", (320, 240), "cudaconvert", "videoconvert", 3, 1),
    ("smaller", "gradient", "NV12", (320, 240), "NV12", (160, 120), "cudascale", "videoscale", 3, 1),
    ("larger", "gradient", "NV12", (160, 120), "NV12", (320, 240), "cudascale", "videoscale", 3, 1),
    ("both", "gradient", "NV12", (320, 240), "I420", (160, 120), "cudaconvertscale", "videoconvertscale", 3, 1),
)


def make_names(library, folder):
    """A folder with the names that the plugin asks for."""
    for name, target in (("libcuda.so.1", "libcuda.so.1"), ("libnvrtc.so", "libnvrtc.so.13")):
        path = os.path.join(library, target)
        if not os.path.exists(path):
            sys.exit(f"no {target} in {library}")
        os.symlink(path, os.path.join(folder, name))
    text = "".join(f"int cuvid{name}(void) {{ return 999; }}\n" for name in DECODER)
    subprocess.run(["clang", "-shared", "-fPIC", "-x", "c", "-", "-o", os.path.join(folder, "libnvcuvid.so.1")],
                   input=text, text=True, check=True)


def texels(path, form, size):
    """The bytes of all frames in a file, without what lies behind rows and frames in memory of CUDA."""
    with open(path, "rb") as file:
        data = file.read()
    planes = [(row * size[0] // 2, rows * size[1] // 2) for row, rows in PLANES[form]]
    if len(data) == FRAMES * sum(width * height for width, height in planes):
        return data
    pitch = -(-max(width for width, _ in planes) // PITCH) * PITCH
    frame = len(data) // FRAMES
    if frame < pitch * sum(height for _, height in planes):
        return b""
    rows = [width for width, height in planes for _ in range(height)]
    return b"".join(data[frame * count + pitch * number:frame * count + pitch * number + width]
                    for count in range(FRAMES) for number, width in enumerate(rows))


def values_of(data, form):
    """The bytes, or the upper 10 bits of words: the others mean nothing, and the filters write other ones."""
    return [word[0] >> 6 for word in struct.iter_unpack("<H", data)] if form == "P010_10LE" else data


def run(args, environment, elements):
    """Why a pipeline has failed; None: it ended well."""
    command = ["gst-launch-1.0", "-q", *" ! ".join(elements).split()]
    try:
        done = subprocess.run(command, env=environment, text=True, errors="replace", stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=args.seconds, check=False)
    except subprocess.TimeoutExpired:
        return "not ended", f"in {args.seconds} s"
    lines = [line for line in done.stdout.splitlines() if "ERROR" in line or "erroneous" in line]
    return None if done.returncode == 0 else ("failed", " ".join(lines[:2] or done.stdout.splitlines()[-1:]))


def result(pipeline, args, environment, folder):
    """How a pipeline ends, and by how much the bytes differ."""
    _, pattern, form, size, out_form, out_size, filters, plain, most, mean = pipeline
    source = [f"videotestsrc num-buffers={FRAMES} pattern={pattern}",
              f"video/x-raw,format={form},width={size[0]},height={size[1]}"]
    wanted = f"format={out_form},width={out_size[0]},height={out_size[1]}"
    ours, others = os.path.join(folder, "ours"), os.path.join(folder, "others")
    for path, middle in ((ours, ["cudaupload", *([filters] if filters else []),
                                 f"video/x-raw(memory:CUDAMemory),{wanted}", "cudadownload"]),
                         (others, [plain, f"video/x-raw,{wanted}"])):
        failed = run(args, environment, [*source, *middle, f"filesink location={path}"])
        if failed:
            return failed
    one, two = (values_of(texels(path, out_form, out_size), out_form) for path in (ours, others))
    if len(one) != len(two) or not one:
        return "wrong", f"{len(one)} values, not {len(two)}"
    gaps = [abs(first - second) for first, second in zip(one, two)]
    said = f"differs by {max(gaps)} at most, {sum(gaps) / len(gaps):.3f} in the mean"
    return "right" if max(gaps) <= most and sum(gaps) <= mean * len(gaps) else "wrong", said


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("library")
    parser.add_argument("--only", nargs="*", choices=[pipeline[0] for pipeline in PIPELINES])
    parser.add_argument("--seconds", type=int, default=300)
    args = parser.parse_args()
    missing = [name for name in ("gst-launch-1.0", "gst-inspect-1.0", "clang") if shutil.which(name) is None]
    if not missing and subprocess.run(["gst-inspect-1.0", "nvcodec"], stdout=subprocess.DEVNULL,
                                      stderr=subprocess.DEVNULL, check=False).returncode != 0:
        missing = ["plugin nvcodec"]
    if missing:
        print(f"skipped: no {missing[0]} here")
        return 77
    library = os.path.abspath(args.library)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        make_names(library, folder)
        # GStreamer remembers what plugins have registered, and where there was no device that is nothing.
        environment = dict(os.environ, LD_LIBRARY_PATH=f"{folder}:{library}",
                           GST_REGISTRY=os.path.join(folder, "registry"))
        for pipeline in PIPELINES:
            if args.only and pipeline[0] not in args.only:
                continue
            how, said = result(pipeline, args, environment, folder)
            failed += how != "right"
            print(f"{pipeline[0]:10} {how:10} {said}", flush=True)
    return 1 if failed else 0


sys.exit(main())
