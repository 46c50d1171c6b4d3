#include "kernel/translate/ptx/lex.h"

#include <string.h>

enum { LETTER = 1, DIGIT = 2, SPACE = 4, HEX = 8, SIGN = 16 };

/* Of ASCII, a row for 16 characters: letters are A to Z, a to z and _ $ %. */
static const uint8_t classes[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    4, 16, 0, 0, 1, 1, 16, 0, 16, 16, 16, 16, 16, 16, 0, 16,
    10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 16, 16, 16, 16, 16, 16,
    16, 9, 9, 9, 9, 9, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 16, 0, 16, 16, 1,
    0, 9, 9, 9, 9, 9, 9, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 16, 16, 16, 16, 0,
};

static uint8_t class_of(char c)
{
    return classes[(unsigned char)c];
}

static gi_status bad(const struct gi_ptx_lexer *lexer, const char *what)
{
    return gi_fail(GI_INVALID_VALUE, "PTX line %u: %s", lexer->line, what);
}

/* Behind a comment that starts here; the text ends where it is not closed. */
static void skip_comment(struct gi_ptx_lexer *lexer)
{
    const char *end = lexer->end;
    const char *at = lexer->at + 2;

    if (lexer->at[1] == '/') {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));

        lexer->at = line_end ? line_end : end;
        return;
    }
    for (; at < end; at++) {
        if (*at == '\n')
            lexer->line++;
        else if (*at == '*' && at + 1 < end && at[1] == '/') {
            lexer->at = at + 2;
            return;
        }
    }
    lexer->at = end;
}

static bool at_comment(const struct gi_ptx_lexer *lexer)
{
    return lexer->at[0] == '/' && lexer->at + 1 < lexer->end
        && (lexer->at[1] == '/' || lexer->at[1] == '*');
}

static void skip_space(struct gi_ptx_lexer *lexer)
{
    const char *at = lexer->at, *end = lexer->end;

    for (;;) {
        for (; at < end && class_of(*at) & SPACE; at++)
            lexer->line += *at == '\n';
        lexer->at = at;
        if (at == end || *at != '/' || !at_comment(lexer))
            return;
        skip_comment(lexer);
        at = lexer->at;
    }
}

static uint64_t hex_digit(char c)
{
    return c <= '9' ? (uint64_t)(c - '0') : (uint64_t)((c | 0x20) - 'a' + 10);
}

/* A float written by its bits, 0f or 0d and so many digits. */
static gi_status read_bits(struct gi_ptx_lexer *lexer, int digits)
{
    struct gi_ptx_token *token = &lexer->token;
    int n;

    lexer->at += 2;
    for (n = 0; n < digits && lexer->at < lexer->end && class_of(*lexer->at) & HEX; n++)
        token->value = token->value << 4 | hex_digit(*lexer->at++);
    if (n < digits)
        return bad(lexer, "a float written by its bits has too few digits");
    token->kind = digits == 8 ? GI_PTX_SINGLE : GI_PTX_DOUBLE;
    return GI_OK;
}

/* A decimal fraction that double arithmetic gives exactly, so that no locale has a say. */
static gi_status read_decimal(struct gi_ptx_lexer *lexer)
{
    struct gi_ptx_token *token = &lexer->token;
    uint64_t mantissa = 0;
    int exponent = 0;
    int written = 0;
    bool minus = false;
    bool fraction = false;
    double value;

    for (; lexer->at < lexer->end && (class_of(*lexer->at) & DIGIT || *lexer->at == '.');
         lexer->at++) {
        if (*lexer->at == '.') {
            fraction = true;
            continue;
        }
        if (mantissa > UINT64_MAX / 20)
            return bad(lexer, "a decimal constant has too many digits");
        mantissa = mantissa * 10 + (uint64_t)(*lexer->at - '0');
        exponent -= fraction;
    }
    if (lexer->at < lexer->end && (*lexer->at | 0x20) == 'e') {
        lexer->at++;
        if (lexer->at < lexer->end && (*lexer->at == '-' || *lexer->at == '+'))
            minus = *lexer->at++ == '-';
        for (; lexer->at < lexer->end && class_of(*lexer->at) & DIGIT && written < 1000;
             lexer->at++)
            written = written * 10 + (*lexer->at - '0');
        exponent += minus ? -written : written;
    }
    if (mantissa >> 53 || exponent > 22 || exponent < -22)
        return bad(lexer, "a decimal constant has more digits than are read here");
    value = (double)mantissa;
    for (double power = 10; exponent; power = 10) {
        int step = exponent < 0 ? -exponent : exponent;

        for (int i = 1; i < step; i++)
            power *= 10;
        value = exponent < 0 ? value / power : value * power;
        exponent = 0;
    }
    memcpy(&token->value, &value, sizeof(value));
    token->kind = GI_PTX_DOUBLE;
    return GI_OK;
}

static gi_status read_number(struct gi_ptx_lexer *lexer)
{
    const char *at = lexer->at;
    const char *end = lexer->end;
    struct gi_ptx_token *token = &lexer->token;
    char second = at + 1 < end ? (char)(at[1] | 0x20) : 0;
    unsigned base = 10;

    if (*at == '0' && second == 'f')
        return read_bits(lexer, 8);
    if (*at == '0' && second == 'd')
        return read_bits(lexer, 16);
    if (*at == '0' && (second == 'x' || second == 'b')) {
        base = second == 'x' ? 16 : 2;
        at += 2;
    }
    token->kind = GI_PTX_INTEGER;
    if (base == 10 && *at == '0' && at + 1 < end && class_of(at[1]) & DIGIT)
        base = 8;
    for (; at < end && class_of(*at) & (base == 16 ? HEX : DIGIT); at++) {
        uint64_t digit = hex_digit(*at);

        if (digit >= base)
            return bad(lexer, "a number has a digit that its base lacks");
        if (__builtin_mul_overflow(token->value, base, &token->value)
            || __builtin_add_overflow(token->value, digit, &token->value))
            return bad(lexer, "a number does not fit 64 bits");
    }
    if (base <= 10 && at < end && (*at == '.' || (*at | 0x20) == 'e')) {
        token->value = 0;
        return read_decimal(lexer);
    }
    if (at < end && *at == 'U')
        at++;
    lexer->at = at;
    return GI_OK;
}

static void read_word(struct gi_ptx_lexer *lexer)
{
    const char *at = lexer->at;
    const char *end = lexer->end;

    while (at < end && class_of(*at) & (LETTER | DIGIT))
        at++;
    lexer->at = at;
}

static gi_status read_dotted(struct gi_ptx_lexer *lexer)
{
    struct gi_ptx_token *token = &lexer->token;

    lexer->at++;
    token->kind = GI_PTX_DOTTED;
    token->text.start = lexer->at;
    read_word(lexer);
    while (lexer->end - lexer->at > 2 && lexer->at[0] == ':' && lexer->at[1] == ':') {
        lexer->at += 2;
        read_word(lexer);
    }
    token->text.length = (uint32_t)(lexer->at - token->text.start);
    return token->text.length ? GI_OK : bad(lexer, "a dot has no word behind it");
}

static gi_status read_string(struct gi_ptx_lexer *lexer)
{
    struct gi_ptx_token *token = &lexer->token;
    const char *close = memchr(lexer->at + 1, '"', (size_t)(lexer->end - lexer->at - 1));

    if (!close)
        return bad(lexer, "a string does not end");
    token->kind = GI_PTX_STRING;
    token->text = (struct gi_ptx_text){ lexer->at + 1, (uint32_t)(close - lexer->at - 1) };
    for (; lexer->at < close; lexer->at++)
        lexer->line += *lexer->at == '\n';
    lexer->at = close + 1;
    return GI_OK;
}

gi_status gi_ptx_lex_next(struct gi_ptx_lexer *lexer)
{
    struct gi_ptx_token *token = &lexer->token;
    uint8_t class;

    skip_space(lexer);
    *token = (struct gi_ptx_token){ .kind = GI_PTX_END, .line = lexer->line,
                                    .text = { lexer->at, 0 } };
    if (lexer->at >= lexer->end)
        return GI_OK;
    class = class_of(*lexer->at);
    if (class & DIGIT) {
        gi_status status = read_number(lexer);

        token->text.length = (uint32_t)(lexer->at - token->text.start);
        return status;
    }
    if (class & LETTER) {
        read_word(lexer);
        token->kind = GI_PTX_NAME;
        token->text.length = (uint32_t)(lexer->at - token->text.start);
        return GI_OK;
    }
    if (*lexer->at == '.')
        return read_dotted(lexer);
    if (*lexer->at == '"')
        return read_string(lexer);
    if (!(class & SIGN))
        return gi_fail(GI_INVALID_VALUE, "PTX line %u: the byte 0x%02x is no part of PTX",
                       lexer->line, (unsigned char)*lexer->at);
    token->kind = GI_PTX_SIGN;
    token->sign = *lexer->at++;
    token->text.length = 1;
    return GI_OK;
}

uint32_t gi_ptx_lex_integers(struct gi_ptx_lexer *lexer, uint64_t *values, uint32_t most)
{
    enum { MOST_DIGITS = 18 };
    struct gi_ptx_token *token = &lexer->token;
    const char *end = lexer->end;
    uint32_t count = 0;

    while (count < most && lexer->at < end && *lexer->at == ',') {
        const char *start = lexer->at + 1, *at;
        uint64_t value = 0;

        while (start < end && *start == ' ')
            start++;
        for (at = start; at < end && class_of(*at) & DIGIT && at - start < MOST_DIGITS; at++)
            value = value * 10 + (uint64_t)(*at - '0');
        if (at == start || at == end || *at != ',' || (*start == '0' && at > start + 1))
            break;
        values[count++] = token->value;
        token->value = value;
        token->text = (struct gi_ptx_text){ start, (uint32_t)(at - start) };
        lexer->at = at;
    }
    return count;
}

gi_status gi_ptx_lex_start(struct gi_ptx_lexer *lexer, const char *text, size_t length,
                           uint32_t line)
{
    *lexer = (struct gi_ptx_lexer){ .at = text, .end = text + length, .line = line };
    return gi_ptx_lex_next(lexer);
}

/* The characters that the search for a closing brace looks at. A module of 2.6 MB has 624 bodies
 * that nobody may ever ask for, so all else is passed over quickly. */
static const bool matters_in_braces[256] = {
    ['\n'] = true, ['"'] = true, ['/'] = true, ['{'] = true, ['}'] = true,
};

gi_status gi_ptx_lex_braces(struct gi_ptx_lexer *lexer, struct gi_ptx_text *out_inside)
{
    const char *start = lexer->at;
    uint32_t first_line = lexer->line;
    uint32_t depth = 1;

    for (; lexer->at < lexer->end; lexer->at++) {
        char c = *lexer->at;

        if (!matters_in_braces[(unsigned char)c])
            continue;
        if (c == '\n') {
            lexer->line++;
        } else if (c == '"') {
            const char *close = memchr(lexer->at + 1, '"', (size_t)(lexer->end - lexer->at - 1));

            for (; close && lexer->at < close; lexer->at++)
                lexer->line += *lexer->at == '\n';
        } else if (c == '/' && at_comment(lexer)) {
            skip_comment(lexer);
            lexer->at--;
        } else if (c == '{') {
            depth++;
        } else if (c == '}' && --depth == 0) {
            *out_inside = (struct gi_ptx_text){ start, (uint32_t)(lexer->at - start) };
            lexer->at++;
            return gi_ptx_lex_next(lexer);
        }
    }
    return gi_fail(GI_INVALID_VALUE, "PTX line %u: no brace closes this one", first_line);
}
