/* The folders of /dev and /sys in which the card stands. */
#include "paths.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "real.h"
#include "uapi.h"

#define FOLDER_VARIABLE "GPUINTEROP_CARD_FOLDER"
#define FOLDER_PREFIX "gpuinterop-card."
#define STALE_SECONDS 60
#define FIRST_BUS 3u
#define RENDER_MINOR 128u

static char folder[GICARD_PATH_BYTES];
static size_t folder_length;
static pid_t maker;                     /* who removes it */

const char *gicard_paths_folder(void)
{
    return folder;
}

/* ---- the tree ----------------------------------------------------------------------------- */

/** Makes a folder in the shared one with those above it. */
static bool make_folder(const char *relative)
{
    char path[2 * GICARD_PATH_BYTES];

    snprintf(path, sizeof(path), "%s/%s/", folder, relative);
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

static bool make_file(const char *where, const char *name, const char *text)
{
    char path[2 * GICARD_PATH_BYTES];

    snprintf(path, sizeof(path), "%s/%s/%s", folder, where, name);
    int fd = gicard_real.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0)
        return false;
    bool written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return written;
}

static bool make_link(const char *where, const char *name, const char *target)
{
    char path[2 * GICARD_PATH_BYTES];

    snprintf(path, sizeof(path), "%s/%s/%s", folder, where, name);
    return symlink(target, path) == 0 || errno == EEXIST;
}

/** One node: its device file, its place under /sys/dev/char, its folder below the card. */
static bool make_node(const char *pci, unsigned minor, const char *name)
{
    char where[96], text[96], target[96];

    snprintf(text, sizeof(text), "MAJOR=%d\nMINOR=%u\nDEVNAME=dri/%s\nDEVTYPE=drm_minor\n",
             GICARD_DRM_MAJOR, minor, name);
    snprintf(target, sizeof(target), "../../../%s", pci + strlen("sys/"));
    snprintf(where, sizeof(where), "sys/dev/char/%d:%u", GICARD_DRM_MAJOR, minor);
    if (!make_file("dev/dri", name, "") || !make_folder(where) || !make_file(where, "uevent", text)
        || !make_link(where, "device", target))
        return false;
    snprintf(where, sizeof(where), "%s/drm/%s", pci, name);
    if (!make_folder(where) || !make_file(where, "uevent", text)
        || !make_link(where, "device", "../.."))
        return false;
    snprintf(text, sizeof(text), "%d:%u\n", GICARD_DRM_MAJOR, minor);
    snprintf(target, sizeof(target), "../../%s/drm/%s", pci + strlen("sys/"), name);
    return make_file(where, "dev", text) && make_link("sys/class/drm", name, target);
}

/** What the PCI core tells of a device in files of one number each. */
static bool make_numbers(const char *pci, const struct gicard_chip *chip)
{
    const struct { const char *name; uint32_t value; } numbers[] = {
        { "vendor", GICARD_VENDOR_AMD }, { "device", chip->device_id },
        { "subsystem_vendor", GICARD_VENDOR_AMD }, { "subsystem_device", 0x0e3a },
        { "revision", chip->pci_rev }, { "class", 0x030000 },
    };
    char text[32];

    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        snprintf(text, sizeof(text), "0x%04x\n", numbers[i].value);
        if (!make_file(pci, numbers[i].name, text))
            return false;
    }
    return true;
}

static bool make_card(unsigned card)
{
    const struct gicard_chip *chip = gicard_config.chip[card];
    char address[32], pci[96], text[256], name[32], target[128];

    snprintf(address, sizeof(address), "0000:%02x:00.0", FIRST_BUS + card);
    snprintf(pci, sizeof(pci), "sys/devices/pci0000:00/%s", address);
    snprintf(text, sizeof(text), "DRIVER=amdgpu\nPCI_CLASS=30000\nPCI_ID=1002:%04X\n"
             "PCI_SUBSYS_ID=1002:0E3A\nPCI_SLOT_NAME=%s\n", chip->device_id, address);
    snprintf(target, sizeof(target), "../../../devices/pci0000:00/%s", address);
    if (!make_folder(pci) || !make_file(pci, "uevent", text) || !make_numbers(pci, chip)
        || !make_file(pci, "boot_vga", card == 0 ? "1\n" : "0\n")
        || !make_link(pci, "subsystem", "../../../bus/pci")
        || !make_link(pci, "driver", "../../../bus/pci/drivers/amdgpu")
        || !make_link("sys/bus/pci/devices", address, target))
        return false;
    snprintf(name, sizeof(name), "card%u", card);
    if (!make_node(pci, card, name))
        return false;
    if ((gicard_config.bare_cards >> card & 1) != 0)
        return true;
    snprintf(name, sizeof(name), "renderD%u", RENDER_MINOR + card);
    return make_node(pci, RENDER_MINOR + card, name);
}

static bool make_tree(void)
{
    if (!make_folder("dev/dri") || !make_folder("sys/class/drm")
        || !make_folder("sys/bus/pci/devices") || !make_folder("sys/bus/pci/drivers/amdgpu"))
        return false;
    for (unsigned card = 0; card < gicard_config.cards; card++)
        if (!make_card(card))
            return false;
    return make_file(".", "tree", "");
}

/* ---- the folder --------------------------------------------------------------------------- */

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *state)
{
    (void)status, (void)kind, (void)state;
    remove(path);
    return 0;
}

/** Whether another process is on the card of that folder: it holds a lock, see arena.c. */
static bool is_in_use(const char *which)
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
    char path[GICARD_PATH_BYTES + 16];

    snprintf(path, sizeof(path), "%s/alive", which);
    int fd = gicard_real.open(path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool locked = fcntl(fd, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    close(fd);
    return locked;
}

/** Removes what processes left that were killed. What is new may be about to be used. */
static void sweep(const char *above)
{
    char path[GICARD_PATH_BYTES];
    DIR *all = gicard_real.opendir(above);
    const struct dirent *entry;
    struct stat status;

    while (all != NULL && (entry = readdir(all)) != NULL) {
        snprintf(path, sizeof(path), "%s/%.200s", above, entry->d_name);
        if (strncmp(entry->d_name, FOLDER_PREFIX, strlen(FOLDER_PREFIX)) == 0
            && gicard_real.stat(path, &status) == 0 && status.st_uid == getuid()
            && time(NULL) - status.st_mtime > STALE_SECONDS && !is_in_use(path))
            nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    }
    if (all != NULL)
        closedir(all);
}

/** Chooses it: what the settings name, what a parent made, or a new one. */
static bool choose_folder(void)
{
    const char *given = gicard_config.dir[0] != '\0' ? gicard_config.dir : getenv(FOLDER_VARIABLE);

    if (given != NULL && given[0] != '\0') {
        snprintf(folder, sizeof(folder), "%s", given);
        return mkdir(folder, 0700) == 0 || errno == EEXIST;
    }
    const char *above = gicard_real.access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    sweep(above);
    snprintf(folder, sizeof(folder), "%s/" FOLDER_PREFIX "XXXXXX", above);
    if (mkdtemp(folder) == NULL)
        return false;
    maker = getpid();
    return setenv(FOLDER_VARIABLE, folder, 1) == 0;
}

bool gicard_paths_init(void)
{
    char path[GICARD_PATH_BYTES + 16];
    bool made = choose_folder();

    if (made) {
        folder_length = strlen(folder);
        snprintf(path, sizeof(path), "%s/tree.lock", folder);
        int lock = gicard_real.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        made = lock >= 0 && flock(lock, LOCK_EX) == 0;
        snprintf(path, sizeof(path), "%s/tree", folder);
        made = made && (gicard_real.access(path, F_OK) == 0 || make_tree());
        if (lock >= 0)
            close(lock);
    }
    if (!made)
        fprintf(stderr, "gpuinterop-card: cannot make the card's folder %s: %s\n", folder,
                strerror(errno));
    return made;
}

void gicard_paths_finish(void)
{
    if (maker != 0 && maker == getpid() && !is_in_use(folder))
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* ---- paths -------------------------------------------------------------------------------- */

static bool begins_with(const char *path, const char *prefix)
{
    return strncmp(path, prefix, strlen(prefix)) == 0;
}

/** A folder or what is below it, but not a longer name. */
static bool is_below(const char *path, const char *prefix)
{
    size_t length = strlen(prefix);

    return strncmp(path, prefix, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

static bool is_ours(const char *path)
{
    char pci[64];

    if (is_below(path, "/dev/dri") || is_below(path, "/sys/class/drm")
        || begins_with(path, "/sys/dev/char/226:"))
        return true;
    if (!begins_with(path, "/sys/"))
        return false;
    if (is_below(path, "/sys/bus/pci/drivers/amdgpu"))
        return true;
    for (unsigned card = 0; card < gicard_config.cards; card++) {
        snprintf(pci, sizeof(pci), "/sys/devices/pci0000:00/0000:%02x:00.0", FIRST_BUS + card);
        if (is_below(path, pci))
            return true;
        snprintf(pci, sizeof(pci), "/sys/bus/pci/devices/0000:%02x:00.0", FIRST_BUS + card);
        if (is_below(path, pci))
            return true;
    }
    return false;
}

const char *gicard_paths_redirect(const char *path, char buffer[GICARD_PATH_BYTES])
{
    if (path == NULL || folder_length == 0 || path[0] != '/' || !is_ours(path)
        || (size_t)snprintf(buffer, GICARD_PATH_BYTES, "%s%s", folder, path) >= GICARD_PATH_BYTES)
        return path;
    return buffer;
}

void gicard_paths_restore(char *path)
{
    if (folder_length != 0 && strncmp(path, folder, folder_length) == 0
        && path[folder_length] == '/')
        memmove(path, path + folder_length, strlen(path + folder_length) + 1);
}

bool gicard_paths_node(const char *path, struct gicard_node_name *out)
{
    unsigned number;
    int length = 0;

    if (folder_length == 0 || path == NULL || strncmp(path, folder, folder_length) != 0)
        return false;
    const char *name = path + folder_length;
    if (!begins_with(name, "/dev/dri/"))
        return false;
    name += strlen("/dev/dri/");
    if (sscanf(name, "card%u%n", &number, &length) == 1 && name[length] == '\0') {
        *out = (struct gicard_node_name){ .card = number, .render = false };
    } else if (sscanf(name, "renderD%u%n", &number, &length) == 1 && name[length] == '\0'
               && number >= RENDER_MINOR) {
        *out = (struct gicard_node_name){ .card = number - RENDER_MINOR, .render = true };
    } else {
        return false;
    }
    return out->card < gicard_config.cards;
}
