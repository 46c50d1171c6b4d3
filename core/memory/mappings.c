#include "mappings.h"

#include <stdlib.h>

#include "map_changes.h"

/* A treap: a search tree by begin and a heap by rank. The ranks are pseudo-random, so the tree is
 * as deep as a random one. Programs may map thousands of buffers of one object, in any order. */

#define FEW (sizeof(((struct gi_mappings *)NULL)->few) / sizeof(struct gi_mapping))

/* ---- nodes --------------------------------------------------------------------------------- */

void gi_mappings_init(struct gi_mappings *set, uint64_t size_bytes, atomic_bool *has_holes)
{
    *set = (struct gi_mappings){ .size_bytes = size_bytes, .has_holes = has_holes };
    atomic_init(has_holes, true);
    pthread_mutex_init(&set->lock, NULL);
    for (size_t i = 0; i < FEW; i++) {
        set->few[i].below = set->spare;
        set->spare = &set->few[i];
    }
}

static struct gi_mapping *take_node(struct gi_mappings *set)
{
    struct gi_mapping *node = set->spare;

    if (node == NULL)
        return malloc(sizeof *node);
    set->spare = node->below;
    return node;
}

static void give_node(struct gi_mappings *set, struct gi_mapping *node)
{
    if (node < set->few || node >= set->few + FEW) {
        free(node);
        return;
    }
    node->below = set->spare;
    set->spare = node;
}

static void give_tree(struct gi_mappings *set, struct gi_mapping *tree)
{
    if (tree == NULL)
        return;
    give_tree(set, tree->below);
    give_tree(set, tree->above);
    give_node(set, tree);
}

void gi_mappings_finish(struct gi_mappings *set)
{
    give_tree(set, set->root);
    pthread_mutex_destroy(&set->lock);
}

static uint32_t rank_of(uint64_t number)
{
    uint64_t bits = number;

    for (int i = 0; i < 2; i++)
        bits = (bits ^ bits >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)(bits >> 32);
}

/* ---- the tree ------------------------------------------------------------------------------ */

static bool is_before(const struct gi_mapping *one, const struct gi_mapping *other)
{
    return one->begin < other->begin || (one->begin == other->begin && one->end > other->end);
}

/* Updates `furthest` after a node got other subtrees. */
static void update(struct gi_mapping *node)
{
    node->furthest = node;
    if (node->below != NULL && node->below->furthest->end > node->furthest->end)
        node->furthest = node->below->furthest;
    if (node->above != NULL && node->above->furthest->end >= node->furthest->end)
        node->furthest = node->above->furthest;
}

/* Splits a tree into the nodes up to and equal to one that is not in it, and the nodes after. */
static void split(struct gi_mapping *tree, const struct gi_mapping *node,
                  struct gi_mapping **out_below, struct gi_mapping **out_above)
{
    if (tree == NULL) {
        *out_below = *out_above = NULL;
        return;
    }
    if (is_before(node, tree)) {
        split(tree->below, node, out_below, &tree->below);
        *out_above = tree;
    } else {
        split(tree->above, node, &tree->above, out_above);
        *out_below = tree;
    }
    update(tree);
}

/* Joins two trees; all of one is before all of the other. */
static struct gi_mapping *join(struct gi_mapping *below, struct gi_mapping *above)
{
    if (below == NULL || above == NULL)
        return below != NULL ? below : above;
    if (below->rank >= above->rank) {
        below->above = join(below->above, above);
        update(below);
        return below;
    }
    above->below = join(below, above->below);
    update(above);
    return above;
}

static struct gi_mapping *insert(struct gi_mapping *tree, struct gi_mapping *node)
{
    if (tree == NULL || node->rank > tree->rank) {
        split(tree, node, &node->below, &node->above);
        update(node);
        return node;
    }
    if (is_before(node, tree))
        tree->below = insert(tree->below, node);
    else
        tree->above = insert(tree->above, node);
    update(tree);
    return tree;
}

/* Removes a node that is the last of its equals. */
static struct gi_mapping *take_out(struct gi_mapping *tree, const struct gi_mapping *node)
{
    if (tree == node)
        return join(tree->below, tree->above);
    if (is_before(node, tree))
        tree->below = take_out(tree->below, node);
    else
        tree->above = take_out(tree->above, node);
    update(tree);
    return tree;
}

/* The last node that begins at or before an offset, or NULL. */
static struct gi_mapping *last_up_to(struct gi_mapping *tree, uint64_t offset)
{
    struct gi_mapping *last = NULL;

    while (tree != NULL) {
        if (tree->begin <= offset)
            last = tree;
        tree = tree->begin <= offset ? tree->above : tree->below;
    }
    return last;
}

/* Of the nodes that begin at or before an offset the one that ends last, or NULL. */
static const struct gi_mapping *furthest_up_to(const struct gi_mapping *tree, uint64_t offset)
{
    const struct gi_mapping *best = NULL;

    while (tree != NULL) {
        if (tree->begin > offset) {
            tree = tree->below;
            continue;
        }
        if (tree->below != NULL && (best == NULL || tree->below->furthest->end >= best->end))
            best = tree->below->furthest;
        if (best == NULL || tree->end >= best->end)
            best = tree;
        tree = tree->above;
    }
    return best;
}

/* ---- calls --------------------------------------------------------------------------------- */

/* Counts an added (1) or removed (-1) mapping. */
static void count_locked(struct gi_mappings *set, const struct gi_mapping *mapping, int change)
{
    set->count += (size_t)change;
    if (mapping->begin == 0 && mapping->end == set->size_bytes)
        set->whole += (size_t)change;
    atomic_store(set->has_holes, set->count == 0 || set->whole < set->count);
    gi_map_changed();
}

gi_status gi_mappings_add(struct gi_mappings *set, uint64_t begin, uint64_t end)
{
    struct gi_mapping *node;

    pthread_mutex_lock(&set->lock);
    node = take_node(set);
    if (node != NULL) {
        *node = (struct gi_mapping){ .begin = begin, .end = end, .rank = rank_of(++set->added) };
        set->root = insert(set->root, node);
        count_locked(set, node, 1);
    }
    pthread_mutex_unlock(&set->lock);
    if (node == NULL)
        return gi_fail(GI_OUT_OF_MEMORY, "no host memory to note a mapped buffer");
    return GI_OK;
}

bool gi_mappings_find(struct gi_mappings *set, uint64_t offset, uint64_t *out_begin,
                      uint64_t *out_end)
{
    const struct gi_mapping *mapping;
    bool found;

    pthread_mutex_lock(&set->lock);
    mapping = furthest_up_to(set->root, offset);
    found = mapping != NULL && mapping->end > offset;
    if (found) {
        *out_begin = mapping->begin;
        *out_end = mapping->end;
    }
    pthread_mutex_unlock(&set->lock);
    return found;
}

static void visit_tree(const struct gi_mapping *tree,
                       void (*visit)(void *context, uint64_t begin, uint64_t end), void *context)
{
    while (tree != NULL) {
        visit_tree(tree->below, visit, context);
        visit(context, tree->begin, tree->end);
        tree = tree->above;
    }
}

void gi_mappings_each(struct gi_mappings *set,
                      void (*visit)(void *context, uint64_t begin, uint64_t end), void *context)
{
    pthread_mutex_lock(&set->lock);
    visit_tree(set->root, visit, context);
    pthread_mutex_unlock(&set->lock);
}

size_t gi_mappings_remove_all(struct gi_mappings *set)
{
    size_t count;

    pthread_mutex_lock(&set->lock);
    count = set->count;
    give_tree(set, set->root);
    set->root = NULL;
    set->count = set->whole = 0;
    atomic_store(set->has_holes, true);
    gi_map_changed();
    pthread_mutex_unlock(&set->lock);
    return count;
}

static struct gi_mapping *beginning_at(const struct gi_mappings *set, uint64_t begin)
{
    struct gi_mapping *node = last_up_to(set->root, begin);

    return node != NULL && node->begin == begin ? node : NULL;
}

bool gi_mappings_begin_at(struct gi_mappings *set, uint64_t begin)
{
    bool found;

    pthread_mutex_lock(&set->lock);
    found = beginning_at(set, begin) != NULL;
    pthread_mutex_unlock(&set->lock);
    return found;
}

bool gi_mappings_remove(struct gi_mappings *set, uint64_t begin)
{
    struct gi_mapping *node;

    pthread_mutex_lock(&set->lock);
    node = beginning_at(set, begin);
    if (node != NULL) {
        count_locked(set, node, -1);
        set->root = take_out(set->root, node);
        give_node(set, node);
    }
    pthread_mutex_unlock(&set->lock);
    return node != NULL;
}
