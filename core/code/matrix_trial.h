/** The test of a device's units for matrices (module/matrix_units.h), without the device: a kernel,
 *  the numbers that it reads, and a look at its results. Pure.
 *
 *  Threads: any. */
#ifndef GI_MATRIX_TRIAL_H
#define GI_MATRIX_TRIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/target/target.h"

/** A warp makes one product of each form. Its memory has GI_MATRIX_TRIAL_WORDS words for each lane
 *  of each form: of A, B, two unused ones, C and D. */
enum {
    GI_MATRIX_TRIAL_WORDS = 16,
    GI_MATRIX_TRIAL_ALL = GI_TRANSLATE_MATRICES * GI_WARP_THREADS * GI_MATRIX_TRIAL_WORDS
};

/** Products that units make (target.h), and those of them with words of A in another order. */
struct gi_matrix_units {
    uint8_t matrices, turned;
};

/** PTX with the entry "try", whose parameter is the address of the memory. */
const char *gi_matrix_trial_text(void);

/** Writes A, B and C, whole numbers whose sums are exact; D is no sum of theirs.
 *  Units:   words has GI_MATRIX_TRIAL_ALL words, also below. */
void gi_matrix_trial_fill(uint32_t *words);

/** The products whose sums are right in each lane. */
uint8_t gi_matrix_trial_right(const uint32_t *words);

/** Says what the next run of the test tries, when earlier ones have found some.
 *  Returns: false if nothing is left. */
bool gi_matrix_trial_next(uint8_t offered, uint32_t run, const struct gi_matrix_units *found,
                          struct gi_matrix_units *out_tried);

/** Takes what a run has found right of what it has tried. */
void gi_matrix_trial_take(const struct gi_matrix_units *tried, uint8_t right,
                          struct gi_matrix_units *found);

#endif
