#include "image_exporter.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fd_message.h"

enum order { ORDER_VALUE, ORDER_CREATE, ORDER_DESTROY, ORDER_WRITE, ORDER_READ };

/* What the other process is to do with its image, and its answer, which has the fd of the memory
 * if it made one. */
struct request {
    enum order order;
    struct peer_image_shape shape;
    enum peer_image_home home;
    uint64_t value;
};

struct answer {
    uint64_t offset_bytes, allocated_bytes, texel_bytes;
    uint64_t value;
};

/* ---- the other process ---------------------------------------------------------------------- */

static struct answer obey(const struct request *request, struct image_exporter *mine,
                          struct peer_image *image, int *out_fd)
{
    struct answer answer = { .value = 0 };

    switch (request->order) {
    case ORDER_VALUE:
        answer.value = image_exporter_value(mine);
        break;
    case ORDER_CREATE:
        image_exporter_create(mine, &request->shape, request->home, image, out_fd);
        break;
    case ORDER_DESTROY:
        image_exporter_destroy(mine, image);
        break;
    case ORDER_WRITE:
        image_exporter_write(mine, image, mine->texels, request->value);
        break;
    case ORDER_READ:
        image_exporter_read(mine, image, mine->texels, request->value);
        break;
    }
    answer.offset_bytes = image->offset_bytes;
    answer.allocated_bytes = image->allocated_bytes;
    answer.texel_bytes = image->texel_bytes;
    return answer;
}

static uint8_t *map_texels(int memory)
{
    void *texels = mmap(NULL, IMAGE_EXPORTER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);

    peer_need(texels != MAP_FAILED, "memory of two processes");
    return texels;
}

int image_exporter_child(const char *argument)
{
    int socket = atoi(argument), memory, timeline;
    struct image_exporter mine;
    struct peer_image image = { .texel_bytes = 0 };
    struct request request;
    const char *why;

    if (!fd_message_receive(socket, &request, sizeof request, &memory, 1) || !peer_start(&why))
        return 1;
    image_exporter_start(&mine, false);
    mine.texels = map_texels(memory);
    close(memory);
    timeline = image_exporter_timeline(&mine);
    if (!fd_message_send(socket, &request, sizeof request, &timeline, 1))
        return 2;
    close(timeline);
    while (fd_message_receive(socket, &request, sizeof request, NULL, 0)) {
        int fd = -1;
        struct answer answer = obey(&request, &mine, &image, &fd);

        if (!fd_message_send(socket, &answer, sizeof answer, &fd, fd >= 0))
            return 3;
        if (fd >= 0)
            close(fd);
    }
    munmap(mine.texels, IMAGE_EXPORTER_BYTES);
    (void)image_exporter_stop(&mine);
    peer_image_stop();
    peer_stop();
    return 0;
}

/* ---- this side ------------------------------------------------------------------------------ */

static void start_child(struct image_exporter *out)
{
    int sockets[2], memory = memfd_create("texels", MFD_CLOEXEC);
    struct request hello = { .order = ORDER_VALUE };
    char number[16];

    peer_need(memory >= 0 && ftruncate(memory, (off_t)IMAGE_EXPORTER_BYTES) == 0
              && socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) == 0,
              "another process");
    snprintf(number, sizeof number, "%d", sockets[1]);
    out->pid = fork();
    peer_need(out->pid >= 0, "fork");
    if (out->pid == 0) {
        fcntl(sockets[1], F_SETFD, 0);
        execl("/proc/self/exe", "exporter", IMAGE_EXPORTER_ARGUMENT, number, (char *)NULL);
        _exit(127);
    }
    close(sockets[1]);
    out->socket = sockets[0];
    out->texels = map_texels(memory);
    peer_need(fd_message_send(out->socket, &hello, sizeof hello, &memory, 1)
              && fd_message_receive(out->socket, &hello, sizeof hello, &out->timeline_fd, 1),
              "the other process");
    close(memory);
}

static struct answer tell(const struct image_exporter *exporter, const struct request *request,
                          int *out_fd)
{
    struct answer answer = { .value = 0 };

    peer_need(fd_message_send(exporter->socket, request, sizeof *request, NULL, 0)
              && fd_message_receive(exporter->socket, &answer, sizeof answer, out_fd,
                                    out_fd != NULL), "the other process");
    return answer;
}

void image_exporter_start(struct image_exporter *out, bool elsewhere)
{
    memset(out, 0, sizeof *out);
    if (elsewhere)
        start_child(out);
    else
        peer_semaphore_create(&out->timeline, true);
}

bool image_exporter_stop(struct image_exporter *exporter)
{
    int status = -1;

    if (exporter->pid == 0) {
        peer_semaphore_destroy(&exporter->timeline);
        return true;
    }
    close(exporter->socket);     /* which is its end, too */
    close(exporter->timeline_fd);
    munmap(exporter->texels, IMAGE_EXPORTER_BYTES);
    return waitpid(exporter->pid, &status, 0) == exporter->pid && status == 0;
}

int image_exporter_timeline(const struct image_exporter *exporter)
{
    return exporter->pid == 0 ? peer_semaphore_export(&exporter->timeline)
                              : dup(exporter->timeline_fd);
}

uint64_t image_exporter_value(const struct image_exporter *exporter)
{
    const struct request request = { .order = ORDER_VALUE };

    if (exporter->pid == 0)
        return peer_semaphore_value(&exporter->timeline);
    return tell(exporter, &request, NULL).value;
}

void image_exporter_create(struct image_exporter *exporter, const struct peer_image_shape *shape,
                           enum peer_image_home home, struct peer_image *out, int *out_fd)
{
    const struct request request = { .order = ORDER_CREATE, .shape = *shape, .home = home };
    struct answer answer;

    if (exporter->pid == 0) {
        peer_image_create(out, shape, home);
        *out_fd = peer_image_export(out);
        return;
    }
    answer = tell(exporter, &request, out_fd);
    *out = (struct peer_image){ .shape = *shape, .offset_bytes = answer.offset_bytes,
                                .allocated_bytes = answer.allocated_bytes,
                                .texel_bytes = answer.texel_bytes };
    peer_need(out->texel_bytes <= IMAGE_EXPORTER_BYTES, "an image that is small enough");
}

void image_exporter_destroy(struct image_exporter *exporter, struct peer_image *image)
{
    const struct request request = { .order = ORDER_DESTROY };

    if (exporter->pid == 0)
        peer_image_destroy(image);
    else
        (void)tell(exporter, &request, NULL);
}

void image_exporter_write(struct image_exporter *exporter, struct peer_image *image,
                          const uint8_t *texels, uint64_t value)
{
    const struct request request = { .order = ORDER_WRITE, .value = value };
    struct peer_order order = { .signal = &exporter->timeline, .signal_value = value };

    if (exporter->pid == 0) {
        peer_image_write(image, texels, &order);
        return;
    }
    memcpy(exporter->texels, texels, image->texel_bytes);
    (void)tell(exporter, &request, NULL);
}

void image_exporter_read(struct image_exporter *exporter, struct peer_image *image,
                         uint8_t *texels, uint64_t value)
{
    const struct request request = { .order = ORDER_READ, .value = value };
    struct peer_order order = { .wait = &exporter->timeline, .wait_value = value };

    if (exporter->pid == 0) {
        peer_image_read(image, texels, &order);
        return;
    }
    (void)tell(exporter, &request, NULL);
    memcpy(texels, exporter->texels, image->texel_bytes);
}
