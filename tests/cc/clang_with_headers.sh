#!/bin/sh
# Stands for clang where tests compile many programs: what is the same headers in all of them is read
# once. The compiler drivers call it as they call clang.
#
# Environment: HEADERS_CLANG is the clang, HEADERS_FOLDER a folder for the headers as clang has read
# them, a file for each pass. HEADERS_MAKE=1: the source is a file of these headers, and what clang has
# read is kept. A pass whose other words differ from those of that call reads its headers itself.
set -eu

pass=
words=
is_value=
for word do
    case $is_value$word in
        value*) is_value=; continue ;;
        -o) is_value=value; continue ;;
        -cuid=* | *.image | *.cu | *.hip) continue ;;
        --cuda-device-only) pass=device ;;
        --cuda-host-only) pass=host ;;
    esac
    words="$words $word"
done
[ -n "$pass" ] || exec "$HEADERS_CLANG" "$@"
kept=$HEADERS_FOLDER/$pass
if [ -n "${HEADERS_MAKE:-}" ]; then
    "$HEADERS_CLANG" "$@" -Xclang -emit-pch -o "$kept.pch"
    printf '%s\n' "$words" >"$kept.words"
fi
known=
read -r known <"$kept.words"
[ " $known" = "$words" ] || exec "$HEADERS_CLANG" "$@"
exec "$HEADERS_CLANG" "$@" -Xclang -include-pch -Xclang "$kept.pch"
