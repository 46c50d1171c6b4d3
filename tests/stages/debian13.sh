# shellcheck shell=sh disable=SC2154 # build, top
# ./run tests debian13: demo and tests on a bare Debian 13, in a folder of its own.

debian13=${GPUINTEROP_DEBIAN13:-$build/debian13}

# Why a Debian cannot be made or entered here; nothing where it can.
why_no_debian13() {
    if [ "$(id -u)" != 0 ]; then
        echo "it needs root, for chroot and mounts"
    elif ! command -v debootstrap >/dev/null 2>&1; then
        echo "there is no debootstrap here; its package has that name"
    elif ! unshare --mount --propagation private true 2>/dev/null; then
        echo "unshare --mount is not allowed here"
    fi
}

# The folder is made once; one that was left half made still has debootstrap's own folder.
make_debian13() {
    [ ! -f "$debian13/made" ] || return 0
    say "making a bare Debian 13 in $debian13"
    if [ -d "$debian13/debootstrap" ]; then
        rm -rf "$debian13"
    elif [ -n "$(ls -A "$debian13" 2>/dev/null)" ]; then
        echo "the folder has something else in it"
        return 1
    fi
    mkdir -p "$debian13"
    debootstrap --variant=minbase trixie "$debian13" http://deb.debian.org/debian \
        >"$debian13.log" 2>&1 || {
        tail -n 3 "$debian13.log"
        echo "more in $debian13.log"
        return 1
    }
    date >"$debian13/made"
}

# The sources as they are here, without what was built; its own build folder stays.
copy_to_debian13() {
    mkdir -p "$debian13/gpuinterop"
    find "$debian13/gpuinterop" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
    tar -C "$top" --exclude='./build*' --exclude=./.git -cf - . \
        | tar -C "$debian13/gpuinterop" -xf -
}

# in_debian13 COMMAND: as in a container; what is mounted goes with the command.
in_debian13() {
    # shellcheck disable=SC2016 # the inner shell's variables
    unshare --mount --propagation private sh -eu -c '
        mount -t proc proc "$1/proc"
        mount --rbind /dev "$1/dev"
        mount -t sysfs -o ro sys "$1/sys"
        mount -t tmpfs tmpfs "$1/tmp"
        exec chroot "$1" /usr/bin/env -i HOME=/root LANG=C.UTF-8 \
            PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "$2"
    ' sh "$debian13" "$1"
}

tests_debian13() {
    reason=$(why_no_debian13)
    [ -z "$reason" ] || die "no Debian 13 can be made here: $reason"
    make_debian13 || die "no Debian 13 was made in $debian13"
    copy_to_debian13
    say "./run demo and all tests on Debian 13"
    in_debian13 "cd /gpuinterop && ./run demo && ./run tests ${GPUINTEROP_TESTS:-complete}"
}
