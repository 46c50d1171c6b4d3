#include "jit.h"

#include <stdio.h>
#include <stdlib.h>

#include "code/image_file.h"

gi_status front_jit_read(const char *caller, unsigned int count, const gpuJitOption *options,
                         void **values, struct front_jit *out_jit)
{
    *out_jit = (struct front_jit){ 0 };
    if (count != 0 && (options == NULL || values == NULL))
        return gi_fail(GI_INVALID_VALUE, "%s: %u options, and their array is NULL", caller, count);
    for (unsigned int i = 0; i < count; i++) {
        switch ((int)options[i]) {
        case gpuJitInfoLogBuffer:
            out_jit->info = values[i];
            break;
        case gpuJitInfoLogBufferSizeBytes:
            out_jit->info_bytes = (size_t)(uintptr_t)values[i];
            out_jit->info_size = &values[i];
            break;
        case gpuJitErrorLogBuffer:
            out_jit->error = values[i];
            break;
        case gpuJitErrorLogBufferSizeBytes:
            out_jit->error_bytes = (size_t)(uintptr_t)values[i];
            out_jit->error_size = &values[i];
            break;
        default:
            break;               /* how a compiler would work */
        }
    }
    return GI_OK;
}

static void write_text(char *buffer, size_t room, void **out_size, const char *text)
{
    size_t written = 0;

    if (buffer != NULL && room != 0) {
        int length = snprintf(buffer, room, "%s", text);

        /* a text that was cut is told with its zero */
        written = length < 0 || room == 1 ? 0 : (size_t)length < room ? (size_t)length : room;
    }
    if (out_size != NULL)
        *out_size = (void *)(uintptr_t)written;
}

gi_status front_jit_tell(const struct front_jit *jit, gi_status status)
{
    write_text(jit->info, jit->info_bytes, jit->info_size, "");
    write_text(jit->error, jit->error_bytes, jit->error_size,
               status == GI_OK ? "" : gi_last_error_detail());
    return status;
}

gi_status front_jit_use_file(const struct front_jit *jit, const char *path, front_jit_user *use,
                             void *context)
{
    size_t size_bytes;
    void *image;
    gi_status status = gi_image_file_read(path, &image, &size_bytes);

    if (status != GI_OK)
        return status;
    status = front_jit_tell(jit, use(context, image, size_bytes));
    free(image);
    return status;
}
