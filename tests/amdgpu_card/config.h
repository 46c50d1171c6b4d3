/* What GPUINTEROP_CARD asks for. README.md describes every setting. */
#ifndef GICARD_CONFIG_H
#define GICARD_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#include "chips.h"

#define GICARD_MAX_CARDS 2
#define GICARD_PATH_BYTES 512

struct gicard_config {
    const struct gicard_chip *chip[GICARD_MAX_CARDS];
    unsigned cards;
    unsigned drm_minor;
    bool no_syncobj, no_timeline;
    bool no_garbage, no_leaks, no_rings;
    uint64_t vram_bytes, gtt_bytes;
    uint64_t bare_cards;                /* bit n: card n has no render node */
    char dir[GICARD_PATH_BYTES];        /* what processes share; "" makes one */
    char counters[GICARD_PATH_BYTES];
    char dump[GICARD_PATH_BYTES];

    /* These can change while the card runs; read with gicard_settings_get. */
    struct gicard_settings {
        uint64_t delay_ns, jitter_ns;
        uint64_t late_ns;               /* from a job's last packet to the kernel hearing of it */
        uint64_t hang_ns;               /* how long a hang lasts until the card is reset */
        uint64_t hang_job, fault_job;   /* 0 never; 1 is the next */
        uint64_t fail_allocation, unplug_job;
        uint64_t closed_cards;          /* bit n: the render node of card n may not be opened */
        uint64_t held_rings;            /* bit n: ring n of each engine does not begin a job */
        bool vram_lost;
    } settings;
};

/** The settings of this process, read from the environment once.
 *  Threads: any, after gicard_config_init. */
extern struct gicard_config gicard_config;

/** Reads GPUINTEROP_CARD; complains and ends the process when it cannot be understood.
 *  Threads: the library's constructor alone. */
void gicard_config_init(void);

/** A consistent copy of what can change.
 *  Threads: any. */
struct gicard_settings gicard_settings_get(void);

/** Makes the settings usable in a child, whatever the parent's threads were doing.
 *  Threads: the child of a fork. */
void gicard_config_after_fork(void);

/** Which fault a counter of events that is counted down has reached: true once, when it was 1.
 *  Threads: any. */
bool gicard_settings_count_down(uint64_t *counter);

#endif
