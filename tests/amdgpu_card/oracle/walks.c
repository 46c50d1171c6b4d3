/* Walks of actions drawn by lot, the same everywhere: a row is a whole walk, of an action's letter
 * and its result each. They find what nobody thought of asking. */
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "oracle.h"

#define WALKS 24u
#define STEPS 100u
#define OBJECTS 4u
#define POINTS 10u

struct walk {
    uint64_t random;
    uint32_t objects[OBJECTS];
    int pending;                         /* a sync_file that has not ended, or -1 */
};

/** A number below `end`. */
static uint32_t draw(struct walk *walk, uint32_t end)
{
    walk->random ^= walk->random << 13;
    walk->random ^= walk->random >> 7;
    walk->random ^= walk->random << 17;
    return (uint32_t)(walk->random >> 33) % end;
}

static uint32_t object(struct walk *walk)
{
    return walk->objects[draw(walk, OBJECTS)];
}

static void step_done(char letter, int code)
{
    printf(" %c%s", letter, code == 0 ? "0" : code == EINVAL ? "v" : code == ETIME ? "t" : "?");
}

static void step_asked(char letter, uint32_t handle, uint32_t flags)
{
    uint64_t point = 99;

    oracle_query(handle, flags, &point);
    printf(" %c%u", letter, (unsigned)point);
}

/** From one object to another by way of a sync_file. */
static void step_file(struct walk *walk)
{
    uint32_t from = object(walk), to = object(walk);
    int fd, code = oracle_export(from, 1, &fd);

    if (code == 0) {
        code = oracle_import_fence(to, fd);
        close(fd);
    }
    step_done('f', code);
}

/** A pending fence goes into an object; the next time it ends. */
static void step_pending(struct walk *walk)
{
    if (walk->pending < 0) {
        walk->pending = pending_fence();
        step_done('b', oracle_import_fence(object(walk), walk->pending));
        return;
    }
    pending_signal();
    close(walk->pending);
    walk->pending = -1;
    step_done('e', 0);
}

static void step(struct walk *walk)
{
    const uint32_t flags[4] = { 0, 0, FOR_SUBMIT, AVAILABLE };
    uint32_t handle = object(walk), other = object(walk);
    uint32_t point = draw(walk, POINTS), other_point = draw(walk, POINTS);

    switch (draw(walk, 16)) {
    case 0:
        step_done('s', oracle_signal(handle));
        break;
    case 1:
        step_done('r', oracle_reset(handle));
        break;
    case 2: case 3: case 4:
        step_done('p', oracle_signal_point(handle, point));
        break;
    case 5: case 6: case 7:
        step_done('t', oracle_transfer(handle, point, other, other_point, 0));
        break;
    case 8:
        step_file(walk);
        break;
    case 9: case 10:
        step_pending(walk);
        break;
    case 11: case 12:
        step_done('w', oracle_wait_point(handle, point, 0, flags[draw(walk, 4)]));
        break;
    case 13:
        step_asked('l', handle, LAST_SUBMITTED);
        break;
    default:
        step_asked('q', handle, 0);
        break;
    }
}

static void one_walk(uint32_t number)
{
    struct walk walk = { .random = UINT64_C(0x9e3779b97f4a7c15) * (number + 1), .pending = -1 };

    for (uint32_t i = 0; i < OBJECTS; i++)
        walk.objects[i] = oracle_create(0);
    printf("walk %u:", number);
    for (uint32_t i = 0; i < STEPS; i++)
        step(&walk);
    putchar('\n');
    if (walk.pending >= 0) {
        pending_signal();
        close(walk.pending);
    }
    for (uint32_t i = 0; i < OBJECTS; i++)
        oracle_destroy(walk.objects[i]);
}

void oracle_walks(void)
{
    for (uint32_t i = 0; i < WALKS; i++)
        one_walk(i);
}
