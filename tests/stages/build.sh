# shellcheck shell=sh disable=SC2154 # build, top
# Building, and the Vulkan driver that the programs run on.

# Much of a build is linking several hundred programs. gold takes half of bfd's time for that.
use_gold() {
    [ -z "${CC_LD:-}" ] && command -v ld.gold >/dev/null 2>&1 || return 0
    export CC_LD=gold CXX_LD=gold
}

# Meson uses ccache where it is installed. What a file includes it then takes from the compiler: to preprocess
# the file first takes half as long again as to compile it. Objects of either way serve the other.
learn_from_compiler() { [ -n "${CCACHE_NODEPEND:-}" ] || export CCACHE_DEPEND=1; }
learn_from_compiler

# Meson asks Debian's own tool where libraries go. Without it that is lib64, where CMake does not
# look on Debian.
folder_of_libraries() {
    if [ -f /etc/debian_version ] && ! command -v dpkg-architecture >/dev/null 2>&1; then
        echo --libdir=lib
    fi
}

# configure FOLDER OPTION...: sets a build folder up, or leaves it as it is when it already is one.
configure() {
    folder=$1
    shift
    if [ ! -f "$folder/build.ninja" ]; then
        mkdir -p "$folder"
        # shellcheck disable=SC2046 # an option, or nothing
        ( use_gold
          exec meson setup $(folder_of_libraries) "$folder" "$top" "$@"
        ) >"$folder/setup.log" 2>&1 || {
            cat "$folder/setup.log"
            return 1
        }
    fi
}

# compile FOLDER TARGET...: all that is installed, and the targets.
compile() { folder=$1; shift; ninja -C "$folder" all "$@"; }

# set_options FOLDER -DNAME=VALUE...: sets those options, true or false, that a build has otherwise.
set_options() {
    folder=$1
    shift
    meson introspect --buildoptions "$folder" | python3 -c 'import json, sys
have = {"-D%s=%s" % (o["name"], str(o["value"]).lower()) for o in json.load(sys.stdin)}
sys.exit(not have.issuperset(sys.argv[1:]))' "$@" \
        || meson setup --reconfigure "$folder" "$@" >"$folder/setup.log" 2>&1 || {
        cat "$folder/setup.log"
        return 1
    }
}

# configure_normal -DNAME=VALUE...: the one build that demo, tests, bench and card share; options
# that an older one has otherwise are set. Its libraries are optimised as everybody's. Programs, which
# are tests most of all, are optimised less, and of what debuggers read there are lines.
configure_normal() {
    if [ ! -f "$build/build.ninja" ]; then
        configure "$build" -Doptimization=1 -Dlibrary_optimization=2 -Ddebug=false -Dc_args=-g1 \
            "$@" || return 1
    fi
    [ $# = 0 ] || set_options "$build" "$@"
}

# build_normal TARGET: demo and benchmarks do without tests.
build_normal() {
    say "building in build/"
    configure_normal && compile "$build" "$1"
}

# The same build with the tests. Warnings are errors in it; where there are some, that is what has
# failed, and the tests run all the same.
build_tests() {
    say "building in build/, warnings are errors"
    configure_normal -Dtests=true -Dwerror=true "$card_option" || return 1
    needed=all
    if [ "${1:-}" = short ]; then
        # shellcheck disable=SC2086 # several labels
        needed=$(python3 tests/stages/targets.py "$build" $not_short) || return 1
    fi
    # shellcheck disable=SC2086 # several targets
    if ninja -C "$build" $needed; then
        record passed "warnings: ${CC:-cc}"
        return
    fi
    # shellcheck disable=SC2086 # several targets
    meson configure "$build" -Dwerror=false && ninja -C "$build" $needed || return 1
    record failed "warnings: ${CC:-cc}" "warnings are errors here"
}

# Chooses the Vulkan driver of demo, tests and benchmarks; see usage.
choose_driver() {
    if [ "${GPUINTEROP_TEST_ICD:-}" = system ]; then
        echo "Vulkan driver: the loader's choice"
        return
    elif [ -n "${GPUINTEROP_TEST_ICD:-}" ]; then
        [ -f "$GPUINTEROP_TEST_ICD" ] || die "$GPUINTEROP_TEST_ICD (GPUINTEROP_TEST_ICD): no file"
        VK_DRIVER_FILES=$GPUINTEROP_TEST_ICD
    elif [ -z "${VK_DRIVER_FILES:-}" ]; then
        VK_DRIVER_FILES=${VK_ICD_FILENAMES:-$(lavapipe_icd)}
    fi
    VK_ICD_FILENAMES=$VK_DRIVER_FILES
    export VK_DRIVER_FILES VK_ICD_FILENAMES
    echo "Vulkan driver: $VK_DRIVER_FILES"
}

# Mesa's CPU driver then compiles without optimising, which is most of its time in small tests.
compile_quickly() {
    GALLIVM_PERF=nopt
    export GALLIVM_PERF
}

# preload FOLDER NAME [OTHERS]: puts a library under what is started from here on, before others.
# LD_PRELOAD ends a name at a space: such a folder is given as a place to look in.
preload() {
    LD_PRELOAD=$1/$2
    case $1 in
        *[[:space:]]*)
            LD_LIBRARY_PATH=$1${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
            LD_PRELOAD=$2
            export LD_LIBRARY_PATH ;;
    esac
    LD_PRELOAD=$LD_PRELOAD${3:+:$3}
    export LD_PRELOAD
}
