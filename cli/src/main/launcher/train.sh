#!/bin/sh
# Trains Java: which classes to have ready, and which methods are hot. The build does it for a tree of sources
# (prepare.sh), an installed command for itself (the launcher).
#
#   sh train.sh JAVA OPTIONS JARS FOLDER NAME
#
# writes the cache FOLDER/NAME for the jars in the folder JARS, with the program JAVA and the options of Java
# in the file OPTIONS. Status 3: another process trains there. After a failure FOLDER/training.log has the
# reason.
set -u

java=$1
options=$2
jars=$3
folder=$4
cache=$4/$5
scratch=$folder/training

# The scratch folder is the lock. One that is an hour old was left behind by a process that was killed.
find "$scratch" -prune -mmin +60 -exec rm -rf {} + 2>/dev/null
mkdir "$scratch" 2>/dev/null || exit 3
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' HUP INT TERM

# Two steps, since the single one of -XX:AOTCacheOutput splits paths at spaces.
train() {
    class_path=$(printf '%s:' "$jars"/*.jar)
    class_path=${class_path%:}
    "$java" "@$options" -Xmx768m -Dsluice.memory.bytes=1342177280 -XX:AOTMode=record \
        -XX:AOTConfiguration="$scratch/classes" -cp "$class_path" sluice.cli.Training "$scratch" &&
        "$java" "@$options" -Xmx768m -XX:AOTMode=create -XX:AOTConfiguration="$scratch/classes" \
            -XX:AOTCache="$scratch/cache" -cp "$class_path"
}

if train >"$folder/training.log" 2>&1 </dev/null && [ -f "$scratch/cache" ]; then
    # Caches of other jars, of before a build or an upgrade.
    rm -f "$folder"/sluice*.aot "$folder/training.log"
    mv -f "$scratch/cache" "$cache"
else
    exit 1
fi
