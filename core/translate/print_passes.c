#include "print_passes.h"

#include <stdio.h>

/* ---- blocks ---------------------------------------------------------------------------------- */

static void print_lines(const struct gi_ptx_body *body, const struct gi_emit_block *block)
{
    uint32_t first, last;

    if (block->first >= block->end) {
        printf("empty");
        return;
    }
    first = body->instructions[block->first].line;
    last = body->instructions[block->end - 1].line;
    if (first == last)
        printf("line %u", first);
    else
        printf("lines %u to %u", first, last);
}

static void print_block(const struct gi_emit_function *function, uint32_t index)
{
    const struct gi_emit_block *block = &function->blocks[index];
    const struct gi_cfg_block *shape = &function->graph.blocks[index];

    printf("    block %u: ", index);
    print_lines(function->body, block);
    if (shape->successor_count == 0)
        printf(", returns");
    if (shape->successor_count > 1)
        printf(shape->successor_count == 2 ? ", branches" : ", switches");
    for (uint32_t i = 0; i < shape->successor_count; i++)
        printf(i == 0 ? " -> %u" : ", %u", shape->successors[i]);
    putchar('\n');
}

void print_blocks(const struct gi_emit *emit)
{
    for (const struct gi_emit_function *at = emit->functions; at != NULL; at = at->next) {
        printf("  function %.*s: %u blocks, statements %u deep\n", (int)at->function->name.length,
               at->function->name.start, at->graph.block_count, at->tree.depth);
        for (uint32_t i = 0; at->blocks != NULL && i < at->graph.block_count; i++)
            print_block(at, i);
    }
}

/* ---- the way --------------------------------------------------------------------------------- */

static const char *reach_name(enum gi_warp_reach reach)
{
    switch (reach) {
    case GI_WARP_NEVER:
        return "none";
    case GI_WARP_TOGETHER:
        return "all threads of the block come together, or none";
    case GI_WARP_LEFT:
        return "all threads come that have not left";
    case GI_WARP_LEFT_LOOP:
        return "all threads come that have not left, in a loop";
    case GI_WARP_APART:
        return "some threads come without others";
    }
    return "";
}

static const char *way_name(enum gi_warp_way way)
{
    switch (way) {
    case GI_WARP_PLAIN:
        return "plain: barriers are the device's";
    case GI_WARP_NATIVE_32:
        return "native: a warp is a subgroup of 32";
    case GI_WARP_NATIVE_64:
        return "native: a warp is half a subgroup of 64";
    case GI_WARP_EXCHANGE:
        return "exchange: by shared memory and barriers of the block";
    case GI_WARP_MACHINE:
        return "machine: each thread runs to its next meeting";
    case GI_WARP_WAYS:
        break;
    }
    return "";
}

void print_way(const struct gi_emit *emit)
{
    printf("  way: %s\n", way_name(emit->meetings.way));
    printf("    barriers: %s%s\n", reach_name(emit->needs.barriers),
           emit->needs.partial_barriers ? "; some wait for a part of the block" : "");
    printf("    operations of warps: %s%s\n", reach_name(emit->needs.operations),
           emit->needs.turns ? "; threads wait for others in loops" : "");
}
