#include "kernel/translate/ptx/words.h"

#include <pthread.h>
#include <string.h>

struct word {
    const char *spelling;
    uint16_t length;
    uint16_t value;
};

#define WORD(spelling, value) { spelling, sizeof(spelling) - 1, value },
static const struct word opcodes[] = {
#define O(name, facts) WORD(#name, GI_PTX_OP_##name)
#include "kernel/translate/ptx/opcode_list.h"
#undef O
};
static const struct word modifiers[] = {
#define X(spelling, name) WORD(spelling, GI_PTX_M_##name)
    GI_PTX_MODIFIERS(X)
#undef X
};
static const struct word types[] = {
#define X(spelling, name, bytes, class) WORD(spelling, GI_PTX_T_##name)
    GI_PTX_TYPES(X)
#undef X
};
static const struct word specials[] = {
#define X(name) WORD(#name, GI_PTX_S_##name)
    GI_PTX_SPECIALS(X)
#undef X
};
static const struct word spaces[] = {
    WORD("global", GI_PTX_GLOBAL) WORD("shared", GI_PTX_SHARED) WORD("param", GI_PTX_PARAM)
    WORD("local", GI_PTX_LOCAL) WORD("const", GI_PTX_CONST) WORD("shared::cta", GI_PTX_SHARED)
    WORD("param::entry", GI_PTX_PARAM) WORD("param::func", GI_PTX_PARAM)
};
#undef WORD

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The words of a list by their spelling, in a table that is at least half free. */
enum { TABLE_ROOM = 512 };

struct table {
    const struct word *words;
    size_t count;
    uint16_t places[TABLE_ROOM];        /* which word, + 1 */
};

static struct table opcode_table = { opcodes, COUNT(opcodes), { 0 } };
static struct table modifier_table = { modifiers, COUNT(modifiers), { 0 } };
static struct table type_table = { types, COUNT(types), { 0 } };
static struct table special_table = { specials, COUNT(specials), { 0 } };
static struct table space_table = { spaces, COUNT(spaces), { 0 } };
static pthread_once_t tables_once = PTHREAD_ONCE_INIT;

_Static_assert(COUNT(opcodes) <= TABLE_ROOM / 2 && COUNT(modifiers) <= TABLE_ROOM / 2
               && COUNT(types) <= TABLE_ROOM / 2 && COUNT(specials) <= TABLE_ROOM / 2
               && COUNT(spaces) <= TABLE_ROOM / 2, "tables are at least half free");

static uint32_t hash_of(const char *text, uint32_t length)
{
    uint32_t hash = length;

    for (uint32_t i = 0; i < length && i < 12; i++)
        hash = hash * 33 ^ (unsigned char)text[i];
    return hash ^ hash >> 9;
}

static void fill(struct table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        uint32_t at = hash_of(table->words[i].spelling, table->words[i].length);

        while (table->places[at % TABLE_ROOM])
            at++;
        table->places[at % TABLE_ROOM] = (uint16_t)(i + 1);
    }
}

static void fill_tables(void)
{
    fill(&opcode_table);
    fill(&modifier_table);
    fill(&type_table);
    fill(&special_table);
    fill(&space_table);
}

/* NULL where the word is not there. */
static const struct word *search(const struct table *table, struct gi_ptx_text text)
{
    (void)pthread_once(&tables_once, fill_tables);
    for (uint32_t at = hash_of(text.start, text.length); table->places[at % TABLE_ROOM]; at++) {
        const struct word *word = &table->words[table->places[at % TABLE_ROOM] - 1];

        if (word->length == text.length && memcmp(word->spelling, text.start, text.length) == 0)
            return word;
    }
    return NULL;
}

static uint16_t value_of(const struct table *table, struct gi_ptx_text text)
{
    const struct word *word = search(table, text);

    return word ? word->value : 0;
}

bool gi_ptx_same(struct gi_ptx_text text, const char *spelling)
{
    return strlen(spelling) == text.length && memcmp(text.start, spelling, text.length) == 0;
}

enum gi_ptx_opcode gi_ptx_opcode_of(struct gi_ptx_text text)
{
    return (enum gi_ptx_opcode)value_of(&opcode_table, text);
}

static bool starts(struct gi_ptx_text text, const char *with)
{
    return text.length > strlen(with) && memcmp(text.start, with, strlen(with)) == 0;
}

enum gi_ptx_modifier gi_ptx_modifier_of(struct gi_ptx_text text)
{
    uint16_t found = value_of(&modifier_table, text);

    if (found)
        return (enum gi_ptx_modifier)found;
    if (gi_ptx_same(text, "NaN"))
        return GI_PTX_M_NAN;
    if (gi_ptx_same(text, "sp::ordered_metadata"))
        return GI_PTX_M_SP;     /* each order is taken */
    if (gi_ptx_same(text, "L2::cache_hint"))
        return GI_PTX_M_POLICY;
    if (starts(text, "L1::") || starts(text, "L2::") || gi_ptx_same(text, "L1")
        || gi_ptx_same(text, "L2"))
        return GI_PTX_M_CACHE;
    return GI_PTX_M_UNKNOWN;
}

enum gi_ptx_type gi_ptx_type_of(struct gi_ptx_text text)
{
    return (enum gi_ptx_type)value_of(&type_table, text);
}

/* pm0 to pm7, pm0_64 to pm7_64, envreg0 to envreg31: no tool and no driver sets them here. */
static bool is_unset(struct gi_ptx_text text)
{
    uint32_t number = 0, at = starts(text, "envreg") ? 6 : 2;
    bool counter = at == 2 && starts(text, "pm");
    uint32_t digits = at;

    if (at == 2 && !counter)
        return false;
    while (at < text.length && text.start[at] >= '0' && text.start[at] <= '9' && at < digits + 2)
        number = 10 * number + (uint32_t)(text.start[at++] - '0');
    if (at == digits || (at > digits + 1 && text.start[digits] == '0'))
        return false;
    if (counter && text.length == at + 3 && memcmp(text.start + at, "_64", 3) == 0)
        at += 3;
    return at == text.length && number < (counter ? 8u : 32u);
}

enum gi_ptx_special gi_ptx_special_of(struct gi_ptx_text text)
{
    uint16_t found = value_of(&special_table, text);

    if (found)
        return (enum gi_ptx_special)found;
    return is_unset(text) ? GI_PTX_S_ZERO : GI_PTX_S_UNKNOWN;
}

bool gi_ptx_space_of(struct gi_ptx_text text, enum gi_ptx_space *out_space)
{
    const struct word *word = search(&space_table, text);

    if (word)
        *out_space = (enum gi_ptx_space)word->value;
    return word != NULL;
}

uint32_t gi_ptx_type_bytes(enum gi_ptx_type type)
{
    static const uint8_t bytes[GI_PTX_T_COUNT] = {
#define X(spelling, name, bytes, class) [GI_PTX_T_##name] = bytes,
        GI_PTX_TYPES(X)
#undef X
    };

    return bytes[type];
}

enum gi_ptx_class gi_ptx_type_class(enum gi_ptx_type type)
{
    static const uint8_t classes[GI_PTX_T_COUNT] = {
#define X(spelling, name, bytes, class) [GI_PTX_T_##name] = GI_PTX_##class,
        GI_PTX_TYPES(X)
#undef X
    };

    return (enum gi_ptx_class)classes[type];
}
