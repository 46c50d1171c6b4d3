#include "rtc/rtc_command.h"

#include <string.h>

#include "clang/managed.h"
#include "clang/pass.h"

static void add_start(const struct gi_rtc_command *command, struct gi_words *words)
{
    const struct gi_rtc_interface *interface = command->program->interface;
    int capability = command->options->capability;

    gi_pass_begin(words, command->places, "cuda", command->options->standard, capability);
    gi_pass_add_device(words, "-S", capability, interface->language->device_words);
    gi_words_add_array(words, interface->words);
    gi_words_add_all(words, &command->options->words);
    if (command->options->is_linked)
        gi_words_add(words, "-fgpu-rdc");
    /* Messages as NVRTC's: name(line): error: text */
    gi_words_add_array(words, (const char *const[]){
        "-fdiagnostics-format=msvc", "-fno-show-column", "-fno-color-diagnostics",
        "-fno-crash-diagnostics", "-Wno-pragma-once-outside-header", NULL });
}

/* The program's name may have folders: its own is searched as that of a file is. */
static void add_own_folder(struct gi_words *words, const char *name)
{
    const char *slash = strrchr(name, '/');

    if (slash != NULL) {
        gi_words_add(words, "-isystem");
        gi_words_add_text(words, "%.*s", slash == name ? 1 : (int)(slash - name), name);
    }
}

static void add_folders(const struct gi_rtc_command *command, struct gi_words *words)
{
    add_own_folder(words, command->program->name);
    for (size_t i = 0; i < command->options->folders.count; i++) {
        gi_words_add(words, "-isystem");
        gi_words_add(words, command->options->folders.all[i]);
    }
}

void gi_rtc_command_add_common(const struct gi_rtc_command *command, struct gi_words *out_words)
{
    add_start(command, out_words);
    add_folders(command, out_words);
}

/* The program's folders stand behind ours, whose headers a toolkit's of the same names would hide,
 * and before the system's. Its headers named as those of C and C++ stand behind all. */
void gi_rtc_command_make(const struct gi_rtc_command *command,
                         const struct gi_rtc_command_files *files, bool is_second,
                         struct gi_words *out_words)
{
    const struct gi_rtc_folder *folder = files->folder;

    add_start(command, out_words);
    gi_words_add(out_words, gi_managed_words[is_second]);
    if (is_second)
        gi_words_add(out_words, "-w");
    gi_words_add_array(out_words, (const char *const[]){ "-MD", "-MF", files->files, NULL });
    gi_words_add_text(out_words, "-ffile-prefix-map=%s/=", folder->sources);
    gi_words_add_text(out_words, "-ffile-prefix-map=%s/=", folder->standard);
    gi_pass_end(out_words, command->places, command->program->interface->language->folder,
                files->source, files->ptx);
    gi_words_add(out_words, "-isystem");
    gi_words_add(out_words, folder->sources);
    add_folders(command, out_words);
    gi_words_add(out_words, "-idirafter");
    gi_words_add(out_words, folder->standard);
}
