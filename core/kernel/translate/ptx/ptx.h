/** A PTX module as data. All of it lies in one arena; names point into the text. */
#ifndef GI_PTX_H
#define GI_PTX_H

#include "base/arena.h"
#include "kernel/translate/ptx/words.h"

struct gi_ptx_function;
struct gi_ptx_variable;

/** A place in the bytes of an initialised variable that holds an address. */
struct gi_ptx_relocation {
    uint64_t offset;                /* bytes from the start of the variable */
    struct gi_ptx_text symbol;
    int64_t addend;
    uint8_t bytes;                  /* 1, 2, 4 or 8 of the address are stored */
    uint8_t shift;                  /* after it was shifted right by so many bits */
    bool generic;                   /* generic(x) */
    uint32_t line;
};

/** A variable of a state space, or a parameter. */
struct gi_ptx_variable {
    struct gi_ptx_text name;
    enum gi_ptx_space space;
    enum gi_ptx_type type;
    uint32_t line;
    uint64_t align;                 /* bytes, a power of two */
    uint64_t bytes;                 /* 0 where the length is open: x[] */
    bool is_extern;
    bool is_weak;                   /* .weak or .common: gives way to another of its name */
    bool is_open;                   /* an array without a length */
    bool is_managed;
    bool is_private;                /* only its own text may name it */
    uint32_t index;                 /* among the variables of its owner */
    const uint8_t *data;            /* bytes long; NULL: zeros */
    const struct gi_ptx_relocation *relocations;
    uint32_t relocation_count;
};

enum gi_ptx_operand_kind {
    GI_PTX_REGISTER,                /* index: which of the body's */
    GI_PTX_INTEGER_VALUE,           /* value */
    GI_PTX_SINGLE_VALUE,            /* value: the bits of an f32 */
    GI_PTX_DOUBLE_VALUE,            /* value: the bits of an f64 */
    GI_PTX_SPECIAL,                 /* index: enum gi_ptx_special; part: 0 to 3 */
    GI_PTX_VARIABLE,                /* variable; value: bytes added */
    GI_PTX_FUNCTION,                /* function */
    GI_PTX_LABEL,                   /* index: which of the body's, tables and prototypes too */
    GI_PTX_NAME_ONLY,               /* name: nothing declared */
    GI_PTX_MEMORY,                  /* [items[0] + value, items[1], ...] */
    GI_PTX_VECTOR,                  /* {items} */
    GI_PTX_LIST,                    /* (items) */
    GI_PTX_PAIR,                    /* items[0] | items[1] */
    GI_PTX_SINK                     /* _ */
};

struct gi_ptx_operand {
    uint8_t kind;                   /* enum gi_ptx_operand_kind */
    uint8_t part;
    bool negated;                   /* !p */
    uint32_t index;
    uint32_t count;                 /* of items */
    uint64_t value;
    struct gi_ptx_text name;        /* as it is written; of names only */
    struct gi_ptx_text selector;    /* b0 of %r1.b0; empty where there is none */
    union {
        struct gi_ptx_operand *items;
        const struct gi_ptx_variable *variable;
        const struct gi_ptx_function *function;
    } to;
};

enum { GI_PTX_MOST_MODIFIERS = 10, GI_PTX_MOST_TYPES = 4 };

struct gi_ptx_instruction {
    uint16_t opcode;                /* enum gi_ptx_opcode */
    uint8_t modifier_count;
    uint8_t type_count;
    uint8_t modifiers[GI_PTX_MOST_MODIFIERS];   /* enum gi_ptx_modifier, as written */
    uint8_t types[GI_PTX_MOST_TYPES];           /* enum gi_ptx_type, as written */
    uint8_t space;                  /* enum gi_ptx_space; generic where none is written */
    uint8_t second_space;           /* of cp and the like */
    uint8_t vector;                 /* 1, 2, 4 or 8 */
    bool has_guard;
    bool guard_negated;
    uint32_t guard;                 /* register */
    uint32_t line;
    uint32_t operand_count;
    struct gi_ptx_operand *operands;
    struct gi_ptx_text spelling;    /* opcode and modifiers */
};

struct gi_ptx_register {
    struct gi_ptx_text name;        /* of the range: without the number */
    enum gi_ptx_type type;
    uint32_t parts;                 /* of a vector, which are registers one behind the other */
};

enum gi_ptx_label_kind {
    GI_PTX_PLACE,                   /* an instruction of the body */
    GI_PTX_TABLE,                   /* .branchtargets, .calltargets */
    GI_PTX_PROTOTYPE
};

struct gi_ptx_label {
    struct gi_ptx_text name;
    enum gi_ptx_label_kind kind;
    uint32_t scope;
    uint32_t line;
    uint32_t instruction;           /* the first behind a place */
    struct gi_ptx_operand *targets; /* of a table */
    uint32_t target_count;
    struct gi_ptx_variable **parameters;    /* of a prototype */
    uint32_t parameter_count;
    struct gi_ptx_variable **results;
    uint32_t result_count;
};

/** The content of a function between its braces. */
struct gi_ptx_body {
    struct gi_ptx_instruction *instructions;
    uint32_t instruction_count;
    struct gi_ptx_register *registers;      /* the registers that are used */
    uint32_t register_count;
    struct gi_ptx_label *labels;
    uint32_t label_count;
    struct gi_ptx_variable **variables;     /* local, shared, .param of calls, ... */
    uint32_t variable_count;
};

struct gi_ptx_function {
    struct gi_ptx_text name;
    bool is_entry;
    bool has_body;
    bool is_weak;                   /* its body gives way to another of its name */
    bool is_private;                /* only its own text may name it; entries are not */
    bool is_linked;                 /* a declaration of it says .visible, .extern or .weak */
    uint32_t line;
    uint32_t index;
    struct gi_ptx_variable **parameters;
    uint32_t parameter_count;
    struct gi_ptx_variable **results;
    uint32_t result_count;
    uint32_t max_threads[3];        /* .maxntid; 0: not said */
    uint32_t required_threads[3];   /* .reqntid; 0: not said */
    uint32_t min_blocks;            /* .minnctapersm */
    uint32_t max_registers;         /* .maxnreg */
    bool has_clusters;
    struct gi_ptx_text body;
    uint32_t body_line;
};

struct gi_ptx_names;

struct gi_ptx_module {
    uint32_t version_major;
    uint32_t version_minor;
    struct gi_ptx_text target;      /* sm_75 */
    uint32_t target_number;         /* 75 */
    uint32_t address_bits;
    struct gi_ptx_variable **variables;
    uint32_t variable_count;
    struct gi_ptx_function **functions;
    uint32_t function_count;
    struct gi_ptx_names *names;
};

/** Reads a module; bodies only as far as their braces. The text has to outlive the module.
 *  Errors:  GI_INVALID_VALUE where it is no PTX, GI_NOT_SUPPORTED where it is of a kind that is not
 *           read here, GI_OUT_OF_MEMORY; the sentence names the line.
 *  Threads: one at a time; the module may then be read by any. */
GI_MUST_CHECK gi_status gi_ptx_parse(struct gi_arena *arena, const char *text, size_t length,
                                     struct gi_ptx_module **out_module);

/** Reads the body of a function of a module. Unknown opcodes and modifiers are kept as such.
 *  Errors:  as above.
 *  Threads: any, each with an arena of its own. */
GI_MUST_CHECK gi_status gi_ptx_parse_body(struct gi_arena *arena,
                                          const struct gi_ptx_module *module,
                                          const struct gi_ptx_function *function,
                                          struct gi_ptx_body **out_body);

/** The function or variable of a name; NULL where there is none. */
struct gi_ptx_function *gi_ptx_find_function(const struct gi_ptx_module *module,
                                             struct gi_ptx_text name);
struct gi_ptx_variable *gi_ptx_find_variable(const struct gi_ptx_module *module,
                                             struct gi_ptx_text name);

bool gi_ptx_has(const struct gi_ptx_instruction *instruction, enum gi_ptx_modifier modifier);

/** The instruction's type number n from the end (0: the last); NONE where it has fewer. */
enum gi_ptx_type gi_ptx_type_at(const struct gi_ptx_instruction *instruction, uint32_t from_end);

#endif
