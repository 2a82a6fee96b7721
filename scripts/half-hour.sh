#!/bin/sh
# Does what README says under "In production in half an hour", on a new Debian in a folder of its own, and prints what
# each step takes. As root: sh scripts/half-hour.sh RELEASE.tar.gz [FOLDER]. Needs debootstrap, unshare and npm 10 (Debian’s own
# npm 9 cannot read the lock file); systemd does not run in there, so that each unit's command is run by hand, as its user and with its variables.
set -eu
release=$(realpath "${1:?the archive of a release}")
root=${2:-$(mktemp -d)}
here=$(dirname "$(realpath "$0")")
began=$(date +%s)
step() { echo "$(($(date +%s) - began)) s  $*"; }

packages='nodejs postgresql redis-server caddy curl openssl iproute2 systemd util-linux ca-certificates'
quietly() { "$@" > "$root.log" 2>&1 || { tail -5 "$root.log"; exit 1; }; }
[ -e "$root/usr/bin/apt-get" ] || quietly debootstrap --variant=minbase --include=ca-certificates "${SUITE:-trixie}" "$root"
# Its packages start nothing in there.
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d" && chmod +x "$root/usr/sbin/policy-rc.d"
step 'a new Debian'
quietly chroot "$root" env DEBIAN_FRONTEND=noninteractive sh -c "apt-get update && apt-get install --yes --no-install-recommends $packages"
step 'PostgreSQL, Redis, Caddy and Node'

cp /etc/resolv.conf "$root/etc/resolv.conf"
mkdir -p "$root/opt/certificate-verification"
tar xzf "$release" --no-same-owner --strip-components=1 -C "$root/opt/certificate-verification"
# PACKAGES names a node_modules that is there already, for machines without a registry: what a release runs with is copied.
if [ -z "${PACKAGES:-}" ]; then
  (cd "$root/opt/certificate-verification" && quietly npm ci --omit=dev --ignore-scripts --no-fund --no-audit)
else
  node "$here/half-hour/packages.mjs" "$root/opt/certificate-verification/package-lock.json" |
    tar --create --directory="$(dirname "$(realpath "$PACKAGES")")" --files-from=- --ignore-failed-read 2> "$root.log" |
    tar --extract --no-same-owner --directory="$root/opt/certificate-verification"
fi
chown -R root:root "$root/opt/certificate-verification"
step 'the release unpacked, and its packages installed'

cp "$here"/half-hour/*.sh "$root/opt/"
exec unshare --net --pid --mount --fork --mount-proc="$root/proc" sh -c '
  mount -t tmpfs -o mode=755 tmpfs "$0/run" && mkdir -p "$0/dev/shm" && mount -t tmpfs tmpfs "$0/dev/shm" &&
  exec chroot "$0" sh /opt/inside.sh "$1"' "$root" "$began"
