/** The side of the grid that has the images first: plain Vulkan on a VkDevice of its own, in this
 *  process or in another one, which does the same when it is told to. It has one image at a time,
 *  and one timeline, whose values alone say whose the image is. */
#ifndef SCENARIO_IMAGE_EXPORTER_H
#define SCENARIO_IMAGE_EXPORTER_H

#include <sys/types.h>

#include "image_peer.h"

struct image_exporter {
    struct peer_semaphore timeline;      /* the rest is of another process */
    pid_t pid;                   /* 0: it is this one */
    int socket;
    int timeline_fd;
    uint8_t *texels;             /* memory of both processes */
};

/** Texels that go through the memory of both, at most. */
#define IMAGE_EXPORTER_BYTES ((uint64_t)1 << 20)

/** Begins, here or by another process of this program, whose first argument is then
 *  IMAGE_EXPORTER_ARGUMENT and whose second is for image_exporter_child. The peer has been started
 *  here in either case. */
void image_exporter_start(struct image_exporter *out, bool elsewhere);
#define IMAGE_EXPORTER_ARGUMENT "--exporter-of-images"

/** Returns: false if the other process did not end well. */
bool image_exporter_stop(struct image_exporter *exporter);

/** What the other process does; its exit status. */
int image_exporter_child(const char *argument);

/** A new fd of the timeline, the caller's; and the value that it has. */
int image_exporter_timeline(const struct image_exporter *exporter);
uint64_t image_exporter_value(const struct image_exporter *exporter);

/** Makes an image; out_fd is of its memory, the caller's. Of an image elsewhere the handles are
 *  null. */
void image_exporter_create(struct image_exporter *exporter, const struct peer_image_shape *shape,
                           enum peer_image_home home, struct peer_image *out, int *out_fd);
void image_exporter_destroy(struct image_exporter *exporter, struct peer_image *image);

/** Writes every texel and signals value. */
void image_exporter_write(struct image_exporter *exporter, struct peer_image *image,
                          const uint8_t *texels, uint64_t value);

/** Waits for value and reads every texel. */
void image_exporter_read(struct image_exporter *exporter, struct peer_image *image,
                         uint8_t *texels, uint64_t value);

#endif
