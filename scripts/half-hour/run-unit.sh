#!/bin/sh
# Runs a unit's command as systemd would: its user and groups, variables, umask and folder, no capabilities and no new
# privileges. What only systemd can do (namespaces, filters of calls) is left out. run-unit.sh NAME [INSTANCE]
set -eu
unit=/etc/systemd/system/$1
instance=${2:-}
value() { sed -n "s/^$1=//p" "$unit" | tail -1 | sed "s/%i/$instance/g"; }
set -a
. "$(value EnvironmentFile)"
for pair in $(value Environment); do eval "${pair%%=*}='${pair#*=}'"; done
set +a
umask "$(value UMask)"
cd "$(value WorkingDirectory)"
user=$(value User)
exec setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs --inh-caps=-all --bounding-set=-all -- $(value ExecStart)
