/** Controls of the fake driver for tests, and what it reports to them.
 *
 *  The fake works: memory is a memfd, a queue is a thread. It is also strict. A call that breaks
 *  the contract of driver.h ends the program with a sentence, unless a test has set a callback. */
#ifndef GIFAKE_FAKE_H
#define GIFAKE_FAKE_H

#include "contract/driver.h"

enum { GIFAKE_MAX_DEVICES = 8, GIFAKE_MAX_QUEUES = 16, GIFAKE_TEXTURES = 80 };

/** The addresses of device memory on the device and on the host. */
enum gifake_addresses {
    GIFAKE_ADDRESSES_SHARED,     /* device address and host address are the same number */
    GIFAKE_ADDRESSES_MAPPED,     /* two numbers; the host can access device memory */
    GIFAKE_ADDRESSES_UNMAPPED    /* two numbers; host_address of device memory is NULL */
};

/** What exportable memory is made for. */
enum gifake_exports {
    GIFAKE_EXPORTS_FOR_ALL,      /* anything */
    GIFAKE_EXPORTS_FOR_BUFFERS,  /* its one buffer, but for memory of an image */
    GIFAKE_EXPORTS_NO_IMAGES     /* its one buffer in any case */
};

struct gifake_device_config {
    struct gi_device_info info;  /* what enumerate returns; the driver fills in index */
    enum gifake_addresses addresses;
    enum gifake_exports exports;
    uint32_t binary_caps;        /* GI_SEMAPHORE_ bits of all semaphores of the kind */
    uint32_t timeline_caps;
    uint64_t image_alignment_bytes;
    bool images_want_own_memory; /* the device's own images */
    bool size_is_known;          /* imports find out the true size, and do not trust the caller's */
    bool reuses_addresses;       /* a freed address is the next one given out to an object of the
                                    same size; not with shared addresses */
    bool wraps_at_host_address;  /* host memory has the host's address on the device, too;
                                    refused if another object has that address */
};

extern const struct gi_driver gifake_driver;

/** Fills in config for a device with four queues that shares addresses with the host. Its UUID,
 *  PCI address and render node are made from number. It imports everything. Its semaphores have
 *  the capabilities of graphics drivers: timelines have all, binary ones work on queues only. */
void gifake_default_config(struct gifake_device_config *config, uint32_t number);

/** Sets the devices; without this call there is one with the default configuration. Clears
 *  everything that was lost, paused and counted.
 *  Threads: no other thread may be in the driver, and no object of it may be alive. */
void gifake_configure(const struct gifake_device_config *configs, size_t count);

/** Lets the next count objects of managed and host memory of device 0 find their host addresses
 *  taken.
 *  Threads: any. */
void gifake_take_host_addresses(unsigned count);

/* ---- failing calls --------------------------------------------------------------------- */

/** Makes the nth call from now on fail, over all slots that can fail; 1 is the next call. The
 *  call does nothing and returns status. GI_OK stands for the slot's usual error. GI_DEVICE_LOST
 *  also loses the device. n 0 cancels the order.
 *  Threads: any. */
void gifake_fail_call(unsigned long nth, gi_status status);

/** Does the same for the next call of one slot, as in "image.bind"; NULL cancels the order.
 *  Owner:   slot stays the caller's and outlives the order.
 *  Threads: any. */
void gifake_fail_slot(const char *slot, gi_status status);

/** The slot that failed last, as in "memory.import"; NULL if none since the order. */
const char *gifake_failed_slot(void);

/** The number of calls so far to slots that can fail, including waits of the progress thread. */
unsigned long gifake_call_count(void);

/** Stops the thread that makes the nth call of one slot from now on, before the call does anything;
 *  1 is the next call. Slots that cannot fail: "memory.finish" alone. Two are no slots:
 *  "semaphore.signalled" and "queue.signalled" stop a signal whose value can be seen, but which is
 *  not over.
 *  Owner:   slot stays the caller's and outlives the order.
 *  Threads: any; one order at a time. */
void gifake_stop_in(const char *slot, unsigned long nth);

/** Sleeps until a thread has been stopped; false after 20 seconds. */
GI_MUST_CHECK bool gifake_wait_stopped(void);

/** Lets the stopped thread go on, and cancels the order. */
void gifake_go_on(void);

/** From now on new memory of the device has the address UINT64_MAX, as with some drivers when
 *  the process has no room for it. It can be switched off again.
 *  Threads: any. */
void gifake_withhold_addresses(uint32_t device, bool on);

/* ---- the end of the process ------------------------------------------------------------- */

/** The next listing of devices registers an exit handler, as some drivers do. A call after it is a
 *  breach of the contract. */
void gifake_end_at_exit(void);

/** The next listing of devices registers so many exit handlers that never return, as a driver's
 *  that waits for work which does not end. */
void gifake_stick_at_exit(int handlers);

/* ---- queues ------------------------------------------------------------------------------ */

/** Keeps a queue from starting another batch; a running one is finished. Also works before the
 *  queue is opened. */
void gifake_pause_queue(uint32_t device, uint32_t queue);
void gifake_resume_queue(uint32_t device, uint32_t queue);

/** The device is lost from now on: its queues drop their work, calls return GI_DEVICE_LOST. */
void gifake_lose_device(uint32_t device);

/** The device can be opened again. Its queues have dropped their work.
 *  Threads: no object of it is in use. */
void gifake_return_device(uint32_t device);

/** The same as gifake_lose_device; the driver knows the access that was the reason. */
void gifake_lose_device_by(uint32_t device, const struct gi_fault *fault);

struct gifake_counts {
    unsigned long batches, commands, barriers, waits, signals;
    unsigned long largest_batch; /* in commands */
    unsigned long host_waits;    /* calls of waiters */
    unsigned long overtaken_signals;     /* of timelines, by queues and the host: another signal
                                            raised the value before the signal was over */
    unsigned long launches;
    unsigned long shown_images;  /* that batches took over for their launches */
    unsigned long stale_signals; /* by queues, to values that do not grow; they have no effect */
    unsigned long recordings;    /* that were made */
    unsigned long left_out;      /* launches, by choices */
    unsigned long replays;       /* recordings in batches; commands, barriers and launches count
                                    theirs, too */
};

/** The counts of one queue, or of all of the device's with GIFAKE_ALL_QUEUES. They begin at
 *  gifake_configure or the last gifake_reset_counts. Only the sum has host_waits,
 *  overtaken_signals, recordings and left_out. */
#define GIFAKE_ALL_QUEUES UINT32_MAX
void gifake_counts(uint32_t device, uint32_t queue, struct gifake_counts *out_counts);
void gifake_reset_counts(uint32_t device);

/** Sleeps until this many batches were submitted to the device; false after 20 seconds. */
GI_MUST_CHECK bool gifake_wait_batches(uint32_t device, unsigned long batches);

/** Sleeps until this many of the program's threads sleep for queues of the device; false after 20
 *  seconds. */
GI_MUST_CHECK bool gifake_wait_callers(uint32_t device, unsigned callers);

/** Sleeps once in a new waiter, which no thread wakes; returns the waiter's status. */
GI_MUST_CHECK gi_status gifake_wait_any(struct gi_device_base *base, const struct gi_wait *waits,
                                        size_t count, int64_t abs_timeout_ns);

/* ---- the clock ----------------------------------------------------------------------------- */

/** Sets the device's clock: it shows ticks, and step more each time that a queue has read it.
 *  Before that it follows the monotonic clock. */
void gifake_set_clock(uint32_t device, uint64_t ticks, uint64_t step);

/* ---- textures ------------------------------------------------------------------------------ */

/** The texture in a slot of a device; false if there is none. */
bool gifake_texture(uint32_t device, uint32_t slot, struct gi_texture *out_texture);

/* ---- launches ------------------------------------------------------------------------------ */

/** Memories, images and textures that were finished while a launch was with a queue of the device,
 *  since gifake_configure or the last gifake_reset_counts. What is finished must have been out of
 *  the reach of those launches; the driver cannot know, but a test can. */
unsigned long gifake_finished_under_launches(uint32_t device);

/** From now on each launch that runs calls told, as kernels of the fake compute nothing. A launch
 *  that a choice leaves out does not run. NULL: none is called again.
 *  Threads: any; told is called by the queue's own thread, in the place of the launch. */
void gifake_on_launch(void (*told)(const struct gi_kernel_launch *launch));

/** Sleeps until no launch is with a queue of the device. */
void gifake_await_launches(uint32_t device);

/* ---- leaks ------------------------------------------------------------------------------- */

struct gifake_live {
    unsigned devices, memories, images, semaphores, queues, textures, kernels, recordings;
};

/** The number of the driver's objects that were made and not finished. */
void gifake_live(struct gifake_live *out_live);

/** The sum of these numbers. */
unsigned gifake_live_count(void);

/** The number of the process's open file descriptors. */
int gifake_open_fds(void);

/* ---- the contract ------------------------------------------------------------------------ */

/** From now on a breach of the contract calls told; the call does nothing and returns
 *  GI_INTERNAL if it can. NULL: a breach ends the program again.
 *  Owner: text is valid during the call. */
void gifake_on_violation(void (*told)(const char *text));

#endif
