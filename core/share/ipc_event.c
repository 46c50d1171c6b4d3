#include "ipc_event.h"

#include <string.h>
#include <unistd.h>

#include "ops/event.h"
#include "ipc_ask.h"
#include "base/process.h"
#include "base/uncancelled.h"

gi_status gi_ipc_event_export(gi_handle event, struct gi_ipc_handle *out_handle)
{
    struct gi_ipc_words words;
    struct gi_secret secret;
    gi_status status = gi_event_secret(event, &secret);

    if (status == GI_OK)
        status = gi_ipc_server_start(&words);
    if (status != GI_OK)
        return status;
    words.secret = secret;
    words.kind = GI_IPC_EVENT;
    words.id = event;
    memcpy(out_handle->bytes, &words, sizeof words);
    return GI_OK;
}

gi_status gi_ipc_event_open(const struct gi_ipc_handle *handle, gi_handle *out_event)
{
    GI_UNCANCELLED;
    struct gi_ipc_answer answer;
    struct gi_ipc_words words;
    gi_status status = gi_process_check();
    int fd;

    *out_event = 0;
    if (status == GI_OK)
        status = gi_ipc_check_handle(handle, GI_IPC_EVENT, &words);
    if (status == GI_OK)
        status = gi_ipc_ask(&words, &answer, &fd);
    if (status != GI_OK)
        return status;
    status = gi_event_import(fd, out_event);
    close(fd);
    return status;
}
