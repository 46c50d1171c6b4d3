#include "steps.h"

#include <stdlib.h>
#include <string.h>

#define NONE SIZE_MAX

/* While steps are made. Phases of an island follow each other: phases with odd numbers are
 * enqueued, the others recorded. */
struct maker {
    const struct gi_steps_facts *facts;
    struct gi_steps *steps;
    size_t *island_of, *phase, *level;   /* of each node */
    size_t *list;                        /* the nodes of an island by phase, then by level */
    size_t *sorted, *starts;             /* for sorting it */
    size_t nodes;                        /* in the steps so far */
};

static bool is_recorded(const struct maker *maker, size_t node)
{
    return maker->facts->parts[node] == GI_PART_RECORDED;
}

/* Recorded nodes begin behind the enqueued nodes that come before them in the island, so their
 * first phase is 2. */
static size_t phase_of(const struct maker *maker, size_t node)
{
    const struct gi_topology *topology = maker->facts->topology;
    enum gi_node_part part = maker->facts->parts[node];
    size_t phase = part == GI_PART_RECORDED ? 2 : 1;

    for (size_t i = topology->first[node]; i < topology->first[node + 1]; i++) {
        size_t before = topology->before[i];

        if (maker->island_of[before] == maker->island_of[node] && maker->phase[before] > phase)
            phase = maker->phase[before];
    }
    if (part == GI_PART_RECORDED)
        return phase + phase % 2;
    return part == GI_PART_ENQUEUED ? phase | 1 : phase;
}

/* How many recorded nodes come one behind the other before a node in its phase. */
static size_t level_of(const struct maker *maker, size_t node)
{
    const struct gi_topology *topology = maker->facts->topology;
    size_t level = 0;

    for (size_t i = topology->first[node]; i < topology->first[node + 1]; i++) {
        size_t before = topology->before[i], behind;

        if (maker->island_of[before] != maker->island_of[node] ||
            maker->phase[before] != maker->phase[node])
            continue;
        behind = maker->level[before] + is_recorded(maker, before);
        level = behind > level ? behind : level;
    }
    return level;
}

/* Sorts the nodes by a number of each, which is below limit; equal ones keep their order. */
static bool sort_by(struct maker *maker, size_t *nodes, size_t count, const size_t *numbers,
                    size_t limit)
{
    size_t *starts = realloc(maker->starts, (limit + 1) * sizeof *starts);

    if (starts == NULL)
        return false;
    maker->starts = starts;
    memset(starts, 0, (limit + 1) * sizeof *starts);
    for (size_t i = 0; i < count; i++)
        starts[numbers[nodes[i]] + 1]++;
    for (size_t i = 0; i < limit; i++)
        starts[i + 1] += starts[i];
    for (size_t i = 0; i < count; i++)
        maker->sorted[starts[numbers[nodes[i]]]++] = nodes[i];
    memcpy(nodes, maker->sorted, count * sizeof *nodes);
    return true;
}

/* ---- chunks ---------------------------------------------------------------------------------- */

static size_t level_end(const struct gi_steps *steps, size_t at, size_t end)
{
    for (at++; at < end && !steps->begins_level[at]; at++)
        ;
    return at;
}

static void begin_chunk(struct gi_steps *steps, size_t first, bool begins_behind)
{
    steps->chunks[steps->chunk_count++] = (struct gi_chunk){
        .first = first, .step = steps->step_count - 1, .begins_behind = begins_behind
    };
}

static void extend(struct gi_steps *steps, size_t end)
{
    struct gi_chunk *chunk = &steps->chunks[steps->chunk_count - 1];

    for (size_t i = chunk->first + chunk->count; i < end; i++)
        steps->chunk_of[steps->nodes[i]] = steps->chunk_count - 1;
    chunk->count = end - chunk->first;
}

static bool is_alone(const struct maker *maker, size_t at)
{
    return maker->facts->alone != NULL && maker->facts->alone[maker->steps->nodes[at]];
}

static bool may_change(const struct maker *maker, size_t first, size_t end)
{
    bool changes = false;

    for (size_t at = first; maker->facts->changed != NULL && at < end && !changes; at++)
        changes = maker->facts->changed[maker->steps->nodes[at]];
    return changes;
}

static size_t most_commands(const struct maker *maker, bool changes)
{
    return changes ? maker->facts->changed_commands : maker->facts->chunk_commands;
}

/* Where a chunk within a level ends that begins at a place. */
static size_t piece_end(const struct maker *maker, size_t at, size_t end)
{
    bool changes = may_change(maker, at, at + 1);
    size_t next = at + 1;

    while (!is_alone(maker, at) && next < end && !is_alone(maker, next)) {
        changes = changes || may_change(maker, next, next + 1);
        if (next - at >= most_commands(maker, changes))
            break;
        next++;
    }
    return next;
}

static void cut_level(struct maker *maker, size_t first, size_t end)
{
    for (size_t at = first, next; at < end; at = next) {
        next = piece_end(maker, at, end);
        begin_chunk(maker->steps, at, at == first);
        extend(maker->steps, next);
    }
}

static void cut_step(struct maker *maker, struct gi_step *step)
{
    struct gi_steps *steps = maker->steps;
    size_t end = step->first + step->count, next;
    bool may_extend = false, changes = false;

    step->first_chunk = steps->chunk_count;
    for (size_t at = step->first; at < end; at = next) {
        next = level_end(steps, at, end);
        if (piece_end(maker, at, next) < next || is_alone(maker, at)) {
            cut_level(maker, at, next);
            may_extend = false;
            continue;
        }
        changes = (may_extend && changes) || may_change(maker, at, next);
        if (!may_extend || next - steps->chunks[steps->chunk_count - 1].first >
                               most_commands(maker, changes)) {
            begin_chunk(steps, at, true);
            changes = may_change(maker, at, next);
        }
        extend(steps, next);
        may_extend = true;
    }
    step->chunk_count = steps->chunk_count - step->first_chunk;
    steps->chunks[step->first_chunk].is_first = true;
    steps->chunks[steps->chunk_count - 1].is_last = true;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Nodes of one phase become a step, if one of them is more than a join. */
static bool add_step(struct maker *maker, size_t *nodes, size_t count, size_t levels)
{
    struct gi_steps *steps = maker->steps;
    struct gi_step step = { .first = maker->nodes };
    size_t phase = maker->phase[nodes[0]], level = NONE;

    if (phase % 2 == 0 && !sort_by(maker, nodes, count, maker->level, levels))
        return false;
    for (size_t i = 0; i < count; i++) {
        size_t node = nodes[i];

        if (maker->facts->parts[node] == GI_PART_NOTHING)
            continue;
        steps->begins_level[maker->nodes] = maker->level[node] != level;
        level = maker->level[node];
        steps->nodes[maker->nodes++] = node;
    }
    step.count = maker->nodes - step.first;
    if (step.count == 0)
        return true;
    steps->steps[steps->step_count++] = step;
    if (phase % 2 == 0)
        cut_step(maker, &steps->steps[steps->step_count - 1]);
    return true;
}

static bool add_island(struct maker *maker, const struct gi_island *island)
{
    size_t *nodes = maker->list, count = island->count;
    size_t phases = 0, levels = 0, first = 0;

    memcpy(nodes, maker->facts->plan->nodes + island->first, count * sizeof *nodes);
    for (size_t i = 0; i < count; i++) {
        size_t node = nodes[i];

        maker->phase[node] = phase_of(maker, node);
        maker->level[node] = level_of(maker, node);
        phases = maker->phase[node] > phases ? maker->phase[node] : phases;
        levels = maker->level[node] > levels ? maker->level[node] : levels;
    }
    if (!sort_by(maker, nodes, count, maker->phase, phases + 1))
        return false;
    for (size_t end = 1; end <= count; end++) {
        if (end < count && maker->phase[nodes[end]] == maker->phase[nodes[first]])
            continue;
        if (!add_step(maker, nodes + first, end - first, levels + 1))
            return false;
        first = end;
    }
    return true;
}

static bool make_step_lists(struct maker *maker)
{
    size_t nodes = maker->facts->topology->count + 1;
    struct gi_steps *steps = maker->steps;

    maker->island_of = malloc(nodes * sizeof *maker->island_of);
    maker->phase = calloc(nodes, sizeof *maker->phase);
    maker->level = calloc(nodes, sizeof *maker->level);
    maker->list = malloc(nodes * sizeof *maker->list);
    maker->sorted = malloc(nodes * sizeof *maker->sorted);
    steps->steps = calloc(nodes, sizeof *steps->steps);
    steps->first_steps = calloc(maker->facts->plan->island_count + 1, sizeof *steps->first_steps);
    steps->nodes = malloc(nodes * sizeof *steps->nodes);
    steps->begins_level = calloc(nodes, sizeof *steps->begins_level);
    steps->chunks = calloc(nodes, sizeof *steps->chunks);
    steps->chunk_of = malloc(nodes * sizeof *steps->chunk_of);
    return maker->island_of != NULL && maker->phase != NULL && maker->level != NULL &&
           maker->list != NULL && maker->sorted != NULL && steps->steps != NULL &&
           steps->first_steps != NULL && steps->nodes != NULL && steps->begins_level != NULL &&
           steps->chunks != NULL && steps->chunk_of != NULL;
}

static bool make(struct maker *maker)
{
    const struct gi_plan *plan = maker->facts->plan;

    memset(maker->steps->chunk_of, 0xff,
           (maker->facts->topology->count + 1) * sizeof *maker->steps->chunk_of);
    for (size_t i = 0; i < plan->island_count; i++) {
        for (size_t j = 0; j < plan->islands[i].count; j++)
            maker->island_of[plan->nodes[plan->islands[i].first + j]] = i;
    }
    for (size_t i = 0; i < plan->island_count; i++) {
        maker->steps->first_steps[i] = maker->steps->step_count;
        if (!add_island(maker, &plan->islands[i]))
            return false;
    }
    maker->steps->first_steps[plan->island_count] = maker->steps->step_count;
    return true;
}

gi_status gi_steps_make(const struct gi_steps_facts *facts, struct gi_steps *out_steps)
{
    struct maker maker = { .facts = facts, .steps = out_steps };
    bool is_made;

    *out_steps = (struct gi_steps){ 0 };
    is_made = make_step_lists(&maker) && make(&maker);
    free(maker.island_of);
    free(maker.phase);
    free(maker.level);
    free(maker.list);
    free(maker.sorted);
    free(maker.starts);
    if (is_made)
        return GI_OK;
    gi_steps_drop(out_steps);
    return gi_fail(GI_OUT_OF_MEMORY, "no host memory for the steps of %zu nodes",
                   facts->topology->count);
}

void gi_steps_drop(struct gi_steps *steps)
{
    free(steps->steps);
    free(steps->first_steps);
    free(steps->nodes);
    free(steps->begins_level);
    free(steps->chunks);
    free(steps->chunk_of);
    *steps = (struct gi_steps){ 0 };
}

bool gi_steps_same_chunk(const struct gi_steps *steps, size_t chunk, const struct gi_steps *others,
                         size_t other)
{
    const struct gi_chunk *one = &steps->chunks[chunk], *two = &others->chunks[other];

    return one->count == two->count && one->is_first == two->is_first &&
           one->is_last == two->is_last && one->begins_behind == two->begins_behind &&
           memcmp(steps->nodes + one->first, others->nodes + two->first,
                  one->count * sizeof *steps->nodes) == 0 &&
           memcmp(steps->begins_level + one->first + 1, others->begins_level + two->first + 1,
                  (one->count - 1) * sizeof *steps->begins_level) == 0;
}
