/* What the parts of the test of instructions share. */
#ifndef TEXTURES_INSTRUCTIONS_H
#define TEXTURES_INSTRUCTIONS_H

#include "rig_code.h"
#include "support.h"

#define EACH(item, list) (size_t item = 0; item < sizeof(list) / sizeof((list)[0]); item++)

extern struct rig_place places[RIG_MAX_PLACES];
extern union rig_texel texels[RIG_MAX_PLACES];

/* Ends the program with a sentence unless something is right. */
void expect(bool right, const char *what, size_t where);

/* Runs a kernel once and compares the four words that it stores. */
void ask(uint32_t what, uint64_t object, const uint32_t right[4], const char *name);

/* instructions_more.c */
void test_formatted(void);
void test_changes(void);
void test_more_questions(void);
void test_offsets(void);
void test_gathers(void);
void test_many_reads(void);
void test_rows(void);

#endif
