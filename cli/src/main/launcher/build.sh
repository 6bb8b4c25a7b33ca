# shellcheck shell=sh disable=SC2154 # home, app, java_home and fail are those of the launcher
# What the launcher does in a tree of sources before it starts Java: builds what is missing or has changed.

# Lists the sources as the build does when it begins: the checksum, size and path of each file.
list_sources() {
    (cd "$home" && sh cli/src/main/launcher/list-sources.sh)
}

# Sets reason to why a build is needed; fails where none is. Content decides, not times.
needs_build() {
    if [ ! -f "$app/sources" ]; then
        reason="building, once"
    elif [ -n "$hbase" ] && [ ! -f "$home/cold-hbase/target/built" ]; then
        reason="fetching what HBase needs, once"
    elif [ -n "$shared" ] && [ ! -f "$home/storage-hadoop/target/built" ]; then
        reason="fetching what HDFS and S3 need, once"
    elif list_sources | cmp -s - "$app/sources"; then
        return 1
    else
        reason="building, as sources have changed"
    fi
}

# Verbs that load, serve or measure build first if sources have changed; the others run what is built. The
# jars of HBase, and those of HDFS and S3, are many: the first command that names one fetches them.
build_if_needed() {
    hbase=
    shared=
    case " $* " in *hbase://* | *" bench debl "*) hbase=named ;; esac
    case " $* " in *[\ ,]s3a://* | *[\ ,]hdfs://*) shared=named ;; esac
    needs_build || return 0
    reads=
    case ${1:-} in
        demo | load | serve | build | absorb | abandon | pin | bench | generate) ;;
        *) reads=yes ;;
    esac
    case " $* " in *" --help "* | *" -h "* | *" --version "* | *" -V "*) reads=yes ;; esac
    if [ -n "$reads" ] && [ -f "$app/sources" ]; then
        echo "sluice: sources have changed since the build, which is used as it is" >&2
        return 0
    fi
    mkdir -p "$home/cli/target" || fail "cannot write to $home/cli/target"
    lock_builds
    needs_build && build
    unlock_builds
}

# Lets one process build at a time. A lock of flock ends with the last process that has it, and Maven has it
# too. Where flock is missing, a link that names the process is the lock; one of a dead process is removed,
# and a second later all who wait try again.
lock_builds() {
    lock=$home/cli/target/build.lock
    waiting="sluice: waiting for another process that builds"
    if command -v flock >/dev/null; then
        exec 9>"$lock"
        flock -n 9 || { echo "$waiting" >&2 && flock 9; }
        return
    fi
    while ! ln -s "$$" "$lock.link" 2>/dev/null; do
        [ -z "$waiting" ] || echo "$waiting ($lock.link)" >&2
        waiting=
        holder=$(readlink "$lock.link") && ! ps -p "$holder" >/dev/null 2>&1 && rm -f "$lock.link"
        sleep 1
    done
    trap 'rm -f "$lock.link"' EXIT
    trap 'exit 130' HUP INT TERM
}

unlock_builds() {
    trap - EXIT HUP INT TERM
    rm -f "$lock.link"
    exec 9>&-
}

build() {
    command -v mvn >/dev/null || fail "Maven is needed to build sluice: install maven 3.8 or newer"
    log=$home/cli/target/build.log
    echo "sluice: $reason (log: $log)" >&2
    modules=cli
    [ -z "$hbase" ] && [ ! -f "$home/cold-hbase/target/built" ] || modules=cli,cold-hbase,servers/hbase-jars
    [ -z "$shared" ] && [ ! -f "$home/storage-hadoop/target/built" ] || modules=$modules,storage-hadoop
    # Maven goes by times, and would keep the classes of a source that an older file has replaced.
    [ ! -f "$app/sources" ] || list_sources | LC_ALL=C comm -3 - "$app/sources" |
        while read -r _ _ path; do
            module=${path%%/src/main/*}
            rm -rf "${home:?}/${module%/pom.xml}/target/classes"
        done
    # Maven on the right Java compiles within itself.
    export SLUICE_JAVA_HOME="$java_home" JAVA25_HOME="$java_home" JAVA_HOME="$java_home"
    # The bill of materials is for those who deliver what they build: it costs seconds, and the network.
    set -- -DskipTests -Dtest.compile.skip=true -Dcyclonedx.skip=true
    if ! (cd "$home" && mvn -B -q "$@" -pl "$modules" -am package) >"$log" 2>&1 </dev/null; then
        tail -n 40 "$log" >&2
        fail "the build failed; its log is $log" 70
    fi
}
