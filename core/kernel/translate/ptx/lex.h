/** PTX text to tokens. */
#ifndef GI_PTX_LEX_H
#define GI_PTX_LEX_H

#include "base/status.h"
#include "kernel/translate/ptx/words.h"

enum gi_ptx_token_kind {
    GI_PTX_END,
    GI_PTX_NAME,                /* an identifier; also %r1 and $L__BB0_1 */
    GI_PTX_DOTTED,              /* .word, with its :: parts; the text is without the dot */
    GI_PTX_INTEGER,
    GI_PTX_SINGLE,              /* the bits of an f32 */
    GI_PTX_DOUBLE,              /* the bits of an f64 */
    GI_PTX_STRING,              /* the text is without the quotes */
    GI_PTX_SIGN                 /* one character of its own */
};

struct gi_ptx_token {
    enum gi_ptx_token_kind kind;
    char sign;                  /* of a GI_PTX_SIGN, else 0 */
    uint32_t line;
    struct gi_ptx_text text;
    uint64_t value;             /* of numbers */
};

/** A reader of text; the token it stands at is in token. */
struct gi_ptx_lexer {
    const char *at;
    const char *end;
    uint32_t line;
    struct gi_ptx_token token;
};

/** Stands at the first token of a text whose first line has a number.
 *  Errors:  GI_INVALID_VALUE where the text is no PTX. */
GI_MUST_CHECK gi_status gi_ptx_lex_start(struct gi_ptx_lexer *lexer, const char *text,
                                         size_t length, uint32_t line);

/** Goes to the next token; behind the last one all are GI_PTX_END. Errors: as above. */
GI_MUST_CHECK gi_status gi_ptx_lex_next(struct gi_ptx_lexer *lexer);

/** Standing at an integer, goes on to later ones of a list while there is nothing but decimal
 *  digits and one comma behind each.
 *  Returns: how many were passed, at most `most`; their values. */
uint32_t gi_ptx_lex_integers(struct gi_ptx_lexer *lexer, uint64_t *values, uint32_t most);

/** Standing at a "{", goes behind the "}" that closes it; gives the text between them.
 *  Errors:  GI_INVALID_VALUE where none closes it. */
GI_MUST_CHECK gi_status gi_ptx_lex_braces(struct gi_ptx_lexer *lexer,
                                          struct gi_ptx_text *out_inside);

#endif
