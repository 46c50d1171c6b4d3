/* Recordings: commands that are recorded once and submitted again and again. */
#include <stdlib.h>
#include <string.h>

#include "conformance.h"

enum { WORD = 4 };

/* ---- making them ----------------------------------------------------------------------------- */

static void need_recordings(void)
{
    if (!conf_info.recordings)
        conf_skip("the device has no recordings");
}

/* A run of one recording. */
static struct gi_recording *record_alone(struct conf_rig *rig, const struct gi_command *commands,
                                         size_t count)
{
    return conf_record(rig, (struct gi_recorded){ .commands = commands, .command_count = count,
                                             .is_first = true, .is_last = true,
                                             .begins_behind = true });
}

/* Words that are turned by one place with each replay: a recording moves them to the other half of
 * the memory, the next one moves them back. */
enum { TURNED = 64 };

struct turn {
    struct gi_memory *memory;
    struct gi_recording *run[2];
};

static void turn_begin(struct conf_rig *rig, struct turn *turn)
{
    struct gi_command away[2], back[1];
    uint32_t words[TURNED];

    turn->memory = conf_memory(rig->base, (uint64_t)2 * TURNED * WORD, GI_MEMORY_DEVICE);
    for (uint32_t i = 0; i < TURNED; i++)
        words[i] = i;
    conf_write(rig, turn->memory, 0, words, sizeof words);
    away[0] = conf_copy(turn->memory, (TURNED + 1) * WORD, turn->memory, 0, (TURNED - 1) * WORD);
    away[1] = conf_copy(turn->memory, TURNED * WORD, turn->memory, (TURNED - 1) * WORD, WORD);
    back[0] = conf_copy(turn->memory, 0, turn->memory, TURNED * WORD, TURNED * WORD);
    turn->run[0] = conf_record(rig, (struct gi_recorded){ .commands = away, .command_count = 2,
                                                     .is_first = true, .begins_behind = true });
    turn->run[1] = conf_record(rig, (struct gi_recorded){ .commands = back, .command_count = 1,
                                                     .is_last = true, .begins_behind = true });
}

static void turn_expect(struct conf_rig *rig, const struct turn *turn, uint32_t by)
{
    uint32_t words[TURNED];

    conf_read(rig, turn->memory, 0, words, sizeof words);
    for (uint32_t i = 0; i < TURNED; i++)
        CONF_THAT(words[(i + by) % TURNED] == i, "behind %u turns word %u is %u", by,
                  (i + by) % TURNED, words[(i + by) % TURNED]);
}

static void turn_end(struct turn *turn)
{
    conf_recording_free(turn->run[0]);
    conf_recording_free(turn->run[1]);
    conf_memory_free(turn->memory);
}

/* ---- cases ----------------------------------------------------------------------------------- */

/** Batch after batch, without a wait: a recording is submitted again while it runs. */
static void again_and_again(void **state)
{
    enum { TIMES = 150 };
    struct conf_rig rig;
    struct turn turn;

    (void)state;
    need_recordings();
    conf_open(&rig);
    turn_begin(&rig, &turn);
    for (uint32_t i = 0; i < TIMES; i++)
        conf_replay(&rig.main, turn.run, 2);
    conf_reach(&rig.main, rig.main.value);
    turn_expect(&rig, &turn, TIMES);
    turn_end(&turn);
    conf_close(&rig);
}

/** Several times in one batch. */
static void more_than_once_in_a_batch(void **state)
{
    enum { TIMES = 20 };
    struct gi_recording *list[2 * TIMES];
    struct conf_rig rig;
    struct turn turn;

    (void)state;
    need_recordings();
    conf_open(&rig);
    turn_begin(&rig, &turn);
    for (size_t i = 0; i < 2 * TIMES; i++)
        list[i] = turn.run[i % 2];
    conf_replay(&rig.main, list, 2 * TIMES);
    conf_reach(&rig.main, rig.main.value);
    turn_expect(&rig, &turn, TIMES);
    turn_end(&turn);
    conf_close(&rig);
}

/** Two queues in turn, each behind a value of the other; they may be of two families. */
static void on_each_queue(void **state)
{
    enum { TIMES = 40 };
    struct conf_queue queues[8];
    uint32_t count = conf_info.queue_count < 8 ? conf_info.queue_count : 8;
    struct conf_rig rig;
    struct turn turn;

    (void)state;
    need_recordings();
    if (count < 2)
        conf_skip("the device has one queue");
    conf_open(&rig);
    queues[0] = rig.main;
    for (uint32_t i = 1; i < count; i++)
        conf_queue_open(rig.base, i, &queues[i]);
    turn_begin(&rig, &turn);
    queues[0].value = rig.main.value;
    for (uint32_t i = 0; i < TIMES; i++) {
        const struct conf_queue *before = &queues[(i + count - 1) % count];
        struct gi_wait wait = { .queue = before->queue, .value = before->value };

        conf_submit_batch(&queues[i % count],
                          (struct gi_batch){ .recordings = turn.run, .recording_count = 2,
                                             .waits = &wait, .wait_count = i != 0 });
    }
    rig.main.value = queues[0].value;
    for (uint32_t i = 0; i < count; i++)
        conf_reach(&queues[i], queues[i].value);
    turn_expect(&rig, &turn, TIMES);
    turn_end(&turn);
    for (uint32_t i = 1; i < count; i++)
        conf_queue_close(&queues[i]);
    conf_close(&rig);
}

/** Commands before the recordings and behind them, in one batch. */
static void between_commands(void **state)
{
    struct gi_command around[3];
    struct conf_rig rig;
    struct turn turn;
    uint32_t words[2];

    (void)state;
    need_recordings();
    conf_open(&rig);
    turn_begin(&rig, &turn);
    struct gi_memory *out = conf_memory(rig.base, 2 * WORD, GI_MEMORY_HOST);
    around[0] = conf_fill(turn.memory, 0, WORD, 0xdecade, 4);
    around[1] = conf_after(conf_copy(out, 0, turn.memory, 0, WORD));
    around[2] = conf_copy(out, WORD, turn.memory, WORD, WORD);
    conf_submit_batch(&rig.main, (struct gi_batch){ .commands = around, .command_count = 3,
                                                    .recordings = turn.run, .recording_count = 2,
                                                    .recordings_at = 1 });
    conf_reach(&rig.main, rig.main.value);
    conf_read(&rig, out, 0, words, sizeof words);
    CONF_THAT(words[0] == TURNED - 1 && words[1] == 0xdecade, "0x%x and 0x%x came back", words[0],
              words[1]);
    conf_memory_free(out);
    turn_end(&turn);
    conf_close(&rig);
}

/** Recordings come and go, more of them than a driver is likely to keep anything of; some are never
 *  submitted. Each does its own commands and none of those before. */
static void after_others_ended(void **state)
{
    enum { ROUNDS = 3, COUNT = 90, LONG = 100 };
    struct gi_command commands[LONG];
    struct gi_recording *run[COUNT];
    uint32_t words[COUNT];
    struct conf_rig rig;

    (void)state;
    need_recordings();
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, COUNT * WORD, GI_MEMORY_DEVICE);
    struct gi_command clear = conf_fill(mem, 0, COUNT * WORD, 0, 4);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        conf_submit_batch(&rig.main, (struct gi_batch){ .commands = &clear, .command_count = 1 });
        conf_reach(&rig.main, rig.main.value);
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t count = (i + round) % 5 == 0 ? LONG : 1 + (i + round) % 2;

            for (uint32_t k = 0; k < count; k++)
                commands[k] = conf_fill(mem, i * WORD, WORD, (round + 1) * 1000 + i, 4);
            run[i] = conf_record(&rig, (struct gi_recorded){
                                      .commands = commands, .command_count = count,
                                      .is_first = true, .is_last = true, .begins_behind = true,
                                      .is_passing = i % 7 != 0 });
            if (i % 3 != round)
                conf_replay(&rig.main, &run[i], 1);
        }
        conf_reach(&rig.main, rig.main.value);
        conf_read(&rig, mem, 0, words, sizeof words);
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t expected = i % 3 != round ? (round + 1) * 1000 + i : 0;

            CONF_THAT(words[i] == expected, "in round %u word %u is %u, not %u", round, i, words[i],
                      expected);
            conf_recording_free(run[i]);
        }
    }
    conf_memory_free(mem);
    conf_close(&rig);
}

/** What recordings write is there for the host, which maps the memory. */
static void the_host_reads(void **state)
{
    enum { BYTES = 4096 };
    struct conf_rig rig;

    (void)state;
    need_recordings();
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, BYTES, GI_MEMORY_HOST);
    struct gi_command fill = conf_fill(mem, 1, BYTES - 3, 0xa5, 1);
    struct gi_recording *recording = record_alone(&rig, &fill, 1);
    for (int i = 0; i < 3; i++) {
        volatile uint8_t *bytes = mem->host_address;

        memset(mem->host_address, i, BYTES);
        conf_replay(&rig.main, &recording, 1);
        conf_reach(&rig.main, rig.main.value);
        CONF_THAT(bytes[0] == i && bytes[1] == 0xa5 && bytes[BYTES - 3] == 0xa5 &&
                  bytes[BYTES - 2] == i && bytes[BYTES - 1] == i, "round %d: %u %u .. %u %u", i,
                  bytes[0], bytes[1], bytes[BYTES - 3], bytes[BYTES - 2]);
    }
    conf_recording_free(recording);
    conf_memory_free(mem);
    conf_close(&rig);
}

/** Rows and odd sizes, by whatever way the driver takes for them; side by side. */
static void boxes_and_odd_sizes(void **state)
{
    enum { BYTES = 1 << 16, COUNT = 8 };
    static uint8_t expected[BYTES], got[BYTES], from[BYTES];
    struct gi_command commands[COUNT];
    struct conf_rig rig;

    (void)state;
    need_recordings();
    conf_open(&rig);
    struct gi_memory *src = conf_memory(rig.base, BYTES, GI_MEMORY_DEVICE);
    struct gi_memory *dst = conf_memory(rig.base, BYTES, GI_MEMORY_DEVICE);
    for (size_t i = 0; i < BYTES; i++)
        from[i] = conf_byte(i);
    conf_write(&rig, src, 0, from, BYTES);
    memset(expected, 0, BYTES);
    for (size_t i = 0; i < COUNT; i++) {
        size_t at = i * (BYTES / COUNT) + i, rows = 20, pitch = 350, width = 301 + i;

        commands[i] = conf_copy(dst, at, src, at + 3, width);
        commands[i].box.height = rows;
        commands[i].dst.strides.row_bytes = commands[i].src.strides.row_bytes = pitch;
        for (size_t row = 0; row < rows; row++)
            memcpy(expected + at + row * pitch, from + at + 3 + row * pitch, width);
    }
    struct gi_command clear = conf_fill(dst, 0, BYTES, 0, 1);
    struct gi_recording *run[2] = {
        conf_record(&rig, (struct gi_recorded){ .commands = commands, .command_count = COUNT / 2,
                                           .is_first = true, .begins_behind = true }),
        conf_record(&rig, (struct gi_recorded){ .commands = commands + COUNT / 2,
                                           .command_count = COUNT / 2, .is_last = true }),
    };
    for (int i = 0; i < 2; i++) {
        conf_run(&rig, &clear, 1);
        conf_replay(&rig.main, run, 2);
        conf_reach(&rig.main, rig.main.value);
        conf_read(&rig, dst, 0, got, BYTES);
        conf_same("boxes of recordings", got, expected, BYTES);
    }
    conf_recording_free(run[0]);
    conf_recording_free(run[1]);
    conf_memory_free(dst);
    conf_memory_free(src);
    conf_close(&rig);
}

/** Recordings without commands, first, last and alone. */
static void empty_ones(void **state)
{
    struct conf_rig rig;
    struct turn turn;

    (void)state;
    need_recordings();
    conf_open(&rig);
    turn_begin(&rig, &turn);
    struct gi_recording *nothing = record_alone(&rig, NULL, 0);
    struct gi_recording *list[4] = { nothing, turn.run[0], turn.run[1], nothing };
    conf_replay(&rig.main, list, 4);
    conf_replay(&rig.main, &nothing, 1);
    conf_reach(&rig.main, rig.main.value);
    turn_expect(&rig, &turn, 1);
    conf_recording_free(nothing);
    turn_end(&turn);
    conf_close(&rig);
}

/** Memory is finished before the recording that names it. */
static void memory_ends_first(void **state)
{
    struct conf_rig rig;

    (void)state;
    need_recordings();
    conf_open(&rig);
    struct gi_memory *mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    struct gi_command fill = conf_fill(mem, 0, 4096, 1, 1);
    struct gi_recording *recording = record_alone(&rig, &fill, 1);
    conf_replay(&rig.main, &recording, 1);
    conf_reach(&rig.main, rig.main.value);
    conf_memory_free(mem);
    mem = conf_memory(rig.base, 4096, GI_MEMORY_DEVICE);
    fill = conf_fill(mem, 0, 4096, 2, 1);
    conf_run(&rig, &fill, 1);
    conf_recording_free(recording);
    conf_memory_free(mem);
    conf_close(&rig);
}

const struct conf_case conf_recording_cases[] = {
    { "recording.again_and_again", again_and_again },
    { "recording.more_than_once_in_a_batch", more_than_once_in_a_batch },
    { "recording.on_each_queue", on_each_queue },
    { "recording.between_commands", between_commands },
    { "recording.after_others_ended", after_others_ended },
    { "recording.the_host_reads", the_host_reads },
    { "recording.boxes_and_odd_sizes", boxes_and_odd_sizes },
    { "recording.empty_ones", empty_ones },
    { "recording.memory_ends_first", memory_ends_first },
    { NULL, NULL },
};
