#!/bin/sh
# Does what README says under "In production in half an hour" without containers, on a new Debian in a folder of its own, under its own
# systemd, and prints what each step takes. As root: sh scripts/half-hour.sh [RELEASE.tar.gz]. With a release it types README's lines as
# they are; without, it takes this checkout, built, with its packages. Needs mmdebstrap, npm and a kernel with cgroups of the second
# version.
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

# A line of README’s section, as it is printed there.
line() { sed -n "/^### In production/,/^## /s/^$1.*/&/p" "$here/../README.md"; }
# What a person types, typed in the new system; the network and what npm is told are this machine's.
typed() {
  export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
  quietly unshare --mount --propagation private sh -euc '
    root=$1; shift
    mount -t proc proc "$root/proc"
    mkdir -p "$root/root/.npm" && mount --bind "$(npm config get cache)" "$root/root/.npm"
    for file in /etc/resolv.conf /etc/hosts "$(npm config get cafile)" "$HOME/.npmrc"; do
      [ -f "$file" ] || continue
      at=$root/$file; [ "$file" != "$HOME/.npmrc" ] || at=$root/root/.npmrc
      mkdir -p "$(dirname "$at")" && [ -e "$at" ] || touch "$at"
      mount --bind "$file" "$at"
    done
    HOME=/root exec chroot "$root" sh -euc "$1"' sh "$root" "$1"
}

quietly mmdebstrap --variant=minbase --mode=root --include=systemd-sysv,iproute2,util-linux,curl,openssl,ca-certificates "${SUITE:-trixie}" "$root"
step 'a new Debian'
printf '#!/bin/sh\nexit 101\n' > "$root/usr/sbin/policy-rc.d" && chmod 755 "$root/usr/sbin/policy-rc.d"
typed "apt-get update; $(line 'apt-get install') --yes"
rm "$root/usr/sbin/policy-rc.d"
step 'PostgreSQL, Redis, Caddy and Node'

target=$root/opt/certificate-verification
if [ $# -gt 0 ]; then
  cp "$1" "$root/root/"
  typed "cd /root; $(line mkdir); $(line tar); $(line cd)"
else
  mkdir -p "$target"
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
