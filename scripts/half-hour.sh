#!/bin/sh
# Does what README says under "In production in half an hour" without containers, on a new Debian in a folder of its own, under its own
# systemd, and prints what each step takes. As root: sh scripts/half-hour.sh [RELEASE.tar.gz]. Without a release it takes this checkout,
# built, with its packages. Needs mmdebstrap, npm and a kernel with cgroups of the second version.
set -eu
here=$(dirname "$(realpath "$0")")
root=$(mktemp -d)
chmod 755 "$root"
group=$(find /sys/fs/cgroup -maxdepth 2 -name cgroup.procs -path '*unified*' -printf '%h\n' -quit)
group=${group:-/sys/fs/cgroup}/half-hour
trap 'rm -rf "$root" "$root.log"; rmdir "$group" 2> /dev/null || true' EXIT
began=$(date +%s)
step() { echo "$(($(date +%s) - began)) s  $*"; }
quietly() { "$@" > "$root.log" 2>&1 || { tail -5 "$root.log"; exit 1; }; }

packages=nodejs,postgresql,redis-server,caddy,curl,openssl,iproute2,systemd-sysv,util-linux,ca-certificates
quietly mmdebstrap --variant=minbase --mode=root --include="$packages" "${SUITE:-trixie}" "$root"
step 'a new Debian with PostgreSQL, Redis, Caddy and Node'

target=$root/opt/certificate-verification
mkdir -p "$target"
if [ $# -gt 0 ]; then
  tar xzf "$1" --no-same-owner --strip-components=1 -C "$target"
  (cd "$target" && quietly npm ci --omit=dev --ignore-scripts --no-fund --no-audit)
else
  quietly node "$here/build.mjs"
  node "$here/release/lay-out.mjs" "$target"
fi
chown -R root:root "$target"
step 'the release unpacked, and its packages installed'

install -m 755 "$here/half-hour/inside.sh" "$root/opt/inside.sh"
cat > "$root/etc/systemd/system/half-hour.service" << END
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/opt/inside.sh $began
END
mkdir -p "$root/etc/systemd/system/multi-user.target.wants"
ln -s ../half-hour.service "$root/etc/systemd/system/multi-user.target.wants/half-hour.service"
mkdir -p "$group"
unshare --mount --pid --fork --kill-child --net --uts --propagation private sh "$here/half-hour/boot.sh" "$root" "$group"
