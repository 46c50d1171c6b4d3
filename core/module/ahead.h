/** Kernels that are compiled before their first launch, in the background (base/background.h): for
 *  the sizes that earlier processes launched them with (kept_launches.h), else for the size of
 *  block that is likely (likely.h).
 *
 *  It begins when a device is opened, for the code that is registered, and else when code is loaded
 *  on a device. A launch that wants a variant which is being made waits for it; any other launch
 *  makes its own at once. Nothing is reported: the launch tries again where this failed.
 *
 *  Its work is bounded. Where no earlier process is known, code with more than 64 kernels is left
 *  out, for few of them are used; a kernel that was launched is not guessed for. A kernel of more
 *  than 256 KiB of SPIR-V is left out. A pass over the kernels ends after four seconds of the
 *  processor, and when the code ends, the device is lost, or a kernel has failed.
 *
 *  Threads: any that holds no lock. */
#ifndef GI_AHEAD_H
#define GI_AHEAD_H

struct gi_code;
struct gi_compiled;
struct gi_device;
struct gi_use;

/** Begins with the kernels of code on a device, once. The code may end at any time. */
void gi_ahead_begin(struct gi_code *code, struct gi_device *device);

/** Notes the first launch that takes a variant. The other kernels of the code are likely to have
 *  its size of block: each of the first three new sizes begins a pass over them. */
void gi_ahead_note(struct gi_compiled *compiled, const struct gi_use *use);

#endif
