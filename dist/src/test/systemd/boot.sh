#!/bin/bash
# Boots a small Debian with systemd as its init and has walk.sh install and try the package in it.
#
#   boot.sh PACKAGE.deb FOLDER    as root, on Linux, with debootstrap and systemd-container installed
#
# debootstrap makes FOLDER/debian if it is not there; a copy of it, FOLDER/booted, is booted. Prints the
# checks of walk.sh. Status 0: all is well; 1: a check failed; 77: this machine cannot do it, and the last
# line says why.
set -eu

package=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
base=$folder/debian
root=$folder/booted
minutes=30

skip() {
    echo "skipped: $*"
    exit 77
}

[ "$(id -u)" = 0 ] || skip "only root can boot a container"
command -v debootstrap >/dev/null || skip "there is no debootstrap: apt-get install debootstrap"
command -v systemd-nspawn >/dev/null || skip "there is no systemd-nspawn: apt-get install systemd-container"

if [ ! -e "$base/ready" ]; then
    rm -rf "$base"
    mkdir -p "$folder"
    debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,procps bookworm "$base" \
        >"$folder/debootstrap.log" 2>&1 || skip "debootstrap failed: $(tail -1 "$folder/debootstrap.log")"
    touch "$base/ready"
fi

rm -rf "$root"
cp -a "$base" "$root"
cp "$package" "$root/root/sluice.deb"
install -m 755 "$here/walk.sh" "$root/root/walk.sh"
cat >"$root/etc/systemd/system/walk.service" <<'END'
[Unit]
After=multi-user.target sluice.service

[Service]
Type=oneshot
ExecStart=/root/walk.sh
ExecStopPost=/bin/systemctl --no-block poweroff
StandardOutput=append:/root/walk.log
StandardError=append:/root/walk.log

[Install]
WantedBy=default.target
END
ln -sf /etc/systemd/system/walk.service "$root/etc/systemd/system/multi-user.target.wants/walk.service"

: >"$root/root/walk.log"
for boot in 1 2; do
    # A network of its own, since ports of this machine may be taken; no host that knows machines is required.
    timeout --kill-after=10 "${minutes}m" systemd-nspawn --directory="$root" --boot --private-network \
        --register=no --keep-unit --console=read-only </dev/null >"$folder/boot-$boot.log" 2>&1 || true
    [ -e "$root/root/stage/$boot" ] || break
done
cat "$root/root/walk.log"
[ -s "$root/root/walk.log" ] || skip "systemd did not boot, see $folder/boot-1.log"
grep -q '^done: 0 failed$' "$root/root/walk.log" && ! grep -q '^not ok ' "$root/root/walk.log"
