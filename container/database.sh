#!/bin/sh
# PostgreSQL of compose.yaml. Its administrator comes through the socket alone, and is the operator's user; everybody else needs a
# password. The folder is made beside its place and then moved, so that a first start that is broken off is begun again.
set -eu
bin=$(echo /usr/lib/postgresql/*/bin)
data=/var/lib/postgresql/data/cluster
if [ ! -e "$data" ]; then
  rm -rf "$data.new"
  "$bin/initdb" --pgdata="$data.new" --username=postgres --encoding=UTF8 --locale=C.UTF-8 --data-checksums --auth=reject
  printf 'administrator certificate-operator postgres\nadministrator postgres postgres\n' > "$data.new/pg_ident.conf"
  printf 'local all postgres peer map=administrator\nhost all postgres all reject\nhost all all all scram-sha-256\n' > "$data.new/pg_hba.conf"
  mv "$data.new" "$data"
fi
exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories=/run/postgresql -c unix_socket_permissions=0770
