#!/bin/sh
# In mounts of its own: own-mounts.sh COMMAND…. crun runs nothing where cgroups of the first and the second version are mixed, as on
# some build machines; without limits it needs none of either. And what an earlier run left in /run names processes that are gone.
set -eu
mount --make-rprivate /
if [ ! -e /sys/fs/cgroup/cgroup.controllers ]; then
  umount -R /sys/fs/cgroup
  mount -t cgroup2 none /sys/fs/cgroup
fi
mkdir -p /run/containers
mount -t tmpfs tmpfs /run/containers
exec "$@"
