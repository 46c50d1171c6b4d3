/** The traits of each kind of command, in one table. Code that needs to know what a command reads
 *  and writes asks here. Only code that carries commands out has a switch over the kinds. */
#ifndef GI_COMMAND_H
#define GI_COMMAND_H

#include "driver.h"

#define GI_COMMAND_KINDS (GI_COMMAND_LAST + 1)

/** The kind of one operand of a command. */
enum gi_command_side { GI_SIDE_NONE, GI_SIDE_MEMORY, GI_SIDE_IMAGE };

struct gi_command_traits {
    const char *name;                    /* in messages */
    enum gi_command_side writes;         /* dst or dst_image */
    enum gi_command_side reads;          /* src or src_image */
    bool has_box;
    bool has_pattern;
    bool touches_anything;               /* names neither side, and may read and write all */
    bool bounds_time;                    /* later commands must not begin before it */
};

extern const struct gi_command_traits gi_command_traits[GI_COMMAND_KINDS];

static inline const struct gi_command_traits *gi_command_traits_of(const struct gi_command *command)
{
    return &gi_command_traits[command->kind];
}

/** The operand of a command if it has this sort, else NULL. */
static inline const struct gi_place *gi_command_dst(const struct gi_command *command)
{
    return gi_command_traits_of(command)->writes == GI_SIDE_MEMORY ? &command->dst : NULL;
}

static inline const struct gi_place *gi_command_src(const struct gi_command *command)
{
    return gi_command_traits_of(command)->reads == GI_SIDE_MEMORY ? &command->src : NULL;
}

static inline const struct gi_image_place *gi_command_dst_image(const struct gi_command *command)
{
    return gi_command_traits_of(command)->writes == GI_SIDE_IMAGE ? &command->dst_image : NULL;
}

static inline const struct gi_image_place *gi_command_src_image(const struct gi_command *command)
{
    return gi_command_traits_of(command)->reads == GI_SIDE_IMAGE ? &command->src_image : NULL;
}

#endif
