#include "graphics_plan.h"

#include <string.h>

/* Why the two cannot have memory in common; NULL: they can. */
static const char *why_apart(const struct gi_graphics_plan_facts *facts)
{
    if (!facts->has_uuid)
        return "the context does not say which device it is on";
    return facts->same_device ? NULL : "the context is on another device";
}

/* Why a buffer's own storage cannot be used; NULL: it can. */
static const char *why_not_exported(const struct gi_graphics_plan_facts *facts)
{
    static const char *const wishes[] = {
        [GI_GRAPHICS_WISH_SHADOW] = "GPUINTEROP_GL is \"shadow\"",
        [GI_GRAPHICS_WISH_SHADOW_KERNELS] = "GPUINTEROP_GL is \"shadow-kernels\"",
        [GI_GRAPHICS_WISH_KERNELS] = "GPUINTEROP_GL is \"kernels\"",
        [GI_GRAPHICS_WISH_PIXELS] = "GPUINTEROP_GL is \"pixels\"",
        [GI_GRAPHICS_WISH_HOST] = "GPUINTEROP_GL is \"host\"",
    };

    if (facts->wish != GI_GRAPHICS_ANY)
        return wishes[facts->wish];
    if (!facts->exports_buffers)
        return "the context exports no buffers";
    if (!facts->takes_dma_bufs)
        return "the device opens no dma-bufs";
    return why_apart(facts);
}

/* Why the interface cannot copy to the device's memory by itself; NULL: it can. */
static const char *why_not_by_itself(const struct gi_graphics_plan_facts *facts)
{
    if (facts->wish == GI_GRAPHICS_WISH_HOST)
        return "GPUINTEROP_GL is \"host\"";
    if (!facts->takes_memory)
        return "the context opens no memory of other interfaces";
    if (!facts->is_image && !facts->copies_buffers)
        return "the context copies no buffers by itself";
    if (facts->is_image && !facts->packs_buffers)
        return "the context copies nothing between images and buffers";
    if (why_apart(facts) != NULL)
        return why_apart(facts);
    return facts->exports ? NULL : "the device does not export memory";
}

enum gi_graphics_way gi_graphics_way_of_host(bool host_reaches, bool is_image)
{
    return host_reaches && !is_image ? GI_GRAPHICS_HOST_DIRECT : GI_GRAPHICS_HOST;
}

static enum gi_graphics_way way_of_host(const struct gi_graphics_plan_facts *facts)
{
    return gi_graphics_way_of_host(facts->host_reaches, facts->is_image);
}

static bool wants_buffer(enum gi_graphics_wish wish)
{
    return wish == GI_GRAPHICS_WISH_PIXELS || wish == GI_GRAPHICS_WISH_KERNELS;
}

/* Why an image goes through a buffer, if the interface can open the device's memory. */
static const char *why_pixels(const struct gi_graphics_plan_facts *facts)
{
    if (facts->wish == GI_GRAPHICS_WISH_PIXELS)
        return "GPUINTEROP_GL is \"pixels\"";
    if (facts->wish == GI_GRAPHICS_WISH_KERNELS)
        return "GPUINTEROP_GL is \"kernels\"";
    return "the context does not copy images of this format by itself";
}

struct gi_graphics_plan gi_graphics_choose(const struct gi_graphics_plan_facts *facts)
{
    const char *not_exported = facts->is_image ? NULL : why_not_exported(facts);
    const char *why = why_not_by_itself(facts);

    if (!facts->is_image && not_exported == NULL)
        return (struct gi_graphics_plan){ GI_GRAPHICS_EXPORT, NULL };
    if (why != NULL)
        return (struct gi_graphics_plan){ way_of_host(facts), why };
    if (facts->is_image && (!facts->copies_images || wants_buffer(facts->wish)))
        return (struct gi_graphics_plan){ GI_GRAPHICS_PIXELS, why_pixels(facts) };
    return (struct gi_graphics_plan){ GI_GRAPHICS_SHADOW, not_exported };
}

bool gi_graphics_way_shares(enum gi_graphics_way way)
{
    return way == GI_GRAPHICS_SHADOW || way == GI_GRAPHICS_PIXELS;
}

bool gi_graphics_next(const struct gi_graphics_plan_facts *facts, enum gi_graphics_way *way)
{
    bool fails = gi_graphics_way_shares(*way) || *way == GI_GRAPHICS_EXPORT;

    if (*way == GI_GRAPHICS_EXPORT && why_not_by_itself(facts) == NULL)
        *way = GI_GRAPHICS_SHADOW;
    else if (fails)
        *way = *way == GI_GRAPHICS_SHADOW && facts->is_image ? GI_GRAPHICS_PIXELS
                                                             : way_of_host(facts);
    return fails;
}

bool gi_graphics_by_kernels(enum gi_graphics_wish wish, bool is_cpu)
{
    return wish == GI_GRAPHICS_WISH_KERNELS || wish == GI_GRAPHICS_WISH_SHADOW_KERNELS ||
           (!is_cpu && wish != GI_GRAPHICS_WISH_PIXELS && wish != GI_GRAPHICS_WISH_HOST);
}

bool gi_graphics_wish_of(const char *text, enum gi_graphics_wish *out_wish)
{
    static const char *const words[] = {
        [GI_GRAPHICS_ANY] = "export",
        [GI_GRAPHICS_WISH_SHADOW] = "shadow",
        [GI_GRAPHICS_WISH_SHADOW_KERNELS] = "shadow-kernels",
        [GI_GRAPHICS_WISH_KERNELS] = "kernels",
        [GI_GRAPHICS_WISH_PIXELS] = "pixels",
        [GI_GRAPHICS_WISH_HOST] = "host",
    };

    *out_wish = GI_GRAPHICS_ANY;
    if (text == NULL || text[0] == '\0')
        return true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcmp(text, words[i]) == 0) {
            *out_wish = (enum gi_graphics_wish)i;
            return true;
        }
    return false;
}

const char *gi_graphics_way_name(enum gi_graphics_way way)
{
    switch (way) {
    case GI_GRAPHICS_EXPORT:      return "the interface's own storage, without a copy";
    case GI_GRAPHICS_SHADOW:      return "a copy on the device";
    case GI_GRAPHICS_PIXELS:      return "copies on the device, through a buffer";
    case GI_GRAPHICS_HOST_DIRECT: return "a copy by the host";
    case GI_GRAPHICS_HOST:        return "two copies by the host";
    case GI_GRAPHICS_WAYS:        break;
    }
    return "no way";
}
