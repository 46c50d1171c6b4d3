/** Conditions: numbers that decide which graphs of conditional nodes run. Kernels write them, and
 *  the host reads them between islands. A condition is a word of host memory, and its handle is the
 *  word's address on the device.
 *
 *  Graphs, nodes and executables count as references. The last one may be given back under any
 *  lock, so it only puts the condition into a list, which gi_condition_sweep empties.
 *
 *  Threads: any, unless a line says otherwise. */
#ifndef GI_CONDITION_H
#define GI_CONDITION_H

#include "base/handle.h"
#include "node_kind.h"

struct gi_allocation;
struct gi_device;
struct gi_stream;

struct gi_condition {
    atomic_uint references;
    struct gi_device *device;
    struct gi_allocation *word;          /* referenced */
    uint64_t address;                    /* the handle; never 0 */
    uint32_t value;                      /* that each launch begins with, if has_value */
    bool has_value;
    struct gi_stream *last;              /* of the last launch that may look at the word;
                                            referenced, or NULL. One lock guards it and the next
                                            (exec/conditional.c) */
    uint64_t last_seq;
    struct gi_condition *next;           /* in the list of those that nobody refers to */
};

/** How the number is looked at, with the front ends' numbers. */
enum gi_condition_type { GI_CONDITION_IF = 0, GI_CONDITION_WHILE = 1, GI_CONDITION_SWITCH = 2 };

/** The request of a conditional node. */
struct gi_asked_condition {
    struct gi_asked base;
    struct gi_condition *condition;      /* referenced */
    enum gi_condition_type type;
    uint32_t size;                       /* graphs: 1 or 2 of IF (the second is its else), 1 of
                                            WHILE, any number but 0 of SWITCH */
};

/** Makes a condition with one reference. Its number is 0.
 *  Errors: GI_OUT_OF_MEMORY, GI_DEVICE_LOST. */
GI_MUST_CHECK gi_status gi_condition_make(struct gi_device *device, uint32_t value, bool has_value,
                                          struct gi_condition **out_condition);
void gi_condition_ref(struct gi_condition *condition);
void gi_condition_unref(struct gi_condition *condition);

/** Ends the conditions that nobody refers to.
 *  Threads: any that holds no lock. */
void gi_condition_sweep(void);

/** The number, as the device's finished work has left it, and a new one. */
uint32_t gi_condition_read(const struct gi_condition *condition);
void gi_condition_write(struct gi_condition *condition, uint32_t number);

/** Which graph of a node a number chooses; SIZE_MAX: none. Pure. */
size_t gi_condition_choose(enum gi_condition_type type, uint32_t size, uint32_t number);

/** Whether a node of a type may have so many graphs: pure.
 *  Errors: GI_INVALID_VALUE, also if there is no such type. */
GI_MUST_CHECK gi_status gi_condition_check(int type, uint32_t size);

#endif
