/** Where things are in a prelude. It is read once, at the first link: it has some ten thousand
 *  ids. */
#ifndef GI_SPIRV_PRELUDE_H
#define GI_SPIRV_PRELUDE_H

#include <stdbool.h>

#include "base/status.h"
#include "kernel/target/prelude.h"

/** The facts of an id. */
struct gi_spirv_prelude_id {
    uint32_t at;                    /* word of its definition, if it is global; else 0 */
    uint32_t decorations;           /* number of its last decoration + 1 */
    uint32_t function;              /* number of the function that it is + 1; else 0 */
};

struct gi_spirv_prelude_decoration {
    uint32_t at;                    /* word of the instruction */
    uint32_t next;                  /* of the same id, + 1 */
};

/** A function, from OpFunction to OpFunctionEnd. */
struct gi_spirv_prelude_function {
    uint32_t at, count;                  /* words */
    uint32_t first_place, place_count;   /* of the index's places */
    uint32_t first_id, id_count;         /* of the index's used ids */
};

struct gi_spirv_prelude_name {
    const char *text;               /* no 0 ends it: the types of parameters may follow */
    uint32_t length;
    uint32_t id;
};

/** Where things are. Nothing changes it after it was made. */
struct gi_spirv_prelude_index {
    uint32_t bound;
    struct gi_spirv_prelude_id *ids;
    struct gi_spirv_prelude_decoration *decorations;
    struct gi_spirv_prelude_function *functions;
    uint32_t *places;               /* of each function: which of its words are ids */
    uint32_t *used;                 /* of each function: its ids, in the order of appearance */
    struct gi_spirv_prelude_name *names;         /* of functions, sorted */
    uint32_t name_count;
};

/** The index of a prelude, which the first call makes.
 *  Owner:   the prelude.
 *  Errors:  GI_INTERNAL for what is no module; GI_OUT_OF_MEMORY.
 *  Threads: any. */
GI_MUST_CHECK gi_status gi_spirv_prelude_read(struct gi_spirv_prelude *prelude,
                                              const struct gi_spirv_prelude_index **out_index);

/** The id of the function of a name; 0: there is none, or several have it.
 *  Threads: any. */
uint32_t gi_spirv_prelude_find(const struct gi_spirv_prelude_index *index, const char *name);

/** Whether an operand of an instruction is an id; the first behind the opcode is 0.
 *  Threads: any. */
bool gi_spirv_prelude_is_id(uint32_t opcode, uint32_t operand);

/** Which operand is the result of an instruction outside of functions, from 1; 0: it has none.
 *  Threads: any. */
uint32_t gi_spirv_prelude_result(uint32_t opcode);

/** Frees the index. For preludes that end before the process does.
 *  Threads: no other call for the prelude at the same time. */
void gi_spirv_prelude_finish(struct gi_spirv_prelude *prelude);

#endif
