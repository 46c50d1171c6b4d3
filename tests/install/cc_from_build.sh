#!/bin/sh
# Stands for the C compiler where a test builds once more what a build has. An object that this build
# has made of the same source by the same words is copied. The compiler makes all others.
#
# Environment: REUSED is the folder of the build, REUSED_WORDS a folder with a file for each object, its
# words. newcomer.py writes them: those that optimise, warn and help debuggers are left out.
set -eu

object=
words=
value_of=
for word do
    case $value_of in
        object) object=$word; value_of=; continue ;;
        other) value_of=; continue ;;
    esac
    case $word in
        -o) value_of=object ;;
        -MF | -MQ) value_of=other ;;
        -O* | -g* | -W*) ;;
        *) words="$words $word" ;;
    esac
done
known=
[ ! -f "$REUSED_WORDS/$object.words" ] || read -r known <"$REUSED_WORDS/$object.words"
if [ -n "$known" ] && [ " $known" = "$words" ] && [ -f "$REUSED/$object" ]; then
    exec cp "$REUSED/$object" "$object"
fi
exec cc "$@"
