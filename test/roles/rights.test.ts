import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { plannedVariables } from '@/cli/setup/systemd/planned-variables'
import { inspectorFlags } from '@/lib/render/inspect/inspect-process'
import { renderFlags } from '@/lib/render/typeset/render-child'
import { pictureFlags } from '@/lib/render/untrusted/decode-picture'
import { HANDED_LABELS } from '@/lib/service/signer/handed-labels'

const ROOT = realpathSync(process.cwd())
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const page = read('docs/rights.md')

/** The rows of the table that begins with a heading, by their first cell, each with its cells by their headings. */
function rows(first: string): Record<string, string>[] {
  const lines = page.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${first} |`))
  const cells = (line = '') =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
  const headings = cells(lines[at])
  const end = lines.findIndex((line, index) => index > at && line === '')
  return lines
    .slice(at + 2, end)
    .map((line) => Object.fromEntries(cells(line).map((cell, index) => [headings[index] ?? '', cell])))
}
const code = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word)
const processes = rows('process').map((row) => ({ ...row, name: code(row.process)[0] ?? '' }))
const rowOf = (name: string) => processes.find((row) => row.name === name) as Record<string, string>

interface Service {
  user?: string
  volumes?: string[]
  environment?: Record<string, string>
}
const compose = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Service> }
const UNITS: Record<string, string> = {
  public: 'certificate-verification-public@.service',
  desk: 'certificate-verification@.service',
  signer: 'certificate-signer.service',
  doctor: 'certificate-doctor.service',
}
const FOLDERS: Record<string, string> = {
  '/var/lib/certificate-verification/files': 'files',
  '/var/lib/certificate-verification/log': 'log',
  '/var/lib/certificate-verification-journal': 'journal',
  '/mnt/other-disk/journal': 'journal',
  '/run/certificate-signer': 'sockets',
  '/run/certificate-signer/desk': 'sockets',
  '/run/certificate-signer/public': 'sockets',
}
const variables = plannedVariables(
  {
    ...{
      baseUrl: 'https://verify.example.org',
      project: '/opt/x',
      node: '/usr/bin/node',
      dataDir: '/srv/data',
      tls: null,
    },
    ...{ journalDir: '/srv/journal', database: 'postgresql://localhost/certificates', redisUrl: 'redis://localhost' },
    ...{ proxies: '127.0.0.1/32', mail: {} },
  },
  { keyEncryptionKey: 'the-key', metricsToken: 'm', owner: 'o', service: 's', public: 'p' },
  { signer: {}, operator: {}, desk: {}, public: {} },
)
const FILE_OF = { public: 'public', desk: 'desk', signer: 'signer', certs: 'operator', doctor: 'desk' } as const

describe('the table of processes in docs/rights.md', () => {
  it('has a row for each unit and each process of compose.yaml', () => {
    expect(processes.map(({ name }) => name)).toEqual(['public', 'desk', 'signer', 'certs', 'doctor'])
  })

  it.each(Object.entries(UNITS))('says of %s what its unit says: user, folders, variables', (name, unit) => {
    const lines = read(`docs/operations/${unit}`).split('\n')
    expect(code(rowOf(name).user)[0]).toBe(lines.find((line) => line.startsWith('User='))?.slice('User='.length))
    // A minus: it may be missing.
    const paths = lines.flatMap((line) => /^ReadWritePaths=-?(.*)$/.exec(line)?.[1] ?? [])
    const written = paths.map((path) => FOLDERS[path])
    expect([...code(rowOf(name).writes)].sort()).toEqual(written.sort())
  })

  it.each(['public', 'desk', 'signer', 'certs'])('says of %s what compose.yaml says: user, folders, port', (name) => {
    const {
      user = read('Containerfile').match(/^USER (10002:10000)$/m)?.[1],
      volumes = [],
      environment,
    } = compose.services[name] as Service
    expect(rowOf(name).user).toContain(`, ${user?.split(':')[0]}`)
    const written = volumes.map((volume) => volume.split(':')).filter(([, , mode]) => mode !== 'ro')
    const folders = written.flatMap(([, path = '']) => FOLDERS[path] ?? [])
    expect([...new Set(folders)].sort()).toEqual(code(rowOf(name).writes).sort())
    if (environment?.PORT !== undefined) expect(rowOf(name).opens).toBe(`port ${environment.PORT}`)
  })

  it.each(Object.entries(FILE_OF))(
    'says of %s which role of the database it has, and whether it holds the key',
    (name, file) => {
      const { DATABASE_URL = '', ...others } = variables[file]
      expect(code(rowOf(name).role)).toEqual([new URL(DATABASE_URL).username])
      expect(code(rowOf(name).holds).includes('KEY_ENCRYPTION_KEY')).toBe('KEY_ENCRYPTION_KEY' in others)
    },
  )
})

describe('the table of derived keys in docs/rights.md', () => {
  it.each(['public', 'desk'] as const)('says which ones %s is handed', (role) => {
    const handed = rows('key').filter((row) => row[`\`${role}\``] === 'yes')
    const labels = handed.flatMap(({ key }) => code(key)).map((name) => `certificate-verification/${name}`)
    expect(labels.sort()).toEqual([...HANDED_LABELS[role]].sort())
  })
})

describe('the table of children in docs/rights.md', () => {
  it.each([
    ['sets pages', renderFlags()],
    ['inspects a document', inspectorFlags()],
    ['decodes a picture', pictureFlags()],
  ])('says of the one that %s what it is started with', (does, flags) => {
    const row = rows('child').find(({ child = '' }) => child.startsWith(does)) as Record<string, string>
    const allowed = flags.flatMap((flag) => flag.match(/^--allow-fs-read=(.*)$/)?.[1] ?? [])
    const packages = realpathSync(join(ROOT, 'node_modules'))
    const shown = (path: string) => path.replace(packages, 'node_modules').replace(`${ROOT}/`, '')
    const isLookedFor = (path: string) => /\/(package\.json|node_modules\/\*)$/.test(path)
    expect(code(row.reads).sort()).toEqual(
      allowed
        .map(shown)
        .filter((path) => !isLookedFor(path))
        .sort(),
    )
    // Older versions of Node look for these; nothing is there to be read.
    for (const path of allowed.map(shown).filter(isLookedFor))
      expect(existsSync(join(ROOT, path.replace(/\/\*$/, ''))), path).toBe(false)
    expect(row['native code']).toBe(flags.includes('--allow-addons') ? 'yes' : 'no')
    expect(flags.filter((flag) => /^--allow-(fs-write|child|worker|net)/.test(flag))).toEqual([])
  })

  it('names programs that there are', () => {
    const names = rows('child').flatMap(({ child }) => code(child))
    const folders = ['', 'lib/render/inspect', 'lib/render/compare', 'lib/render/untrusted']
    for (const name of names)
      expect(
        folders.some((folder) => existsSync(join(ROOT, folder, name))),
        name,
      ).toBe(true)
  })
})
