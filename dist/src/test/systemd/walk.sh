#!/bin/bash
# Runs in a Debian whose init is systemd, as root, with /root/sluice.deb: installs the package by dpkg and
# checks what docs/install.md says about its unit. Writes "ok WHAT" or "not ok WHAT" a check, and at the end
# "done". The folder /root/stage has one file for each boot that was finished.
set -u

store=/var/lib/sluice/store
failures=0

# check WHAT COMMAND…: the command must succeed.
check() {
    local what=$1 said
    shift
    if said=$("$@" 2>&1); then
        echo "ok $what"
    else
        echo "not ok $what: $*: $said"
        failures=$((failures + 1))
    fi
}

# same WHAT EXPECTED FOUND
same() { check "$1" test "$2" = "$3"; [ "$2" = "$3" ] || echo "  expected \"$2\", found \"$3\""; }

property() { systemctl show --value --property "$1" sluice; }

as_sluice() { runuser -u sluice -- "$@"; }

# A minute, for machines on which other programs run.
ask() { sluice query --server localhost:7411 --deadline 60000 "$@"; }

# Waits until the server answers.
await_answer() {
    for _ in $(seq 300); do
        ask count 1 0 >/dev/null 2>&1 && return 0
        sleep 0.2
    done
    return 1
}

# await_other OLD: waits until the main process is another one.
await_other() {
    for _ in $(seq 300); do
        local now
        now=$(property MainPID)
        [ "$now" != 0 ] && [ "$now" != "$1" ] && return 0
        sleep 0.2
    done
    return 1
}

# The line of the process's status, such as "CapEff".
of_process() { sed -n "s/^$1:[[:space:]]*//p" "/proc/$(property MainPID)/status"; }

in_its_place() { nsenter --target "$(property MainPID)" --mount -- "$@"; }

# The limit of the unit, or that of init where not even root may raise it.
open_files() { awk '/^Max open files/ { print $5 < 65536 ? $5 : 65536 }' /proc/1/limits; }

refused() { ! "$@"; }

first_boot() {
    check "dpkg installs it" dpkg -i /root/sluice.deb
    check "the user sluice is there" id sluice
    same "the installation starts nothing" inactive "$(systemctl is-active sluice)"
    same "the installation enables nothing" disabled "$(systemctl is-enabled sluice)"
    # Without the pages of man, which this small Debian cannot show; PackagesTest looks for them.
    check "systemd-analyze verify" systemd-analyze --man=no verify /usr/lib/systemd/system/sluice.service
    check "exposure is 2.0 at most" systemd-analyze security --threshold=20 sluice.service
    systemd-analyze security sluice.service | tail -1

    printf '1\t2\n1\t3\n2\t3\n' > /tmp/links.tsv
    chmod 644 /tmp/links.tsv
    check "a load as its user" as_sluice sluice load "$store" /tmp/links.tsv --progress none
    check "doctor as its user" as_sluice sluice doctor --config /etc/sluice/sluice.yaml
    local began
    began=$(date +%s%N)
    check "systemctl enable --now" systemctl enable --now sluice
    check "it answers" await_answer
    echo "  answers after $((($(date +%s%N) - began) / 1000000)) ms"
    same "the answer" "count  2 complete" "$(ask count 1 0 | paste -sd' ')"

    same "no warning beside it" "" "$(ask count 1 0 2>&1 >/dev/null)"

    same "LimitNOFILE" 65536 "$(property LimitNOFILE)"
    same "the process has it, or what its system allows" "$(open_files)" \
        "$(awk '/^Max open files/ { print $4 }' "/proc/$(property MainPID)/limits")"
    check "no core files" grep -q '^Max core file size *0 *0 ' "/proc/$(property MainPID)/limits"
    same "TasksMax" 4096 "$(property TasksMax)"
    same "its user" sluice "$(ps -o user= -p "$(property MainPID)")"
    same "no capabilities" 0000000000000000 "$(of_process CapEff)"
    same "none to gain" 0000000000000000 "$(of_process CapBnd)"
    same "no new privileges" 1 "$(of_process NoNewPrivs)"
    same "calls are filtered" 2 "$(of_process Seccomp)"
    same "OOMScoreAdjust" 100 "$(cat "/proc/$(property MainPID)/oom_score_adj")"
    check "it may write to its folder" in_its_place test -w /var/lib/sluice
    check "not elsewhere" refused in_its_place touch /usr/lib/sluice/x
    check "not to its configuration" refused in_its_place touch /etc/sluice/x
    touch /home/secret /tmp/secret
    check "it sees no home" refused in_its_place test -e /home/secret
    check "it has its own /tmp" refused in_its_place test -e /tmp/secret
    check "it sees no devices" refused in_its_place test -e /dev/kmsg

    check "the journal has the log" grep -q "serving $store at 127.0.0.1:7411" \
        <(journalctl --no-pager -o cat -u sluice)

    printf '1\t9\n' > /tmp/more.tsv
    chmod 644 /tmp/more.tsv
    check "a load while it serves" as_sluice sluice load "$store" /tmp/more.tsv --progress none
    same "answers have its links" "count  3 complete" "$(ask count 1 0 | paste -sd' ')"
    local old
    old=$(property MainPID)
    check "kill -9" kill -9 "$old"
    check "it is restarted" await_other "$old"
    check "it answers again" await_answer
    same "with all links" "count  3 complete" "$(ask count 1 0 | paste -sd' ')"
    same "restarts" 1 "$(property NRestarts)"

    old=$(property MainPID)
    check "a second installation is an upgrade" dpkg -i /root/sluice.deb
    check "which restarts the server" await_other "$old"
    check "it answers after the upgrade" await_answer

    began=$(date +%s%N)
    check "systemctl stop" systemctl stop sluice
    local millis=$((($(date +%s%N) - began) / 1000000))
    echo "  stopped after $millis ms"
    check "within its time" test "$millis" -lt 60000
    same "stopped well" success "$(property Result)"
    same "and not failed" inactive "$(systemctl is-active sluice)"
    check "the store is good" as_sluice sluice verify "$store"
}

second_boot() {
    same "it starts with the machine" enabled "$(systemctl is-enabled sluice)"
    check "it answers after a boot" await_answer
    same "with all links, after the boot" "count  3 complete" "$(ask count 1 0 | paste -sd' ')"
    printf '\n  log-file: /var/log/sluice/server.log\n' >> /etc/sluice/sluice.yaml
    check "systemctl restart" systemctl restart sluice
    check "it answers with a log in a file" await_answer
    check "the file has the log" grep -q "$store" /var/log/sluice/server.log
    check "dpkg -P" dpkg -P sluice
    same "the server is gone" inactive "$(systemctl is-active sluice)"
    check "the store is kept" test -d "$store"
    check "the log is not" refused test -e /var/log/sluice
}

mkdir -p /root/stage
if [ ! -e /root/stage/1 ]; then
    first_boot
    touch /root/stage/1
    echo "boot again: $failures failed"
else
    second_boot
    touch /root/stage/2
    echo "done: $failures failed"
fi
