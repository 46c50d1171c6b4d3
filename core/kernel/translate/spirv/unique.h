/** Inside the SPIR-V builder: streams of words, and the table of what exists once. */
#ifndef GI_SPIRV_UNIQUE_H
#define GI_SPIRV_UNIQUE_H

#include "kernel/translate/spirv/spirv.h"

/** Words at one place. */
struct gi_spirv_span {
    const uint32_t *words;
    uint32_t count;
};

#define NOTHING ((struct gi_spirv_span){ NULL, 0 })
#define SPAN(...) ((struct gi_spirv_span){ GI_SPIRV_WORDS(__VA_ARGS__) })

/** Makes room for count more words in a stream; false after a failure. */
bool gi_spirv_grow(struct gi_spirv *builder, struct gi_spirv_stream *stream, uint64_t count);

/** Begins an instruction.
 *  \return  where its operands go, which the caller writes at once; NULL after a failure. */
uint32_t *gi_spirv_room_for(struct gi_spirv *builder, enum gi_spirv_section section,
                            enum gi_spirv_opcode opcode, uint64_t operands);

/** Writes an instruction of two runs of operands. */
void gi_spirv_put(struct gi_spirv *builder, enum gi_spirv_section section,
                  enum gi_spirv_opcode opcode, struct gi_spirv_span head,
                  struct gi_spirv_span tail);

/** Fails with the kinds of operands that an instruction does not take. */
void gi_spirv_refuse_kinds(struct gi_spirv *builder, enum gi_spirv_opcode opcode,
                           const gi_id *operands, uint32_t count);

/** Fails where a value is of another kind than a pointer points to. */
void gi_spirv_compare_target(struct gi_spirv *builder, enum gi_spirv_opcode opcode, gi_id pointer,
                             gi_id value);

/** A text as operands, valid until the next call. Its words are NULL after a failure. */
struct gi_spirv_span gi_spirv_text(struct gi_spirv *builder, const char *text);

/** Looks for an instruction with these words, of which the first is an opcode. A missing one is
 *  entered with an id that is new, or with the id given, if that is not 0.
 *  \return  the id; *out_new says if the caller has to write the instruction. 0 after a failure. */
uint32_t gi_spirv_unique(struct gi_spirv *builder, uint32_t id, struct gi_spirv_span first,
                         struct gi_spirv_span second, struct gi_spirv_span third, bool *out_new);

/** The id of an instruction with these words; 0 if there is none. */
uint32_t gi_spirv_known(const struct gi_spirv *builder, const uint32_t *words, uint32_t count);

#endif
