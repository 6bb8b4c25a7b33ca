#!/bin/sh
# The last step of the build, run by Maven in the directory of cli: makes target/app, from which the launcher
# starts Java, out of the jar of this module, target/$1, and the jars in target/lib. The names of jars have
# their versions.
#
# A jar that has not changed stays as it is, and a new one takes the place of the old by a rename: a command
# that runs meanwhile keeps what it has open. Training takes some seconds, and is done for new jars only.
set -eu
LC_ALL=C
export LC_ALL

own=$1
app=$PWD/target/app
java=$(../sluice --java-home)/bin/java || java=
scratch=$PWD/target/prepare
rm -rf "$scratch"
mkdir -p "$app/lib" "$scratch"
trap 'rm -rf "$scratch"' EXIT

# picocli's classes have a format so old that Java neither keeps them in a cache nor checks them fast.
picocli=
for jar in target/lib/picocli-*.jar; do picocli=${jar##*/}; done
plain=$(cat src/main/launcher/RenewClasses.java "target/lib/$picocli" | cksum)
if [ ! -f target/picocli.jar ] || [ "$(cat target/picocli.from 2>/dev/null)" != "$plain" ]; then
    "${java:-cp}" ${java:+src/main/launcher/RenewClasses.java} "target/lib/$picocli" "$scratch/picocli.jar"
    mv -f "$scratch/picocli.jar" target/picocli.jar
    echo "$plain" >target/picocli.from
fi

# Puts the file $1 at $2, unless it is there.
put() {
    cmp -s "$1" "$2" && return
    cp "$1" "$scratch/new"
    mv -f "$scratch/new" "$2"
}

for jar in target/lib/*.jar; do
    case $jar in
        */picocli-*.jar) put target/picocli.jar "$app/lib/$picocli" ;;
        *) put "$jar" "$app/lib/${jar##*/}" ;;
    esac
done
put "target/$own" "$app/lib/$own"
for jar in "$app"/lib/*.jar; do
    [ "${jar##*/}" = "$own" ] || [ -f "target/lib/${jar##*/}" ] || rm -f "$jar"
done

# The bill of materials. Maven makes none where it is offline or the launcher has started it: an old one must
# not pass for that of new jars.
listed='s|.*"purl" : "pkg:maven/[^/]*/\(.*\)@\(.*\)?type=jar".*|\1-\2.jar|p'
sed -n "$listed" target/bom.json 2>/dev/null | sort -u >"$scratch/listed"
if (cd "$app/lib" && ls) | sort | cmp -s - "$scratch/listed"; then
    put target/bom.json "$app/bom.json"
else
    rm -f "$app/bom.json"
    echo "sluice: no bill of materials of these jars; for one, run mvn package while online" >&2
fi
put src/main/launcher/java.options "$app/java.options"
put src/main/launcher/serving.options "$app/serving.options"

# The name of the cache says for which jars it is, by the rule of the launcher.
digest=$(cd "$app/lib" && tail -vc 65536 ./*.jar | cksum)
cache=sluice-${digest%% *}.aot
if [ ! -f "$app/$cache" ]; then
    sh src/main/launcher/train.sh "$java" "$app/java.options" "$app/lib" "$app" "$cache" ||
        echo "sluice: starts stay slower; the reason is in $app/training.log" >&2
fi

# Last: from now on this is what the launcher starts. The list is of the moment when the build began.
[ ! -f ../target/sources ] || put ../target/sources "$app/sources"
