/** Builds one SPIR-V module: sections, types and constants made once each, functions.
 *
 *  A failure sticks: after the first one every call is without effect, ids have the number 0, and
 *  gi_spirv_finish answers the failure, whose sentence is kept. So emission needs no check at each
 *  instruction. Operands of kinds (id.h) that an instruction does not take are a failure, too.
 *
 *  A call makes at most one new value. Equal calls in equal order make equal words. C leaves the
 *  order open in which arguments are evaluated: at most one argument of a call makes something
 *  new, which tests/rules/operands.py checks.
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
    gi_type types[GI_KINDS];        /* of unsigned numbers, floats and truths; n is 0: not made */
    struct gi_spirv_recent constants[GI_SPIRV_RECENT_CONSTANTS];    /* numbers, by their bits */
    struct gi_spirv_recent pointers[GI_SPIRV_RECENT_POINTERS];      /* by what they point to */
    gi_id *variables;               /* of the module */
    uint32_t variable_count, variable_room;
    gi_id function;                 /* the open function; 0 if there is none */
    gi_id first_block;              /* of the open function; 0 before its first label */
    gi_id block;                    /* the open block; 0 if there is none */
    uint32_t local_count;           /* variables of the open function */
};

/** Writes words as operands and their count: gi_spirv_op(b, s, o, GI_SPIRV_WORDS(a.n, 8)). */
#define GI_SPIRV_WORDS(...) \
    (const uint32_t[]){ __VA_ARGS__ }, (uint32_t)(sizeof((const uint32_t[]){ __VA_ARGS__ }) / 4)

/** As GI_SPIRV_WORDS, of ids: gi_spirv_value(b, o, t, GI_SPIRV_IDS(a, b)). */
#define GI_SPIRV_IDS(...) \
    (const gi_id[]){ __VA_ARGS__ }, \
    (uint32_t)(sizeof((const gi_id[]){ __VA_ARGS__ }) / sizeof(gi_id))

/** Makes a module without contents but its addressing and memory model: 64-bit addresses of buffers
 *  and explicit availability, with the capabilities of both.
 *  Owner:   all memory is the arena's; there is nothing to finish but the arena. */
void gi_spirv_init(struct gi_spirv *builder, struct gi_arena *arena, uint32_t version);

/** Makes code the module's failure, if it has none yet. For the emission's own sentences, after
 *  gi_fail. */
void gi_spirv_fail(struct gi_spirv *builder, gi_status code);

/** A new id, which the caller gives to one instruction; GI_NO_ID after a failure. Its kind is not
 *  known: gi_spirv_new_label and gi_spirv_new_function make those of labels and functions. */
gi_id gi_spirv_id(struct gi_spirv *builder);
gi_id gi_spirv_new_label(struct gi_spirv *builder);
gi_id gi_spirv_new_function(struct gi_spirv *builder);

/* ---- instructions ------------------------------------------------------------------------ */

/** Writes an instruction. All its operands are words, its ids included, and no kinds are compared.
 *  A section takes what the specification places there; it is not checked, but GI_SPIRV_BODY takes
 *  an instruction only in a block that is open, and an instruction that ends a block closes it. */
void gi_spirv_op(struct gi_spirv *builder, enum gi_spirv_section section,
                 enum gi_spirv_opcode opcode, const uint32_t *operands, uint32_t count);

/** Writes an instruction with a result into the body, whose operands are ids.
 *  \return  the id of the result, which has the type's kind, or GI_NO_ID after a failure. */
gi_id gi_spirv_value(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                     const gi_id *operands, uint32_t count);

/** As gi_spirv_value, with one, two and three operands. */
gi_id gi_spirv_value1(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type, gi_id a);
gi_id gi_spirv_value2(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                      gi_id a, gi_id b);
gi_id gi_spirv_value3(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                      gi_id a, gi_id b, gi_id c);

/** As gi_spirv_value, with ids and literals among the operands, which are words. */
gi_id gi_spirv_value_of_words(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_type type,
                              const uint32_t *operands, uint32_t count);

/** Calls an instruction of GLSL.std.450, which is imported at the first call. */
gi_id gi_spirv_glsl(struct gi_spirv *builder, enum gi_spirv_glsl_instruction instruction,
                    gi_type type, const gi_id *operands, uint32_t count);

/** Calls a function; type is that of its result. */
gi_id gi_spirv_call(struct gi_spirv *builder, gi_type type, gi_id function,
                    const gi_id *arguments, uint32_t count);

/** A part of a vector or a structure, by its number. */
gi_id gi_spirv_extract(struct gi_spirv *builder, gi_type type, gi_id composite, uint32_t part);

/** A load, and below a store, with memory operands (enum gi_spirv_access). An alignment of 0 bytes
 *  is none; else GiMemoryAccessAligned is among them. Where the access says that a load makes
 *  visible or a store available, it is in the scope of the device. */
gi_id gi_spirv_load(struct gi_spirv *builder, gi_type type, gi_id pointer,
                    uint32_t access, uint32_t alignment_bytes);
void gi_spirv_store_as(struct gi_spirv *builder, gi_id pointer, gi_id value, uint32_t access,
                       uint32_t alignment_bytes);

/** An atomic store; scope and semantics are constants of 32 bits. */
void gi_spirv_atomic_store(struct gi_spirv *builder, gi_id pointer, gi_id scope, gi_id semantics,
                           gi_id value);

/** Instructions of the body without a result. */
void gi_spirv_store(struct gi_spirv *builder, gi_id pointer, gi_id value);
void gi_spirv_branch(struct gi_spirv *builder, gi_id label);
void gi_spirv_branch_if(struct gi_spirv *builder, gi_id condition, gi_id then, gi_id otherwise);
void gi_spirv_selection_merge(struct gi_spirv *builder, gi_id merge,
                              enum gi_spirv_selection_control control);
void gi_spirv_loop_merge(struct gi_spirv *builder, gi_id merge, gi_id turn,
                         enum gi_spirv_loop_control control);
void gi_spirv_return(struct gi_spirv *builder);
void gi_spirv_return_value(struct gi_spirv *builder, gi_id value);

/* ---- needs and names of a module --------------------------------------------------------- */

/** Adds a capability or an extension, once. Types of 8, 16 and 64 bits add theirs themselves. */
void gi_spirv_capability(struct gi_spirv *builder, enum gi_spirv_capability capability);
void gi_spirv_extension(struct gi_spirv *builder, const char *name);

/** Tells if the module has a capability. */
bool gi_spirv_has_capability(const struct gi_spirv *builder, enum gi_spirv_capability capability);

/** A set of extended instructions, imported once. */
gi_id gi_spirv_ext_import(struct gi_spirv *builder, const char *name);

/** An entry point for compute, with the ids of all the module's variables that it may reach. */
void gi_spirv_entry_point(struct gi_spirv *builder, gi_id function, const char *name,
                          const gi_id *variables, uint32_t count);

/** An execution mode of an entry point. Where operands are ids, OpExecutionModeId is written. */
void gi_spirv_execution_mode(struct gi_spirv *builder, gi_id function,
                             enum gi_spirv_execution_mode mode, const uint32_t *operands,
                             uint32_t count);

/** A string for OpLine, OpSource and their like; equal ones have one id. */
gi_id gi_spirv_string(struct gi_spirv *builder, const char *text);

/** Names for debuggers. */
void gi_spirv_name(struct gi_spirv *builder, gi_id id, const char *name);
void gi_spirv_member_name(struct gi_spirv *builder, gi_type type, uint32_t member,
                          const char *name);

/** Decorates an id or a member of a structure; count may be 0. Equal decorations of one id are
 *  written once. Types are shared and are not decorated by this: their layouts are arguments of
 *  what makes them. */
void gi_spirv_decorate(struct gi_spirv *builder, gi_id id, enum gi_spirv_decoration decoration,
                       const uint32_t *operands, uint32_t count);
void gi_spirv_member_decorate(struct gi_spirv *builder, gi_type type, uint32_t member,
                              enum gi_spirv_decoration decoration, const uint32_t *operands,
                              uint32_t count);

/* ---- functions --------------------------------------------------------------------------- */

/** Makes room for so many words of the next function, so that the body need not be copied while it
 *  grows. It may have more, or less. */
void gi_spirv_expect(struct gi_spirv *builder, uint64_t words);

/** Opens a function; one is open at a time. id is of gi_spirv_new_function, for calls before it
 *  was made, or GI_NO_ID for a new one. Parameters follow, in order, then the first label.
 *  \return  the id of the function. */
gi_id gi_spirv_function_begin(struct gi_spirv *builder, gi_id id, gi_type result, gi_type type,
                              enum gi_spirv_function_control control);
gi_id gi_spirv_parameter(struct gi_spirv *builder, gi_type type);

/** Opens a block. The one before has to be closed. id is of gi_spirv_new_label, or
 *  GI_NO_ID for a new one.
 *  \return  the id of the label. */
gi_id gi_spirv_label(struct gi_spirv *builder, gi_id id);

/** The block that is open; 0 after an instruction that ends one. */
gi_id gi_spirv_block(const struct gi_spirv *builder);

/** A variable of the open function, at any time between its first label and its end; type is a
 *  pointer type of storage class Function, initial a constant of the kind that it points to, or
 *  GI_NO_ID. */
gi_id gi_spirv_local(struct gi_spirv *builder, gi_type type, gi_id initial);

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
