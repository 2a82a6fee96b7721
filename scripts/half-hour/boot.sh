#!/bin/sh
# The first process of the new system: boot.sh FOLDER CGROUP, in mounts, processes and a network of its own. Becomes its systemd,
# which ends with what inside.sh ended with.
set -eu
root=$1
echo $$ > "$2/cgroup.procs"
exec unshare --cgroup sh -c '
  set -eu
  ip link set lo up
  mount --bind "$0" "$0"
  mount -t proc proc "$0/proc"
  mount -t sysfs sys "$0/sys"
  mount -t cgroup2 none "$0/sys/fs/cgroup"
  for folder in run dev; do mount -t tmpfs -o mode=755 tmpfs "$0/$folder"; done
  mount -t tmpfs tmpfs "$0/tmp"
  for name in null zero full random urandom tty; do touch "$0/dev/$name" && mount --bind "/dev/$name" "$0/dev/$name"; done
  mkdir -p "$0/dev/shm" "$0/dev/pts"
  mount -t tmpfs tmpfs "$0/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$0/dev/pts"
  ln -s pts/ptmx "$0/dev/ptmx" && ln -s /proc/self/fd "$0/dev/fd"
  # What the script says comes out here.
  mkfifo "$0/run/half-hour"
  { cat >&3; } < "$0/run/half-hour" &
  cd "$0" && mkdir -p old && pivot_root . old && umount -l /old
  exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=null --show-status=0' "$root" 3>&1
