#include "shown_images.h"

#include <pthread.h>

#include "base/vector.h"
#include "contract/driver.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;         /* a leaf; of all lists */

static bool is_external(const struct gi_image *image)
{
    return (image->shape.flags & GI_IMAGE_EXTERNAL) != 0;
}

/* Its place, or the list's end. Programs show few images that they share. */
static size_t find_image(const struct gi_shown_images *list, const struct gi_image *image)
{
    size_t i = 0;

    while (i < list->count && list->items[i].image != image)
        i++;
    return i;
}

gi_status gi_shown_images_add(struct gi_shown_images *list, struct gi_image *image,
                              struct gi_allocation *texels)
{
    gi_status status = GI_OK;
    size_t i;

    if (!is_external(image))
        return GI_OK;
    pthread_mutex_lock(&lock);
    i = find_image(list, image);
    if (i < list->count)
        list->items[i].objects++;
    else if (gi_grow((void **)&list->items, &list->capacity, list->count + 1, sizeof *list->items))
        list->items[list->count++] = (struct gi_shown_image){ image, texels, 1 };
    else
        status = gi_fail(GI_OUT_OF_MEMORY, "no host memory for another texture");
    pthread_mutex_unlock(&lock);
    return status;
}

void gi_shown_images_remove(struct gi_shown_images *list, const struct gi_image *image)
{
    size_t i;

    if (!is_external(image))
        return;
    pthread_mutex_lock(&lock);
    i = find_image(list, image);
    if (i < list->count && --list->items[i].objects == 0)
        list->items[i] = list->items[--list->count];
    pthread_mutex_unlock(&lock);
}

bool gi_shown_images_visit(const struct gi_shown_images *list,
                           bool (*visit)(struct gi_image *image, struct gi_allocation *texels,
                                         void *argument),
                           void *argument)
{
    bool went = true;

    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < list->count && went; i++)
        went = visit(list->items[i].image, list->items[i].texels, argument);
    pthread_mutex_unlock(&lock);
    return went;
}
