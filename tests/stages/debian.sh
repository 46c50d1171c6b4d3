# shellcheck shell=sh disable=SC2154 # build, top
# A bare Debian in a folder of its own, and ./run tests debian13: demo and tests there.

debian13=${GPUINTEROP_DEBIAN13:-$build/debian13}

# Why a Debian cannot be made or entered here; nothing where it can.
why_no_debian() {
    if [ "$(id -u)" != 0 ]; then
        echo "it needs root, for chroot and mounts"
    elif ! command -v debootstrap >/dev/null 2>&1; then
        echo "there is no debootstrap here; its package has that name"
    elif ! unshare --mount --propagation private true 2>/dev/null; then
        echo "unshare --mount is not allowed here"
    fi
}

# make_debian FOLDER SUITE: the folder is made once; one that was left half made still has
# debootstrap's own folder.
make_debian() {
    [ ! -f "$1/made" ] || return 0
    say "making a bare Debian ($2) in $1"
    if [ -d "$1/debootstrap" ]; then
        rm -rf "$1"
    elif [ -n "$(ls -A "$1" 2>/dev/null)" ]; then
        echo "the folder has something else in it"
        return 1
    fi
    mkdir -p "$1"
    debootstrap --variant=minbase "$2" "$1" http://deb.debian.org/debian >"$1.log" 2>&1 || {
        tail -n 3 "$1.log"
        echo "more in $1.log"
        return 1
    }
    # A folder that can be made again needs no fsync.
    echo force-unsafe-io >"$1/etc/dpkg/dpkg.cfg.d/unsafe-io"
    date >"$1/made"
}

# copy_sources FOLDER: as they are here, without what was built; a build folder there stays.
copy_sources() {
    mkdir -p "$1"
    find "$1" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    tar -C "$top" --exclude='./build*' --exclude='./.?*' --exclude=__pycache__ -cf - . \
        | tar -C "$1" -xf -
}

# in_debian FOLDER COMMAND: as in a container; what is mounted goes with the command.
in_debian() {
    # shellcheck disable=SC2016 # the inner shell's variables
    unshare --mount --propagation private sh -eu -c '
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        mount -t sysfs -o ro sys "$1/sys"
        mount -t tmpfs tmpfs "$1/tmp"
        exec chroot "$1" /usr/bin/env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$2"
    ' sh "$1" "$2"
}

tests_debian13() {
    reason=$(why_no_debian)
    [ -z "$reason" ] || die "no Debian 13 can be made here: $reason"
    make_debian "$debian13" trixie || die "no Debian 13 was made in $debian13"
    copy_sources "$debian13/gpuinterop"
    say "./run demo and all tests on Debian 13"
    in_debian "$debian13" "cd /gpuinterop && ./run demo && ./run tests ${GPUINTEROP_TESTS:-complete}"
}
