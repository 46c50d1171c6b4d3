/** The common state of all parts of the PTX parser. A failure sticks: later calls see the end of
 *  the text. */
#ifndef GI_PTX_PARSE_H
#define GI_PTX_PARSE_H

#include "kernel/translate/ptx/lex.h"
#include "kernel/translate/ptx/names.h"

/** A growing array of the arena. */
struct gi_ptx_array {
    void *items;
    uint32_t count;
    uint32_t room;
};

/** A range that a register was of, while no name has changed since. */
struct gi_ptx_recent {
    struct gi_ptx_range *range;
    uint32_t changes;
};

enum { GI_PTX_RECENT = 16 };

struct gi_ptx_parser {
    gi_status status;
    struct gi_arena *arena;
    struct gi_ptx_lexer lexer;
    struct gi_ptx_names *names;         /* of the module, or of the body */
    struct gi_ptx_module *module;       /* NULL in a body */
    const struct gi_ptx_module *outer;  /* NULL outside of a body */
    struct gi_ptx_body *body;           /* NULL outside of a body */
    uint32_t scope;                     /* the first name of the innermost braces */
    struct gi_ptx_array variables;
    struct gi_ptx_array functions;
    struct gi_ptx_array instructions;
    struct gi_ptx_array registers;
    struct gi_ptx_array labels;
    struct gi_ptx_array operands;       /* a stack: operands of what is not complete */
    struct gi_ptx_array pending;        /* operands that may name a label */
    struct gi_ptx_names label_names;
    struct gi_ptx_recent recent[GI_PTX_RECENT];     /* by the prefix */
};

/** Fails once, with a sentence that starts with the line. */
GI_PRINTF(2, 3) void gi_ptx_bad(struct gi_ptx_parser *parser, const char *format, ...);

/** Goes to the next token. */
void gi_ptx_next(struct gi_ptx_parser *parser);
bool gi_ptx_at_sign(const struct gi_ptx_parser *parser, char sign);
bool gi_ptx_at_word(const struct gi_ptx_parser *parser, const char *dotted);

/** Goes on behind a sign; accept: only if it is there, which it tells. */
bool gi_ptx_accept(struct gi_ptx_parser *parser, char sign);
void gi_ptx_expect(struct gi_ptx_parser *parser, char sign);

/** Reads a number, or a name, and goes on; 0 or an empty text where it fails. */
uint64_t gi_ptx_number(struct gi_ptx_parser *parser);
struct gi_ptx_text gi_ptx_name(struct gi_ptx_parser *parser);

/** A name of the innermost scope; NULL where it has none of this text. */
struct gi_ptx_name *gi_ptx_name_here(const struct gi_ptx_parser *parser, struct gi_ptx_text text);

/** Fails: a name means two things in one scope. */
void gi_ptx_bad_twice(struct gi_ptx_parser *parser, struct gi_ptx_text text);

/** Room for one more thing of size bytes at an array's end; NULL where memory ends. */
void *gi_ptx_append(struct gi_ptx_parser *parser, struct gi_ptx_array *array, size_t size);

/** Memory for a thing; NULL where it ends, which sticks. */
void *gi_ptx_alloc(struct gi_ptx_parser *parser, size_t count, size_t size);

#endif
