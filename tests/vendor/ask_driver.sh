#!/bin/sh
# ask_driver.sh PROGRAM LIBRARY FOLDER [GROUP...]: asks a driver library all questions of ask_driver and
# writes the answers to FOLDER, a file for each group. On a machine with a GPU, from any folder.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$1 library=$2 folder=$3
shift 3
[ $# -gt 0 ] || set -- init errors devices contexts pointers copies entries matrix3
mkdir -p "$folder"
{
    sed -n 's/^\(cu[A-Za-z0-9]*\) .*/\1/p' "$here/../../api_cuda/driver/functions.txt"
    sed -n 's/^\(cu[A-Za-z0-9]*\(_v[0-9]*\)*\).*/\1/p' "$here/../abi/later_cuda_driver.txt"
} | sed 's/_v[0-9]*$//' | grep -v ulticast | sort -u > "$folder/names"
for group in "$@"; do
    case $group in
        entries) timeout 300 "$program" "$library" entries "$folder/names" > "$folder/$group" ;;
        matrix4)
            for part in 0 1 2 3 4 5 6 7; do
                timeout "${MATRIX_SECONDS:-300}" "$program" "$library" matrix4 $part 8 > "$folder/part$part" &
            done
            wait
            cat "$folder"/part? > "$folder/$group"
            rm "$folder"/part? ;;
        matrix*|once*) timeout 300 "$program" "$library" "$group" 0 1 > "$folder/$group" ;;
        *) timeout 300 "$program" "$library" "$group" > "$folder/$group" ;;
    esac || echo "ask_driver.sh: $group of $library ended with $?" >&2
done
cd "$folder" && cat "$@" > all && wc -l all
