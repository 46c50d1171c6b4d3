/** Builds one SPIR-V module: sections, types and constants made once each, functions.
 *
 *  A failure sticks: after the first one every call is without effect, ids are 0, and
 *  gi_spirv_finish answers the failure, whose sentence is kept. So emission needs no check at each
 *  instruction. Equal calls in equal order make equal words. C leaves the order open in which
 *  arguments are evaluated: at most one argument of a call makes something new, which
 *  tests/rules/operands.py checks.
 *
 *  Threads: one at a time for one builder, for all functions here. */
#ifndef GI_SPIRV_H
#define GI_SPIRV_H

#include "base/status.h"
#include "base/arena.h"
#include "kernel/translate/spirv/types.h"
#include "kernel/translate/spirv/words.h"

/** The sections of a module, in the order of the specification. */
enum gi_spirv_section {
    GI_SPIRV_CAPABILITIES,
    GI_SPIRV_EXTENSIONS,
    GI_SPIRV_EXT_IMPORTS,
    GI_SPIRV_MEMORY_MODEL,
    GI_SPIRV_ENTRY_POINTS,
    GI_SPIRV_EXECUTION_MODES,
    GI_SPIRV_STRINGS,
    GI_SPIRV_NAMES,
    GI_SPIRV_DECORATIONS,
    GI_SPIRV_GLOBALS,               /* types, constants, variables of the module */
    GI_SPIRV_FUNCTIONS,             /* functions that are ended */
    GI_SPIRV_SECTIONS,              /* how many sections there are */
    GI_SPIRV_BODY = GI_SPIRV_SECTIONS,  /* the open function, behind its variables */
    GI_SPIRV_FUNCTION_HEAD,         /* the open function up to its first label */
    GI_SPIRV_FUNCTION_VARIABLES,    /* the variables of the open function */
    GI_SPIRV_STREAMS
};

/** Words that grow. */
struct gi_spirv_stream {
    uint32_t *words;
    uint32_t count;
    uint32_t room;
};

/** A type, constant or other thing that exists once. */
struct gi_spirv_unique {
    uint32_t hash;
    uint32_t id;                    /* 0: this place of the table is free */
    uint32_t place;                 /* where the words begin in the keys that tell it from others */
    uint32_t count;                 /* how many words these are */
};

/** A type or a constant that was asked for before. */
struct gi_spirv_recent {
    uint32_t id;                    /* 0: none */
    uint32_t first, second, third;  /* storage class and type; type and words */
};

enum { GI_SPIRV_RECENT_CONSTANTS = 64, GI_SPIRV_RECENT_POINTERS = 16 };

/** A module that is being built. */
struct gi_spirv {
    struct gi_arena *arena;
    gi_status status;               /* the first failure */
    uint32_t version;
    uint32_t bound;                 /* the next id */
    struct gi_spirv_stream streams[GI_SPIRV_STREAMS];
    struct gi_spirv_stream keys;    /* of what exists once */
    struct gi_spirv_stream text;    /* the operands of the last text; its count stays 0 */
    struct gi_spirv_unique *table;  /* open addressing; room is a power of two */
    uint32_t table_count;
    uint32_t table_room;
    uint32_t numbers[3][4];         /* types that are asked for again and again, by 8, 16, 32 and
                                       64 bits: unsigned, signed, floats; 0: not made yet */
    uint32_t truth;                 /* the type bool; 0: not made yet */
    struct gi_spirv_recent constants[GI_SPIRV_RECENT_CONSTANTS];    /* numbers, by their bits */
    struct gi_spirv_recent pointers[GI_SPIRV_RECENT_POINTERS];      /* by what they point to */
    struct gi_spirv_stream variables;   /* ids of the module's variables */
    uint32_t function;              /* the open function; 0 if there is none */
    uint32_t first_block;           /* of the open function; 0 before its first label */
    uint32_t block;                 /* the open block; 0 if there is none */
    uint32_t local_count;           /* variables of the open function */
};

/** Writes words as operands and their count: gi_spirv_op(b, s, o, GI_SPIRV_WORDS(a, b)). */
#define GI_SPIRV_WORDS(...) \
    (const uint32_t[]){ __VA_ARGS__ }, (uint32_t)(sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

/** Makes a module without contents but its addressing and memory model: 64-bit addresses of buffers
 *  and explicit availability, with the capabilities of both.
 *  Owner:   all memory is the arena's; there is nothing to finish but the arena. */
void gi_spirv_init(struct gi_spirv *builder, struct gi_arena *arena, uint32_t version);

/** Makes code the module's failure, if it has none yet. For the emission's own sentences, after
 *  gi_fail. */
void gi_spirv_fail(struct gi_spirv *builder, gi_status code);

/** A new id, which the caller gives to one instruction; 0 after a failure. */
uint32_t gi_spirv_id(struct gi_spirv *builder);

/* ---- instructions ------------------------------------------------------------------------ */

/** Writes an instruction. All its operands are words, its ids included. A section takes what the
 *  specification places there; it is not checked, but GI_SPIRV_BODY takes an instruction only in
 *  a block that is open, and an instruction that ends a block closes it. */
void gi_spirv_op(struct gi_spirv *builder, enum gi_spirv_section section,
                 enum gi_spirv_opcode opcode, const uint32_t *operands, uint32_t count);

/** Writes an instruction with a result into the body.
 *  \return  the id of the result, or 0 after a failure. */
uint32_t gi_spirv_value(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                        const uint32_t *operands, uint32_t count);

/** As gi_spirv_value, with one, two and three operands. */
uint32_t gi_spirv_value1(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                         uint32_t a);
uint32_t gi_spirv_value2(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                         uint32_t a, uint32_t b);
uint32_t gi_spirv_value3(struct gi_spirv *builder, enum gi_spirv_opcode opcode, uint32_t type,
                         uint32_t a, uint32_t b, uint32_t c);

/** Calls an instruction of GLSL.std.450, which is imported at the first call. */
uint32_t gi_spirv_glsl(struct gi_spirv *builder, enum gi_spirv_glsl_instruction instruction,
                       uint32_t type, const uint32_t *operands, uint32_t count);

/* ---- needs and names of a module --------------------------------------------------------- */

/** Adds a capability or an extension, once. Types of 8, 16 and 64 bits add theirs themselves. */
void gi_spirv_capability(struct gi_spirv *builder, enum gi_spirv_capability capability);
void gi_spirv_extension(struct gi_spirv *builder, const char *name);

/** Tells if the module has a capability. */
bool gi_spirv_has_capability(const struct gi_spirv *builder, enum gi_spirv_capability capability);

/** A set of extended instructions, imported once. */
uint32_t gi_spirv_ext_import(struct gi_spirv *builder, const char *name);

/** An entry point for compute, with the ids of all the module's variables that it may reach. */
void gi_spirv_entry_point(struct gi_spirv *builder, uint32_t function, const char *name,
                          const uint32_t *variables, uint32_t count);

/** An execution mode of an entry point. Where operands are ids, OpExecutionModeId is written. */
void gi_spirv_execution_mode(struct gi_spirv *builder, uint32_t function,
                             enum gi_spirv_execution_mode mode, const uint32_t *operands,
                             uint32_t count);

/** A string for OpLine, OpSource and their like; equal ones have one id. */
uint32_t gi_spirv_string(struct gi_spirv *builder, const char *text);

/** Names for debuggers. */
void gi_spirv_name(struct gi_spirv *builder, uint32_t id, const char *name);
void gi_spirv_member_name(struct gi_spirv *builder, uint32_t type, uint32_t member,
                          const char *name);

/** Decorates an id or a member of a structure; count may be 0. Equal decorations of one id are
 *  written once. Types are shared and are not decorated by this: their layouts are arguments of
 *  what makes them. */
void gi_spirv_decorate(struct gi_spirv *builder, uint32_t id, enum gi_spirv_decoration decoration,
                       const uint32_t *operands, uint32_t count);
void gi_spirv_member_decorate(struct gi_spirv *builder, uint32_t type, uint32_t member,
                              enum gi_spirv_decoration decoration, const uint32_t *operands,
                              uint32_t count);

/* ---- functions --------------------------------------------------------------------------- */

/** Makes room for so many words of the next function, so that the body need not be copied while it
 *  grows. It may have more, or less. */
void gi_spirv_expect(struct gi_spirv *builder, uint64_t words);

/** Opens a function; one is open at a time. id is of gi_spirv_id, for calls before it was made, or
 *  0 for a new one. Parameters follow, in order, then the first label.
 *  \return  the id of the function. */
uint32_t gi_spirv_function_begin(struct gi_spirv *builder, uint32_t id, uint32_t result,
                                 uint32_t type, enum gi_spirv_function_control control);
uint32_t gi_spirv_parameter(struct gi_spirv *builder, uint32_t type);

/** Opens a block. The one before has to be closed. id is of gi_spirv_id, or 0 for a new one.
 *  \return  the id of the label. */
uint32_t gi_spirv_label(struct gi_spirv *builder, uint32_t id);

/** The block that is open; 0 after an instruction that ends one. */
uint32_t gi_spirv_block(const struct gi_spirv *builder);

/** A variable of the open function, at any time between its first label and its end; type is a
 *  pointer type of storage class Function, initial the id of a constant or 0. */
uint32_t gi_spirv_local(struct gi_spirv *builder, uint32_t type, uint32_t initial);

/** Ends the function; its last block has to be closed. */
void gi_spirv_function_end(struct gi_spirv *builder);

/* ---- the end ----------------------------------------------------------------------------- */

/** The words of the module.
 *  Owner:   the arena.
 *  Errors:  the first failure of any call: GI_OUT_OF_MEMORY; GI_NOT_SUPPORTED for an instruction or
 *           a module beyond what SPIR-V allows; GI_INTERNAL for a misuse of the builder; what
 *           gi_spirv_fail was given. */
GI_MUST_CHECK gi_status gi_spirv_finish(struct gi_spirv *builder, uint32_t **out_words,
                                        uint32_t *out_count);

#endif
