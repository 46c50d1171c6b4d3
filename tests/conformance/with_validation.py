#!/usr/bin/env python3
"""Runs a command under the Vulkan validation layer and fails if the layer has anything to say.

    with_validation.py [--allow TEXT]... COMMAND [ARGUMENT]...

--allow TEXT  a message that contains TEXT is no failure (give the reason where you write it)

Exit: the command's own code; 1 if it was 0 and the layer had a message; 77 if the command succeeded
but the layer was never active, because it is not installed or no instance was created.

The layer writes to standard output, so that child processes are heard too, and says at each
instance that it is active: silence is never taken for approval.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile

LAYER = "VK_LAYER_KHRONOS_validation"
SETTINGS = """khronos_validation.debug_action = VK_DBG_LAYER_ACTION_LOG_MSG
khronos_validation.report_flags = error,warn,perf,info
khronos_validation.log_filename = stdout
khronos_validation.enable_message_limit = false
"""
MESSAGE = re.compile(r"Validation (?:Error|Warning|Performance Warning|Performance)\b"
                     r"|\((?:ERROR|WARN|PERF)[A-Z]* / ")
ACTIVE = re.compile(r"Khronos Validation Layer Active|CreateInstance-status-message"
                    r"|createinstance-status-message")
SKIPPED = 77
# Advice that is not taken: the library's images stay in the general layout, whatever is done to
# them, for a texture or surface may be used beside any copy; see docs/images.md.
ADVICE = ["instead of GENERAL"]
# Complaints about what is right: layers of 2025 know the fd of an import by its number, and compare
# with what was exported by that number once, here or in another process, of memory or a semaphore.
MISTAKEN = ["VUID-VkMemoryAllocateInfo-allocationSize-01742"]


def environment(folder):
    """The environment that puts the layer on top and sends its messages to standard output."""
    with open(os.path.join(folder, "vk_layer_settings.txt"), "w", encoding="utf-8") as file:
        file.write(SETTINGS)
    variables = dict(os.environ)
    others = [name for name in variables.get("VK_INSTANCE_LAYERS", "").split(":")
              if name and name != LAYER]
    # The loader puts the first name nearest to the program.
    variables["VK_INSTANCE_LAYERS"] = ":".join([LAYER] + others)
    variables["VK_LAYER_SETTINGS_PATH"] = folder
    return variables


def run(command, allowed):
    """Runs the command, passes its output on; gives its exit code, the messages, and if the layer
    was active."""
    messages, active = [], False
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(command, env=environment(folder), stdout=subprocess.PIPE,
                                   text=True, errors="replace")
        for line in process.stdout:
            if ACTIVE.search(line):
                active = True
                continue
            if any(text in line for text in ADVICE + MISTAKEN):
                continue
            if MESSAGE.search(line) and not any(text in line for text in allowed):
                messages.append(line.strip())
            sys.stdout.write(line)
        return process.wait(), messages, active


def main(arguments):
    allowed = []
    while len(arguments) >= 2 and arguments[0] == "--allow":
        allowed.append(arguments[1])
        arguments = arguments[2:]
    if not arguments:
        print(__doc__)
        return 2
    code, messages, active = run(arguments, allowed)
    if messages:
        print("with_validation: %d messages, the first: %s" % (len(messages), messages[0]))
    if code < 0:
        print("with_validation: the command died of signal %d (%s)"
              % (-code, signal.strsignal(-code)), file=sys.stderr)
    if code != 0:
        return code if code > 0 else 1
    if messages:
        return 1
    if not active:
        print("with_validation: skipped: the layer was never active "
              "(not installed, or no instance)")
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
