/** How tests steer the fake driver, and what it tells them.
 *
 *  The fake really works: memory is a memfd, a queue is a thread. It is also strict: a call that
 *  breaks the contract of driver.h ends the program with a sentence, unless a test has asked to be
 *  told instead. */
#ifndef GIFAKE_FAKE_H
#define GIFAKE_FAKE_H

#include "contract/driver.h"

enum { GIFAKE_MAX_DEVICES = 8, GIFAKE_MAX_QUEUES = 16, GIFAKE_TEXTURES = 80 };

/** Where device memory lies for the device and for the host. */
enum gifake_addresses {
    GIFAKE_ADDRESSES_SHARED,     /* device address and host address are the same number */
    GIFAKE_ADDRESSES_MAPPED,     /* two numbers; the host can touch device memory */
    GIFAKE_ADDRESSES_UNMAPPED    /* two numbers; host_address of device memory is NULL */
};

struct gifake_device_config {
    struct gi_device_info info;  /* what enumerate tells; index is filled in by the driver */
    enum gifake_addresses addresses;
    uint32_t binary_caps;        /* GI_SEMAPHORE_ bits of every semaphore of the kind */
    uint32_t timeline_caps;
    uint64_t image_alignment_bytes;
    bool images_want_own_memory; /* the device's own ones */
    bool size_is_known;          /* imports find out the true size, as opposed to believing */
    bool reuses_addresses;       /* an address that is free again is the next one given out, where
                                    the object is as large; not with shared addresses */
    bool wraps_at_host_address;  /* host memory has the host's address on the device, too, and is
                                    refused where another object has that address */
};

extern const struct gi_driver gifake_driver;

/** Fills config for a device that shares addresses with the host, has four queues, a UUID, a PCI
 *  address and a render node made of number, imports everything, and has the semaphore capabilities
 *  that graphics drivers have: timelines do it all, binary ones live on queues only. */
void gifake_default_config(struct gifake_device_config *config, uint32_t number);

/** Says which devices there are; without it there is one with the default configuration. Forgets
 *  what was lost, paused and counted.
 *  Threads: none may be inside the driver, and nothing of it may be alive. */
void gifake_configure(const struct gifake_device_config *configs, size_t count);

/* ---- failing calls --------------------------------------------------------------------- */

/** Makes the nth call from now on (1 is the next) of any slot that can fail do nothing and answer
 *  status; GI_OK stands for an error that is usual for the slot. 0 takes an order back.
 *  GI_DEVICE_LOST also loses the device.
 *  Threads: any. */
void gifake_fail_call(unsigned long nth, gi_status status);

/** The same of the next call of one slot, as in "image.bind"; NULL takes the order back.
 *  Owner:   slot stays the caller's and outlives the order.
 *  Threads: any. */
void gifake_fail_slot(const char *slot, gi_status status);

/** The slot that was last made to fail, as in "memory.import"; NULL if none since the order. */
const char *gifake_failed_slot(void);

/** Calls of slots that can fail so far, waits that the progress thread makes included. */
unsigned long gifake_call_count(void);

/** From now on new memory of the device has no address but UINT64_MAX, as some drivers answer when
 *  the process has no room for it; and off again.
 *  Threads: any. */
void gifake_withhold_addresses(uint32_t device, bool on);

/* ---- queues ------------------------------------------------------------------------------ */

/** Keeps a queue from starting another batch; one that runs is finished. Works before it is
 *  opened, too. */
void gifake_pause_queue(uint32_t device, uint32_t queue);
void gifake_resume_queue(uint32_t device, uint32_t queue);

/** The device is gone from now on: its queues drop their work, calls answer GI_DEVICE_LOST. */
void gifake_lose_device(uint32_t device);

struct gifake_counts {
    unsigned long batches, commands, barriers, waits, signals;
    unsigned long largest_batch; /* in commands */
    unsigned long host_waits;    /* calls of waiters */
    unsigned long launches;
    unsigned long shown_images;  /* that batches took over for their launches */
    unsigned long stale_signals; /* by queues, to values not larger; they change nothing */
};

/** What was submitted to one queue, or to all of the device's if queue is GIFAKE_ALL_QUEUES, since
 *  gifake_configure or the last gifake_reset_counts. Only the sum has host_waits. */
#define GIFAKE_ALL_QUEUES UINT32_MAX
void gifake_counts(uint32_t device, uint32_t queue, struct gifake_counts *out_counts);
void gifake_reset_counts(uint32_t device);

/** Sleeps until at least so many batches were submitted to the device; false if that did not
 *  happen within 20 seconds. */
GI_MUST_CHECK bool gifake_wait_batches(uint32_t device, unsigned long batches);

/** Sleeps once in a waiter of its own for threads that nobody wakes; answers what it answers. */
GI_MUST_CHECK gi_status gifake_wait_any(struct gi_device_base *base, const struct gi_wait *waits,
                                        size_t count, int64_t abs_timeout_ns);

/* ---- the clock ----------------------------------------------------------------------------- */

/** Takes the device's clock in hand: it shows ticks, and step more each time a queue has read it.
 *  Before that it follows the monotonic clock. */
void gifake_set_clock(uint32_t device, uint64_t ticks, uint64_t step);

/* ---- textures ------------------------------------------------------------------------------ */

/** What a slot of a device holds; false: nothing. */
bool gifake_texture(uint32_t device, uint32_t slot, struct gi_texture *out_texture);

/* ---- launches ------------------------------------------------------------------------------ */

/** Memories, images and textures that were finished while a launch was with a queue of the device,
 *  since gifake_configure or the last gifake_reset_counts. What is finished must have been out of
 *  the reach of those launches; the driver cannot know, but a test can. */
unsigned long gifake_finished_under_launches(uint32_t device);

/** Sleeps until no launch is with a queue of the device. */
void gifake_await_launches(uint32_t device);

/* ---- leaks ------------------------------------------------------------------------------- */

struct gifake_live {
    unsigned devices, memories, images, semaphores, queues, textures;
};

/** Objects of the driver that were made and not yet finished. */
void gifake_live(struct gifake_live *out_live);

/** The sum of them. */
unsigned gifake_live_count(void);

/** How many file descriptors the process has open. */
int gifake_open_fds(void);

/* ---- the contract ------------------------------------------------------------------------ */

/** From now on broken promises are handed to told, and the call does nothing and answers
 *  GI_INTERNAL where it can; NULL: they end the program again.
 *  Owner: text is valid during the call. */
void gifake_on_violation(void (*told)(const char *text));

#endif
