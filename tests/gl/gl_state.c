#include "../scenario/scenario.h"

#include "gl_state.h"

#include <string.h>

#include "egl_context.h"

enum { FIRST_NAME = 0x0B00, LAST_NAME = 0x9400, VALUES = 64, MOST_VALUES = 1024 };

struct answer {
    gigl_enum error;
    uint32_t digest;
    int first;
};

static struct answer before[LAST_NAME - FIRST_NAME], after[LAST_NAME - FIRST_NAME];

/* Numbers that change by themselves: the time, and free memory. */
static bool is_restless(int name)
{
    return name == 0x8E28 || (name >= 0x9047 && name <= 0x904B) ||
           (name >= 0x87FB && name <= 0x87FD);
}

static struct answer ask(int name)
{
    static int values[MOST_VALUES];
    struct answer answer = { .digest = 2166136261u };

    memset(values, 0, VALUES * sizeof *values);
    gl.GetIntegerv((gigl_enum)name, values);
    for (int i = 0; i < VALUES; i++)
        answer.digest = (answer.digest ^ (uint32_t)values[i]) * 16777619u;
    answer.first = values[0];
    answer.error = gl.GetError();
    return answer;
}

/* Each number that OpenGL has, or the error that there is none. */
static void ask_all(struct answer *out)
{
    while (gl.GetError() != 0)
        continue;
    for (int name = FIRST_NAME; name < LAST_NAME; name++)
        if (!is_restless(name))
            out[name - FIRST_NAME] = ask(name);
}

void gl_state_keep(void)
{
    ask_all(before);
}

void gl_state_expect(const char *when)
{
    ask_all(after);
    for (int i = 0; i < LAST_NAME - FIRST_NAME; i++)
        if (memcmp(&before[i], &after[i], sizeof before[i]) != 0)
            fail_msg("%s: 0x%x is 0x%x and was 0x%x", when, FIRST_NAME + i, after[i].first,
                     before[i].first);
}
