import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { envFileText } from '@/cli/setup/env-file'
import { foundUpstreams } from './apply-machine'
import { caddySite } from './caddy-site'
import { ENV_FILES, entriesOf, type Machine, type PlannedFile, USERS } from './machine'
import { ENV_FILE_NAMES, type VariablesByFile } from './planned-variables'

/** The places that the texts in `docs/operations` name, which a machine may have elsewhere. */
const WRITTEN = {
  project: '/opt/certificate-verification',
  node: '/usr/bin/node',
  dataDir: '/var/lib/certificate-verification',
  journal: '/mnt/other-disk/journal',
}
const ANY_WRITTEN = new RegExp(Object.values(WRITTEN).join('|'), 'g')

const UNIT_FILES = [
  'certificate-signer.service',
  'certificate-verification@.service',
  'certificate-verification-public@.service',
  'certificate-doctor.service',
  'certificate-doctor.timer',
]

/**
 * Every file of the set-up. The units are those of `docs/operations`, with this machine's folders.
 * @param caddyfile where Caddy's site goes
 */
export function plannedFiles(machine: Machine, variables: VariablesByFile, caddyfile: string): PlannedFile[] {
  const here = new Map([
    [WRITTEN.journal, entriesOf(machine)],
    [WRITTEN.dataDir, machine.dataDir],
    [WRITTEN.project, machine.project],
    [WRITTEN.node, machine.node],
  ])
  const ofDocs = (name: string) => {
    const text = readFileSync(join(machine.project, 'docs/operations', name), 'utf8')
    // At once: a folder of this machine may be called like one that the text names.
    return text.replaceAll(ANY_WRITTEN, (found) => here.get(found) ?? found)
  }
  const readable = (path: string, text: string, mode = 0o644): PlannedFile => ({ path, mode, text })
  return [
    ...ENV_FILE_NAMES.map((name) => ({
      path: ENV_FILES[name],
      mode: 0o600,
      text: envFileText(variables[name]),
    })),
    readable('/etc/tmpfiles.d/certificate-signer.conf', ofDocs('certificate-signer.tmpfiles')),
    ...UNIT_FILES.map((name) => readable(`/etc/systemd/system/${name}`, ofDocs(name))),
    readable('/usr/local/sbin/certs', operatorsCommand(machine), 0o755),
    readable(caddyfile, caddySite(machine, foundUpstreams(caddyfile))),
  ]
}

/** The command that root calls: no secret is in it, and none in its arguments. */
function operatorsCommand({ node, project }: Machine): string {
  return `#!/bin/sh
# Made by certs setup: runs a command of the service with the operator's variables, as ${USERS.operator}.
set -eu
umask 0007
set -a
. ${ENV_FILES.operator}
set +a
export HOME=/nonexistent
exec setpriv --reuid=${USERS.operator} --regid=${USERS.operator} --init-groups --no-new-privs \\
  --inh-caps=-all --bounding-set=-all -- ${node} ${project}/cli/certs.mjs "$@"
`
}
