#include "info_tests.h"

#include <stdbool.h>
#include <stdio.h>

#include "../code/kept_barriers.h"
#include "../code/kept_matrices.h"
#include "../code/matrix_trial.h"
#include "../contract/driver.h"

/* By the bits of a set of matrices (target.h): the shape, the elements of factors and sums. */
static const char *const forms[GI_TRANSLATE_MATRICES] = {
    "m16n8k8 f16 f32", "m16n8k8 f16 f16", "m16n8k16 f16 f32", "m16n8k16 f16 f16",
    "m16n8k32 s8 s32", "m16n8k32 u8 u32",
};

/* The tests of a device, as far as they have run. */
struct results {
    bool has_matrices, has_barriers;
    struct gi_matrix_units units;
    bool counts;
};

static struct results read_results(const struct gi_device_info *info)
{
    struct results results = { .has_matrices = false };

    results.has_matrices = info->matrices != 0 && gi_kept_matrices_read(info, &results.units);
    results.has_barriers = info->may_count_warps && gi_kept_barriers_read(info, &results.counts);
    return results;
}

/* ---- for people ------------------------------------------------------------------------------ */

static void print_forms(const char *before, unsigned set)
{
    const char *between = before;

    for (int i = 0; i < GI_TRANSLATE_MATRICES; i++) {
        if ((set >> i & 1) != 0) {
            printf("%s%s", between, forms[i]);
            between = ", ";
        }
    }
    if (set != 0)
        printf("\n");
}

static void print_matrices(const struct gi_device_info *info, const struct results *results)
{
    unsigned right = results->units.matrices;

    if (info->matrices == 0) {
        printf("  matrices    lanes make all products: the driver offers no units for them\n");
    } else if (!results->has_matrices) {
        printf("  matrices    the driver offers units, which are not tested yet:\n"
               "              the first kernel with a product has them tested\n");
    } else {
        print_forms("  matrices    units make, as a test has found: ", right);
        print_forms("  matrices    units make wrong, so lanes make: ", info->matrices & ~right);
    }
}

static void print_barriers(const struct gi_device_info *info, const struct results *results)
{
    printf("  barriers    ");
    if (!info->may_count_warps)
        printf("warps that come to them apart go step by step\n");
    else if (!results->has_barriers)
        printf("may count warps, which is not tested yet:\n"
               "              the first kernel whose warps come to them apart has them tested\n");
    else
        printf("%scount warps, as a test has found\n", results->counts ? "" : "do not ");
}

void info_print_tests(const struct gi_device_info *info)
{
    struct results results = read_results(info);

    if (!info->launches)
        return;
    print_matrices(info, &results);
    print_barriers(info, &results);
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void json_forms(unsigned set)
{
    const char *between = "";

    printf("[");
    for (int i = 0; i < GI_TRANSLATE_MATRICES; i++) {
        if ((set >> i & 1) != 0) {
            printf("%s\"%s\"", between, forms[i]);
            between = ", ";
        }
    }
    printf("]");
}

void info_json_tests(const struct gi_device_info *info)
{
    struct results results = read_results(info);

    printf("      \"matrices\": {\"offered\": ");
    json_forms(info->matrices);
    printf(", \"right\": ");
    if (results.has_matrices)
        json_forms(results.units.matrices);
    else
        printf("null");
    printf("},\n      \"barriers\": {\"may_count_warps\": %s, \"count_warps\": %s},\n",
           info->may_count_warps ? "true" : "false",
           !results.has_barriers ? "null" : results.counts ? "true" : "false");
}
