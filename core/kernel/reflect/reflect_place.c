#include "reflect_place.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernel/translate/spirv/words.h"

enum { ID_BITS = 24, MOST_USES = 255 };

/* ---- instructions that use pointers ---------------------------------------------------------- */

static bool writes_through_result(const uint32_t *at, uint32_t count)
{
    return count > 6 && (at[4] == GiGlslModf || at[4] == GiGlslFrexp);
}

static uint32_t first_pointer(const uint32_t *at, uint32_t count)
{
    uint32_t opcode = at[0] & 0xffff;

    switch (opcode) {
    case GiOpStore:
    case GiOpCopyMemory:
    case GiOpAtomicStore:
        return 1;
    case GiOpLoad:
    case GiOpAtomicLoad:
    case GiOpAtomicFMinEXT:
    case GiOpAtomicFMaxEXT:
    case GiOpAtomicFAddEXT:
        return 3;
    case GiOpExtInst:
        return writes_through_result(at, count) ? 6 : 0;
    default:
        return opcode >= GiOpAtomicExchange && opcode <= GiOpAtomicXor ? 3 : 0;
    }
}

uint32_t gi_reflect_pointer_at(const uint32_t *at, uint32_t which)
{
    uint32_t count = at[0] >> 16, opcode = at[0] & 0xffff, place;

    if (opcode == GiOpCopyMemory && which < 2)
        place = 1 + which;
    else
        place = which == 0 ? first_pointer(at, count) : 0;
    return place < count ? place : 0;
}

uint32_t gi_reflect_place(uint32_t pointer, uint32_t uses_before)
{
    uint32_t uses = uses_before < MOST_USES ? uses_before : MOST_USES;

    return (pointer & ((1u << ID_BITS) - 1)) | uses << ID_BITS;
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Where the source says that an instruction comes from; file is an id, 0: nowhere. */
struct source {
    uint32_t file, line;
};

static void follow(const uint32_t *at, struct source *source)
{
    uint32_t opcode = at[0] & 0xffff;

    if (opcode == GiOpLine && at[0] >> 16 > 2)
        *source = (struct source){ at[1], at[2] };
    else if (opcode == GiOpNoLine || opcode == GiOpLabel || opcode == GiOpFunction)
        source->file = 0;
}

static bool uses(const uint32_t *at, uint32_t pointer)
{
    uint32_t operand;

    for (uint32_t i = 0; (operand = gi_reflect_pointer_at(at, i)) != 0; i++) {
        if (at[operand] == pointer)
            return true;
    }
    return false;
}

/* The instruction at a place; NULL: there is none. */
static const uint32_t *find_source(const uint32_t *words, size_t word_count, uint32_t place,
                                   struct source *out_source)
{
    uint32_t pointer = place & ((1u << ID_BITS) - 1), left = place >> ID_BITS;

    *out_source = (struct source){ 0, 0 };
    for (size_t at = GI_SPIRV_HEADER_WORDS; at < word_count; at += words[at] >> 16) {
        follow(words + at, out_source);
        if (uses(words + at, pointer) && left-- == 0)
            return words + at;
    }
    return NULL;
}

static const char *opcode_name(uint32_t opcode)
{
    switch (opcode) {
    case GiOpLoad: return "OpLoad";
    case GiOpStore: return "OpStore";
    case GiOpCopyMemory: return "OpCopyMemory";
    case GiOpExtInst: return "OpExtInst";
    case GiOpAtomicLoad: return "OpAtomicLoad";
    case GiOpAtomicStore: return "OpAtomicStore";
    case GiOpAtomicExchange: return "OpAtomicExchange";
    case GiOpAtomicCompareExchange: return "OpAtomicCompareExchange";
    case GiOpAtomicIIncrement: return "OpAtomicIIncrement";
    case GiOpAtomicIDecrement: return "OpAtomicIDecrement";
    case GiOpAtomicIAdd: return "OpAtomicIAdd";
    case GiOpAtomicISub: return "OpAtomicISub";
    case GiOpAtomicSMin: return "OpAtomicSMin";
    case GiOpAtomicUMin: return "OpAtomicUMin";
    case GiOpAtomicSMax: return "OpAtomicSMax";
    case GiOpAtomicUMax: return "OpAtomicUMax";
    case GiOpAtomicAnd: return "OpAtomicAnd";
    case GiOpAtomicOr: return "OpAtomicOr";
    case GiOpAtomicXor: return "OpAtomicXor";
    case GiOpAtomicFAddEXT: return "OpAtomicFAddEXT";
    case GiOpAtomicFMinEXT: return "OpAtomicFMinEXT";
    case GiOpAtomicFMaxEXT: return "OpAtomicFMaxEXT";
    default: return "an instruction";
    }
}

/* The text of an OpString, of which *out_bytes are at most to read. */
static const char *text_of(const uint32_t *words, size_t word_count, uint32_t string,
                           int *out_bytes)
{
    for (size_t at = GI_SPIRV_HEADER_WORDS; at < word_count; at += words[at] >> 16) {
        uint32_t count = words[at] >> 16, opcode = words[at] & 0xffff;

        if (opcode == GiOpFunction)
            break;
        if (opcode != GiOpString || count < 3 || words[at + 1] != string)
            continue;
        *out_bytes = (int)(count - 2) * (int)sizeof *words;
        return (const char *)(words + at + 2);
    }
    return NULL;
}

void gi_reflect_say_place(const uint32_t *words, size_t word_count, uint32_t place, char *out_text,
                          size_t room)
{
    struct source source;
    const uint32_t *at = find_source(words, word_count, place, &source);
    const char *file;
    size_t used;
    int bytes = 0;

    if (at == NULL) {
        (void)snprintf(out_text, room, "%%%u", place & ((1u << ID_BITS) - 1));
        return;
    }
    (void)snprintf(out_text, room, "%s of %%%u", opcode_name(at[0] & 0xffff),
                   place & ((1u << ID_BITS) - 1));
    file = source.file != 0 ? text_of(words, word_count, source.file, &bytes) : NULL;
    used = strlen(out_text);
    if (file != NULL)
        (void)snprintf(out_text + used, room - used, ", %.*s:%u", bytes, file, source.line);
}
