/* Choices of recordings: the device reads a word each time that a recording runs, and launches run
 * or do not. A launch adds a number to a word, once for each group. */
#include <stdlib.h>

#include "conformance.h"
#ifdef CONF_HAS_SHADERS
#include "conf_add.spv.h"
#endif

enum { WORD = 4, WORDS = 64, MOST = 48, PUSH_BYTES = 16 };

struct gi_memory *conf_added_to;

/* ---- what cases share ------------------------------------------------------------------------ */

/* A recording that is being made, and what it needs. */
struct scene {
    struct conf_rig rig;
    struct gi_kernel *kernel;
    struct gi_memory *room;
    volatile uint32_t *words;            /* of conf_added_to */
    struct gi_command commands[MOST];
    struct gi_kernel_launch launches[MOST];
    size_t launch_choices[MOST];
    struct gi_recorded_choice choices[MOST];
    size_t count, choice_count;
    struct gi_recording *recording;
};

static struct gi_kernel *make_kernel(struct gi_device_base *base)
{
    struct gi_kernel *kernel = calloc(1, conf_driver->kernel->size);
    struct gi_kernel_code code = { .entry = "main", .push_bytes = PUSH_BYTES };

    CONF_THAT(kernel != NULL, "no memory for a kernel");
#ifdef CONF_HAS_SHADERS
    code.words = conf_add_spv;
    code.word_count = sizeof conf_add_spv / sizeof conf_add_spv[0];
#endif
    kernel->device = base;
    kernel->ops = conf_driver->kernel;
    CONF_OK(kernel->ops->init(kernel, &code));
    return kernel;
}

static void begin(struct scene *scene)
{
    if (!conf_info.choices)
        conf_skip("the device has no choices");
    memset(scene, 0, sizeof *scene);
    conf_open(&scene->rig);
    scene->kernel = make_kernel(scene->rig.base);
    scene->room = conf_memory(scene->rig.base, 2 * MOST * GI_CHOICE_BYTES, GI_MEMORY_HOST);
    conf_added_to = conf_memory(scene->rig.base, WORDS * WORD, GI_MEMORY_HOST);
    scene->words = conf_added_to->host_address;
    memset(conf_added_to->host_address, 0, WORDS * WORD);
}

static void end(struct scene *scene)
{
    conf_recording_free(scene->recording);
    scene->kernel->ops->finish(scene->kernel);
    free(scene->kernel);
    conf_memory_free(conf_added_to);
    conf_added_to = NULL;
    conf_memory_free(scene->room);
    conf_close(&scene->rig);
}

/* Behind a barrier, or beside the launch before. */
static void add_launch(struct scene *scene, size_t choice, bool is_behind, uint32_t word,
                       uint32_t number, uint32_t groups)
{
    uint64_t address = conf_added_to->device_address + (uint64_t)word * WORD;
    size_t at = scene->count++;

    CONF_THAT(at < MOST, "too many launches");
    scene->launches[at] = (struct gi_kernel_launch){
        .kernel = scene->kernel, .groups = { groups, 1, 1 }, .push_bytes = PUSH_BYTES,
        .push = { (uint32_t)address, (uint32_t)(address >> 32), number } };
    scene->launch_choices[at] = choice;
    scene->commands[at] = (struct gi_command){ .kind = GI_COMMAND_LAUNCH, .launch = at,
                                               .barrier_before = is_behind };
}

/* Returns its name for launches. */
static size_t add_choice(struct scene *scene, size_t within, uint32_t word, uint32_t number,
                         bool is_equal)
{
    scene->choices[scene->choice_count++] = (struct gi_recorded_choice){
        .at = scene->count, .word = { .memory = conf_added_to, .offset_bytes = word * WORD },
        .number = number, .is_equal = is_equal, .within = within };
    return scene->choice_count;
}

static void finish(struct scene *scene)
{
    scene->recording = conf_record(&scene->rig, (struct gi_recorded){
        .commands = scene->commands, .command_count = scene->count,
        .launches = scene->launches, .launch_count = scene->count,
        .is_first = true, .is_last = true, .begins_behind = true,
        .choices = scene->choices, .choice_count = scene->choice_count,
        .launch_choices = scene->launch_choices, .choice_room = { .memory = scene->room } });
}

static void run(struct scene *scene)
{
    conf_replay(&scene->rig.main, &scene->recording, 1);
    conf_reach(&scene->rig.main, scene->rig.main.value);
}

static void expect(const struct scene *scene, uint32_t word, uint32_t value, const char *what)
{
    CONF_THAT(scene->words[word] == value, "%s: %u instead of %u", what, scene->words[word], value);
}

/* ---- cases ----------------------------------------------------------------------------------- */

/** A word that is, or is not, a number, within others and beside them, in each combination. */
static void words_say_which_launches_run(void **state)
{
    enum { FIRST, SECOND, ALWAYS = 8, IF, ELSE, CASE, INNER, BEHIND };
    static const uint32_t numbers[] = { 0, 1, 5, UINT32_MAX };
    struct scene scene;
    size_t choice;

    (void)state;
    begin(&scene);
    add_launch(&scene, 0, false, ALWAYS, 1, 1);
    choice = add_choice(&scene, 0, FIRST, 0, false);
    add_launch(&scene, choice, true, IF, 1, 3);
    add_launch(&scene, choice, false, IF, 10, 1);
    choice = add_choice(&scene, 0, FIRST, 0, true);
    add_launch(&scene, choice, true, ELSE, 1, 1);
    choice = add_choice(&scene, 0, FIRST, 5, true);
    add_launch(&scene, choice, true, CASE, 1, 1);
    choice = add_choice(&scene, choice, SECOND, 1, true);
    add_launch(&scene, choice, true, INNER, 1, 2);
    add_launch(&scene, 0, true, BEHIND, 1, 1);
    finish(&scene);
    for (size_t i = 0; i < 16; i++) {
        uint32_t first = numbers[i / 4], second = numbers[i % 4];

        memset(conf_added_to->host_address, 0, WORDS * WORD);
        scene.words[FIRST] = first;
        scene.words[SECOND] = second;
        for (uint32_t times = 1; times <= 2; times++) {
            run(&scene);
            expect(&scene, ALWAYS, times, "a launch without a choice");
            expect(&scene, IF, first != 0 ? 13 * times : 0, "launches of another number than 0");
            expect(&scene, ELSE, first == 0 ? times : 0, "a launch of the number 0");
            expect(&scene, CASE, first == 5 ? times : 0, "a launch of the number 5");
            expect(&scene, INNER, first == 5 && second == 1 ? 2 * times : 0,
                   "a launch of a choice within one");
            expect(&scene, BEHIND, times, "a launch behind choices");
        }
    }
    end(&scene);
}

/** The word is read behind the launches in front of it, and for each choice anew. */
static void launches_in_front_write_the_word(void **state)
{
    enum { NUMBER, FIRST = 8, SECOND };
    struct scene scene;
    size_t choice;

    (void)state;
    begin(&scene);
    add_launch(&scene, 0, false, NUMBER, 1, 1);
    choice = add_choice(&scene, 0, NUMBER, 2, true);
    add_launch(&scene, choice, true, FIRST, 1, 1);
    add_launch(&scene, choice, true, NUMBER, 5, 1);
    choice = add_choice(&scene, 0, NUMBER, 7, true);
    add_launch(&scene, choice, true, SECOND, 1, 1);
    finish(&scene);
    for (uint32_t times = 1; times <= 4; times++) {      /* the number is 1, 7, 8, 9 */
        run(&scene);
        expect(&scene, NUMBER, times == 1 ? 1 : 5 + times, "the number");
        expect(&scene, FIRST, times >= 2, "a launch of the number 2");
        expect(&scene, SECOND, times >= 2, "a launch of the number that another choice wrote");
    }
    end(&scene);
}

/** More launches than one look of a driver may write, and choices without any. */
static void many_launches_of_a_choice(void **state)
{
    enum { NUMBER, OTHER, COUNT = 40, FIRST = 8 };
    struct scene scene;
    size_t choice;

    (void)state;
    begin(&scene);
    (void)add_choice(&scene, 0, OTHER, 1, true);
    choice = add_choice(&scene, 0, NUMBER, 1, true);
    for (uint32_t i = 0; i < COUNT; i++)
        add_launch(&scene, choice, i % 3 == 0, FIRST + i, i + 1, 1 + i % 2);
    finish(&scene);
    for (uint32_t number = 0; number < 3; number++) {
        memset(conf_added_to->host_address, 0, WORDS * WORD);
        scene.words[NUMBER] = number;
        run(&scene);
        for (uint32_t i = 0; i < COUNT; i++)
            expect(&scene, FIRST + i, number == 1 ? (i + 1) * (1 + i % 2) : 0, "one of many");
    }
    end(&scene);
}

/** In a row of batches without a wait of the host. */
static void again_and_again(void **state)
{
    enum { NUMBER, COUNTED = 8, TIMES = 50 };
    struct scene scene;
    size_t choice;

    (void)state;
    begin(&scene);
    add_launch(&scene, 0, false, NUMBER, 1, 1);
    choice = add_choice(&scene, 0, NUMBER, TIMES / 2, true);
    add_launch(&scene, choice, true, COUNTED, 1, 1);
    finish(&scene);
    for (int i = 0; i < TIMES; i++)
        conf_replay(&scene.rig.main, &scene.recording, 1);
    conf_reach(&scene.rig.main, scene.rig.main.value);
    expect(&scene, NUMBER, TIMES, "the number");
    expect(&scene, COUNTED, 1, "a launch of one number");
    end(&scene);
}

const struct conf_case conf_choice_cases[] = {
    { "choice.words_say_which_launches_run", words_say_which_launches_run },
    { "choice.launches_in_front_write_the_word", launches_in_front_write_the_word },
    { "choice.many_launches_of_a_choice", many_launches_of_a_choice },
    { "choice.again_and_again", again_and_again },
    { NULL, NULL },
};
