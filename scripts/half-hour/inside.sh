#!/bin/sh
# The part of half-hour.sh that runs in the new system, under its systemd. Ends with 1 at the first thing that is not as it should be.
set -eu
began=$1
trap 'systemctl --no-block exit $?' EXIT
exec > /run/half-hour 2>&1 < /dev/null
export PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8
host=verify.example.org
at=https://$host
step() { echo "$(($(date +%s) - began)) s  $*"; }
fail() { echo "FAILED: $*" >&2; exit 1; }
code() { curl --silent --show-error --cacert /etc/ssl/own-ca.pem --output /tmp/answer --write-out '%{http_code}' "$@" || true; }
# Waits for a state that comes, and says which did not.
until_ok() { for _ in $(seq 600); do "$@" > /dev/null 2>&1 && return; sleep 0.1; done; fail "waited for: $*"; }
as() { user=$1; shift; setpriv --reuid="$user" --regid="$user" --init-groups --inh-caps=-all -- "$@"; }

grep -q "$host" /etc/hosts 2> /dev/null || echo "127.0.0.1 localhost $host" >> /etc/hosts
certs_setup() { node /opt/certificate-verification/cli/certs.mjs setup --systemd --base-url $at --tls-certificate /etc/ssl/own.pem \
  --tls-key /etc/ssl/private/own.key --name 'Northshore Maritime College' --slug northshore --domain northshore.example \
  --owner dean@northshore.example "$@"; }

cd /etc/ssl
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 30 -subj '/CN=Own CA' -keyout private/own-ca.key -out own-ca.pem 2> /dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$host" -keyout private/own.key -out own.csr 2> /dev/null
printf 'subjectAltName=DNS:%s\n' $host > own.ext
openssl x509 -req -in own.csr -CA own-ca.pem -CAkey private/own-ca.key -days 20 -extfile own.ext -out own.pem 2> /dev/null
chmod 711 private; chgrp caddy private/own.key; chmod 640 private/own.key
cd /

systemctl stop 'postgresql*' redis-server
certs_setup > /tmp/refused 2>&1 && fail 'set up without a database'
grep -q 'apt-get install postgresql redis-server' /tmp/refused || fail "no plain word: $(cat /tmp/refused)"
test ! -e /etc/certificate-signer.env || fail 'a refused set-up wrote a file'
systemctl start postgresql redis-server
certs_setup --dry-run > /tmp/dry
grep -q 'KEY_ENCRYPTION_KEY="…"' /tmp/dry || fail 'the dry run shows no file'
test ! -e /etc/certificate-signer.env || fail 'the dry run wrote a file'
step 'a certificate of an own authority; what is missing was refused in words; every file shown'

# Broken off in the middle, as by a full disk: the next run goes on with the same key.
mkdir /var/lib/certificate-verification-journal.real
ln -s certificate-verification-journal.real /var/lib/certificate-verification-journal
certs_setup > /tmp/refused 2>&1 && fail 'followed a link'
grep -q 'is no folder of its own' /tmp/refused || fail "no plain word: $(cat /tmp/refused)"
rm /var/lib/certificate-verification-journal
certs_setup > /tmp/first
sha256sum /etc/certificate-*.env > /tmp/kept
step 'set up: users, folders, database, units, Caddy, first issuer'
certs_setup > /tmp/second
sha256sum --check --quiet /tmp/kept || fail 'a second run changed a secret'
link=$(grep -o "$at/dashboard/invitation#.*" /tmp/second) || fail 'no invitation'
step 'set up again: nothing changed'

ready() { test "$(code $at/api/health/ready)" = 200 && test "$(code $at/dashboard/sign-in)" = 200; }
until_ok ready
units='certificate-signer certificate-verification@3001 certificate-verification-public@3002'
for unit in $units; do
  pid=$(systemctl show --property=MainPID --value $unit)
  grep -q '^NoNewPrivs:\s1$' /proc/$pid/status && grep -q '^Seccomp:\s2$' /proc/$pid/status && grep -q '^CapBnd:\s0*$' /proc/$pid/status ||
    fail "$unit runs without its bounds: $(cat /proc/$pid/status)"
done
signer=$(systemctl show --property=MainPID --value certificate-signer)
step 'the signer, the desk, the public side and Caddy answer over TLS, each unit within its filter, without capabilities or new privileges'

install -m 644 /dev/null /tmp/first.csv
printf 'full_name,event_title,achievement\nAda Byron,Navigation,Passed\n' > /tmp/first.csv
certs issue northshore --file /tmp/first.csv --out /tmp/issued.csv --json > /tmp/issued 2> /tmp/issued.err || fail "$(cat /tmp/issued /tmp/issued.err)"
serial=$(node -p 'JSON.parse(require("fs").readFileSync("/tmp/issued")).certificates[0].serial')
verify=$at/api/public/credentials/verify/$serial
test "$(code "$verify")" = 200 || fail "the check: $(cat /tmp/answer)"
grep -q '"overall_status":"verified"' /tmp/answer || fail "the check: $(cat /tmp/answer)"
step 'a first certificate, and a check of it: verified'

# Across users: a file of the operator's, read by the public side; a receipt's file made there; a withdrawal by the operator.
for path in "/api/public/credentials/$serial/pdf" "/api/public/credentials/$serial/jpeg" "/api/public/credentials/verify/$serial/receipt?format=pdf"; do
  test "$(code "$at$path")" = 200 || fail "$path: $(cat /tmp/answer)"
done
test "$(code "${link%%#*}")" = 200 || fail 'the invitation'
test "$(code $at/api/metrics)" = 404 || fail 'metrics are open'
certs withdraw "$serial" --reason test --json > /tmp/withdrawn || fail "$(cat /tmp/withdrawn)"
code "$verify" > /dev/null
grep -q '"overall_status":"withdrawn"' /tmp/answer || fail "the withdrawal: $(cat /tmp/answer)"
certs doctor > /tmp/doctor || fail "the doctor: $(cat /tmp/doctor)"
systemctl start certificate-doctor.service || fail "the unit of the doctor: $(journalctl --no-pager --lines 20 --unit certificate-doctor)"
step 'files, receipt, invitation, withdrawal; the doctor finds nothing bad, by hand and as a unit'

mkdir /mnt/other-disk
certs backup /mnt/other-disk/backups/first > /tmp/refused 2>&1 && fail 'a backup into a folder of root'
grep -q 'cannot be made or written (EACCES)' /tmp/refused || fail "no plain word: $(cat /tmp/refused)"
install -d -m 700 -o certificate-operator /mnt/other-disk/backups
certs backup /mnt/other-disk/backups/first > /tmp/backup || fail "the backup: $(cat /tmp/backup)"
certs log fill --json > /tmp/filled || fail "the public log: $(cat /tmp/filled)"
certs issue northshore --file /tmp/first.csv --out /tmp/logged.csv --json > /tmp/logged 2> /tmp/issued.err || fail "with a log: $(cat /tmp/logged)"
certs doctor > /tmp/doctor || fail "the doctor, with a log: $(cat /tmp/doctor)"
step 'a backup, and the public log'

refused() { "$@" > /dev/null 2>&1 && fail "allowed: $*"; return 0; }
for user in certificates certificates-public certificate-signer certificate-operator nobody; do
  for file in /etc/certificate-*.env; do refused as $user cat "$file"; done
  refused as $user sh -c 'echo x >> /usr/local/sbin/certs'
  refused as $user sh -c 'echo x >> /opt/certificate-verification/dist/server.mjs'
done
connect='require("net").connect(process.argv[1]).on("connect",()=>process.exit(0)).on("error",()=>process.exit(1))'
as certificates node -e "$connect" /run/certificate-signer/desk/signer.sock || fail 'the desk reaches no signer'
as certificates-public node -e "$connect" /run/certificate-signer/public/signer.sock || fail 'the public side reaches no signer'
refused as certificates-public node -e "$connect" /run/certificate-signer/desk/signer.sock
refused as nobody node -e "$connect" /run/certificate-signer/desk/signer.sock
refused as nobody node -e "$connect" /run/certificate-signer/public/signer.sock
for user in certificates certificates-public; do
  refused as $user ln -sf /tmp/mine /run/certificate-signer/public/signer.sock
  refused as $user ln -s /tmp/mine /run/certificate-signer/other
  refused as $user cat "/proc/$signer/environ"
done
journal=/var/lib/certificate-verification-journal/entries
refused as certificates-public touch $journal/x
refused as certificate-signer touch $journal/x
refused as nobody ls $journal
refused as nobody ls /var/lib/certificate-verification/files
segment=$(ls -d $journal/*.journal | head -1)
as certificates-public cat "$segment" > /dev/null || fail 'the public side cannot read the journal'
as certificate-signer cat "$segment" > /dev/null || fail 'the signer cannot read the journal'
# No secret where other users look: arguments, units, logs.
. /etc/certificate-operator.env
owner=$(DATABASE_URL=$DATABASE_URL node -p 'new URL(process.env.DATABASE_URL).password')
# Before anything looks for a secret, which is an argument then.
cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\0' '\n' > /tmp/arguments
grep -q '^dist/signer.mjs$\|/dist/signer.mjs$' /tmp/arguments || fail 'no argument was read'
for secret in "$KEY_ENCRYPTION_KEY" "$owner"; do
  grep -qF -e "$secret" /tmp/arguments && fail 'a secret in an argument'
  grep -rqF -e "$secret" /etc/systemd /etc/caddy /etc/tmpfiles.d /usr/local/sbin /var/log /tmp && fail 'a secret in a file'
done
step 'rights: variables, sockets, journal, files, code; no secret in arguments, units or logs'

! journalctl --no-pager --output=cat $(printf -- '--unit %s ' $units) | grep -E 'EACCES|EPERM|"level":[56]0' || fail 'a process was refused something'
up() { ready && for side in desk public; do as certificates$(test $side = desk || echo -public) node -e "$connect" /run/certificate-signer/$side/signer.sock || return 1; done; }
for unit in $units; do
  systemctl restart $unit && until_ok up
  systemctl stop $unit
  test "$(systemctl show --property=Result,ExecMainStatus $unit | tr '\n' ' ')" = 'Result=success ExecMainStatus=0 ' || fail "$unit: $(systemctl status $unit)"
  systemctl start $unit && until_ok up
done
step 'each unit restarted, and ended with 0 by SIGTERM'
