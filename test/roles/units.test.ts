import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../docs/operations')
const UNITS = readdirSync(FOLDER).filter((name) => name.endsWith('.service'))
const ANALYZE = '/usr/bin/systemd-analyze'

/** What each process of ours must be without: further rights, other people's files, calls that only root could use. */
const BOUNDS = [
  ...['NoNewPrivileges=yes', 'ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes', 'PrivateDevices=yes'],
  ...['RestrictNamespaces=yes', 'CapabilityBoundingSet=', 'SystemCallArchitectures=native'],
  ...['SystemCallFilter=@system-service', 'SystemCallFilter=~@privileged @keyring @memlock @aio @obsolete'],
]

/** The public side and the signer are users of their own: neither reads the other’s variables or the desk’s. */
const USERS = [
  ['certificate-signer', 'certificate-signer'],
  ['certificate-verification-public', 'certificates-public'],
] as const

describe.each(UNITS)('%s', (unit) => {
  const lines = readFileSync(join(FOLDER, unit), 'utf8').split('\n')

  it('runs as a user of its own, within bounds', () => {
    expect(lines).toContain(`User=${USERS.find(([of]) => unit.startsWith(of))?.[1] ?? 'certificates'}`)
    const umask = unit.startsWith('certificate-verification') ? 'UMask=0007' : 'UMask=0077'
    for (const bound of [...BOUNDS, umask]) expect(lines, bound).toContain(bound)
  })

  it.runIf(existsSync(ANALYZE))('is exposed little, as systemd itself judges it', () => {
    const judged = spawnSync(ANALYZE, ['security', '--offline=true', '--threshold=20', join(FOLDER, unit)], {
      encoding: 'utf8',
    })
    expect([judged.status, judged.stdout.split('\n').findLast((line) => line.includes('exposure'))]).toEqual([
      0,
      expect.stringContaining('OK'),
    ])
  })
})

it('knows all of them', () => {
  expect(UNITS).toHaveLength(4)
})

it('the public side alone serves no desk', () => {
  const unit = readFileSync(join(FOLDER, 'certificate-verification-public@.service'), 'utf8')
  expect(unit).toMatch(/^Environment=NODE_ENV=production ROLES=public PORT=%i$/m)
})
