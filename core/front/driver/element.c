#include "element.h"

#define CHANNELS_MAX 4u
#define WHOLE_ROW(format, own) { (int)(format), GI_FORMAT_##own },

static const struct row {
    gpuArray_Format format;
    int bits, kind;
} rows[] = {
    { GPU_AD_FORMAT_UNSIGNED_INT8, 8, GI_CHANNEL_UNSIGNED },
    { GPU_AD_FORMAT_UNSIGNED_INT16, 16, GI_CHANNEL_UNSIGNED },
    { GPU_AD_FORMAT_UNSIGNED_INT32, 32, GI_CHANNEL_UNSIGNED },
    { GPU_AD_FORMAT_SIGNED_INT8, 8, GI_CHANNEL_SIGNED },
    { GPU_AD_FORMAT_SIGNED_INT16, 16, GI_CHANNEL_SIGNED },
    { GPU_AD_FORMAT_SIGNED_INT32, 32, GI_CHANNEL_SIGNED },
    { GPU_AD_FORMAT_HALF, 16, GI_CHANNEL_FLOAT },
    { GPU_AD_FORMAT_FLOAT, 32, GI_CHANNEL_FLOAT },
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

/** Formats whose number of channels is their own. */
static const struct whole_row {
    int format;
    enum gi_format own;
} whole_rows[] = { FRONT_WHOLE_FORMATS(WHOLE_ROW) { -1, GI_FORMAT_NONE } };

static unsigned int count_of(const struct gi_channels *channels)
{
    unsigned int count = 0;

    while (count < CHANNELS_MAX && channels->bits[count] != 0)
        ++count;
    return count;
}

static gi_status from_whole(const char *caller, gpuArray_Format format, unsigned int count,
                            struct gi_channels *out_channels)
{
    for (const struct whole_row *row = whole_rows; row->own != GI_FORMAT_NONE; row++) {
        const struct gi_channels *channels = &gi_format_info(row->own)->channels;

        if (row->format != (int)format)
            continue;
        if (count != count_of(channels))
            return gi_fail(GI_INVALID_VALUE, "%s: NumChannels is %u; Format %d has %u", caller,
                           count, (int)format, count_of(channels));
        *out_channels = *channels;
        return GI_OK;
    }
    return gi_fail(GI_INVALID_VALUE, "%s: Format is %d, which arrays do not have", caller,
                   (int)format);
}

gi_status front_from_element(const char *caller, gpuArray_Format format, unsigned int count,
                             struct gi_channels *out_channels)
{
    const struct row *row = NULL;

    *out_channels = (struct gi_channels){ .kind = GI_CHANNEL_NONE };
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].format == format)
            row = &rows[i];
    if (row == NULL)
        return from_whole(caller, format, count, out_channels);
    if (count != 1 && count != 2 && count != CHANNELS_MAX)
        return gi_fail(GI_INVALID_VALUE, "%s: NumChannels is %u; 1, 2 and 4 exist", caller,
                       count);
    out_channels->kind = row->kind;
    for (unsigned int i = 0; i < count; i++)
        out_channels->bits[i] = row->bits;
    return GI_OK;
}

gi_status front_to_element(const char *caller, const struct gi_channels *channels,
                           gpuArray_Format *out_format, unsigned int *out_count)
{
    enum gi_format own;
    gi_status status;

    *out_count = count_of(channels);
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (rows[i].bits == channels->bits[0] && rows[i].kind == channels->kind) {
            *out_format = rows[i].format;
            return GI_OK;
        }
    status = gi_format_from_channels(channels, &own);
    for (const struct whole_row *row = whole_rows; status == GI_OK && row->own != GI_FORMAT_NONE;
         row++) {
        if (row->own == own) {
            *out_format = (gpuArray_Format)row->format;
            return GI_OK;
        }
    }
    return status != GI_OK ? status
                           : gi_fail(GI_NOT_SUPPORTED, "%s: the format is %s, for which there is "
                                     "no gpuArray_Format", caller, gi_format_info(own)->name);
}
