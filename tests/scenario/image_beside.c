/** The grid of images in the vendor's CUDA and in ours, in one process: a table of what either gets
 *  right. Where Vulkan has an image, ours has to be right; the vendor's is only told.
 *
 *  Skipped where the vendor's library or its device is not there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "image_grid.h"

/** Rows that are told one by one. */
#define TOLD 40

const struct cuda_calls *grid_calls;

enum side { OURS, VENDORS, SIDES };

static const char *const side_names[SIDES] = { "ours", "vendor" };

static struct {
    const struct cuda_calls *calls;
    int device;
    struct grid grid;
    unsigned told, wrong;
} sides[SIDES];

static void tell(enum side side, const struct grid_cell *cell, const struct grid_answer *answer,
                 bool own)
{
    sides[side].wrong += !cell->format->no_promise;
    if (sides[side].told++ < TOLD)
        fprintf(stderr, "%s: %s, %s, %s, %s%s: %s\n", side_names[side], cell->format->name,
                grid_kind_names[cell->kind], own ? "own" : "shared",
                cell->all_levels ? "all levels" : "one level",
                cell->surface ? ", for surfaces" : "", answer->what);
}

/* Variants of a cell. */
struct count {
    unsigned exist;              /* in Vulkan */
    unsigned right, refused;     /* the rest are wrong */
};

static struct count count_cell(enum side side, const struct grid_format *format,
                               enum grid_kind kind, bool own)
{
    struct count count = { 0, 0, 0 };

    grid_calls = sides[side].calls;
    for (size_t variant = 0; variant < GRID_VARIANTS; variant++) {
        struct grid_cell cell = grid_variant(format, kind, variant);
        struct grid_answer answer;

        if (own)
            grid_try_own(&sides[side].grid, &cell, &answer);
        else
            grid_try(&sides[side].grid, &cell, &answer);
        if (answer.result == GRID_NOT_IN_VULKAN)
            continue;
        count.exist++;
        count.right += answer.result == GRID_GOOD;
        count.refused += answer.result == GRID_REFUSED;
        if (answer.result != GRID_GOOD)
            tell(side, &cell, &answer, own);
    }
    return count;
}

/* A cell of the table, in words. */
static void write_cell(char *out, size_t room, const struct grid_format *format,
                       enum grid_kind kind, bool own)
{
    struct count ours = count_cell(OURS, format, kind, own);
    struct count vendors = count_cell(VENDORS, format, kind, own);
    const char *but = vendors.refused == vendors.exist ? ", the vendor refuses" :
                      vendors.refused == 0 ? ", the vendor's are wrong" : "";

    if (ours.exist == 0)
        snprintf(out, room, "not in Vulkan");
    else if (ours.right == ours.exist && vendors.right == vendors.exist)
        snprintf(out, room, "both");
    else if (ours.right == ours.exist && vendors.right == 0)
        snprintf(out, room, "ours%s", but);
    else if (ours.right == 0 && vendors.right == vendors.exist)
        snprintf(out, room, "vendor's");
    else if (ours.right == 0 && vendors.right == 0)
        snprintf(out, room, "neither%s", but);
    else
        snprintf(out, room, "of %u ours %u, vendor's %u and %u refused", ours.exist, ours.right,
                 vendors.right, vendors.refused);
}

static void write_row(char *out, size_t room, const struct grid_format *format, bool own)
{
    size_t used = 0;

    for (int kind = 0; kind < GRID_KINDS; kind++) {
        char cell[64];

        write_cell(cell, sizeof cell, format, (enum grid_kind)kind, own);
        used += (size_t)snprintf(out + used, room - used, " %s |", cell);
    }
}

/* Formats whose rows are the same share one. */
static void print_table(bool own)
{
    char row[1024], before[1024] = "";

    printf("\n%s\n\n| formats |", own ? "Own arrays" : "Images of a Vulkan program");
    for (int kind = 0; kind < GRID_KINDS; kind++)
        printf(" %s |", grid_kind_names[kind]);
    printf("\n|---|");
    for (int kind = 0; kind < GRID_KINDS; kind++)
        printf("---|");
    for (size_t i = 0; i < grid_format_count; i++) {
        if (own && strstr(grid_formats[i].name, " as "))
            continue;
        write_row(row, sizeof row, &grid_formats[i], own);
        if (strcmp(row, before) == 0) {
            printf(", %s", grid_formats[i].name);
            continue;
        }
        if (before[0] != '\0')
            printf(" |%s", before);
        printf("\n| %s", grid_formats[i].name);
        memcpy(before, row, sizeof before);
    }
    printf(" |%s\n", before);
    fflush(stdout);
}

static bool open_side(enum side side, const struct cuda_calls *calls)
{
    struct grid_answer answer;

    sides[side].calls = calls;
    sides[side].device = cuda_calls_device(calls, peer_uuid());
    if (sides[side].device < 0 || calls->cudaSetDevice(sides[side].device) != cudaSuccess)
        return false;
    grid_calls = calls;
    if (grid_open(&sides[side].grid, false, &answer))
        return true;
    fprintf(stderr, "%s: %s\n", side_names[side], answer.what);
    return false;
}

int main(void)
{
    const char *why_not = "";
    const struct cuda_calls *vendor = cuda_calls_vendor(&why_not);

    if (vendor == NULL || !peer_start(&why_not)) {
        printf("skipped: %s\n", why_not);
        return 77;
    }
    if (!open_side(VENDORS, vendor) || !open_side(OURS, cuda_calls_ours())) {
        printf("skipped: not both libraries can use Vulkan's device\n");
        return 77;
    }
    printf("beside %s, version %d\n", vendor->library, vendor->version);
    print_table(false);
    print_table(true);
    for (int side = 0; side < SIDES; side++) {
        printf("%s: %u images wrong or refused\n", side_names[side], sides[side].wrong);
        grid_calls = sides[side].calls;
        (void)grid_close(&sides[side].grid);
    }
    peer_image_stop();
    peer_stop();
    return sides[OURS].wrong == 0 ? 0 : 1;
}
