/** Inside reflect: blocks that become memory. Variables of some storage classes go, and pointers
 *  into those classes become pointers into memory. Push constants hold the address of each block. A
 *  function loads it first, and has it in place of the variable. Loads and stores through these
 *  pointers say their alignment. */
#ifndef GI_REFLECT_MOVE_H
#define GI_REFLECT_MOVE_H

#include "base/arena.h"
#include "kernel/translate/spirv/words.h"

/** A variable that goes. */
struct gi_reflect_base {
    uint32_t variable;
    uint32_t pointer;               /* its type, which becomes a pointer into memory */
    uint32_t pointer_pointer;       /* the type of a pointer to that in push constants; a new id */
    uint32_t index;                 /* the constant that is its place among push constants; new */
    uint32_t address;               /* in the current function */
};

struct gi_reflect_mover {
    struct gi_arena *arena;
    const uint32_t *from;
    size_t count;
    uint32_t *to;
    size_t written;
    uint32_t bound, next_id;        /* of the old module; of the new one */
    uint32_t *scalars;              /* by id of a type: bytes of the largest scalar in it */
    uint32_t *targets;              /* by id of a moved pointer type, or of a value of one: the type
                                       that it leads to */
    bool *gone;                     /* by id: a variable that goes, a set of instructions for
                                       debuggers, or a result of one */
    uint32_t uint_type;             /* 0: none */
    uint32_t push;                  /* the variable of push constants with the addresses */
    struct gi_reflect_base *bases;
    uint32_t base_count;
    const char *what;               /* the variables, for sentences */
    bool has_addresses;             /* the capability for pointers into memory */
    bool awaits_body;
};

/** Makes the tables and room for the new module, and finds what is for debuggers alone. It may have
 *  added_words more than twice the old one's. Its header is written.
 *  Errors: GI_OUT_OF_MEMORY. */
GI_MUST_CHECK gi_status gi_reflect_move_init(struct gi_reflect_mover *mover, size_t added_words);

/** Takes in a declaration: its size, and whether it is a pointer type that moves. */
void gi_reflect_move_note(struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count,
                          bool (*moves)(uint32_t storage_class));

/** A variable goes. */
void gi_reflect_go(struct gi_reflect_mover *mover, uint32_t id);

bool gi_reflect_is_gone(const struct gi_reflect_mover *mover, uint32_t id);

/** Whether an instruction goes: it makes, names or decorates what is gone. */
bool gi_reflect_goes(const struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count);

/** Writes an instruction. */
void gi_reflect_put(struct gi_reflect_mover *mover, uint32_t opcode, const uint32_t *operands,
                    uint32_t count);

#define GI_REFLECT_PUT(mover, opcode, ...) \
    gi_reflect_put(mover, opcode, (const uint32_t[]){ __VA_ARGS__ }, \
                   (uint32_t)(sizeof((const uint32_t[]){ __VA_ARGS__ }) / sizeof(uint32_t)))

/** Writes the type of unsigned numbers of 32 bits, if the module has none yet. */
void gi_reflect_put_uint_type(struct gi_reflect_mover *mover);

/** Writes what a module needs to have addresses, if it has not, behind its own capabilities. */
void gi_reflect_put_addresses(struct gi_reflect_mover *mover, uint32_t next_opcode);

/** Writes a pointer type that moves; false: it is none. */
bool gi_reflect_move_type(struct gi_reflect_mover *mover, const uint32_t *at, uint32_t count);

bool gi_reflect_is_declaration(uint32_t opcode);

/** Writes an instruction of a function. The words of one are at most four more than before, and a
 *  function has 9 more for each base.
 *  Errors: GI_NOT_SUPPORTED for what memory does not allow. */
GI_MUST_CHECK gi_status gi_reflect_move(struct gi_reflect_mover *mover, const uint32_t *at,
                                        uint32_t count);

#endif
