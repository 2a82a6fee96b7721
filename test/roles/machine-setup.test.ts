import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chown, mkdir, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { main } from '@/cli/main'
import { foundTls, replaceFiles } from '@/cli/setup/systemd/apply-machine'
import { databaseInUse } from '@/cli/setup/systemd/database-in-use'
import { ENV_FILES, type Machine, plannedFolders } from '@/cli/setup/systemd/machine'
import { databasePlace } from '@/cli/setup/systemd/make-database'
import { plannedFiles } from '@/cli/setup/systemd/planned-files'
import { ENV_FILE_NAMES, keptSecrets, plannedVariables } from '@/cli/setup/systemd/planned-variables'
import { scramVerifier } from '@/cli/setup/systemd/scram-verifier'
import { journalOf } from '@/cli/setup/systemd/set-up-machine'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { parseEnv } from '@/lib/env'
import { FolderFileStore } from '@/lib/store/files/folder-file-store'
import { FolderJournal } from '@/lib/store/journal/folder-journal'
import { LogFolder } from '@/lib/store/log/log-folder'

const ANALYZE = '/usr/bin/systemd-analyze'
const machine: Machine = {
  ...{ baseUrl: 'https://verify.example.org', project: process.cwd(), node: process.execPath },
  ...{ dataDir: '/srv/certs', journalDir: '/srv/journal', database: 'postgresql://localhost:5433/certificates' },
  ...{
    redisUrl: 'redis://127.0.0.1:6379',
    proxies: '127.0.0.1/32',
    tls: { certificate: '/etc/ssl/a.pem', key: '/etc/ssl/a.key' },
  },
  mail: { SMTP_URL: 'smtp://u:of-the-mail@mail.example.org:587' },
}
const secrets = {
  ...{ keyEncryptionKey: Buffer.alloc(32, 7).toString('base64'), metricsToken: 'the-token-of-metrics' },
  ...{ owner: 'of-the-owner', service: 'of-the-service', public: 'of-the-public' },
}
const empty = { signer: {}, operator: {}, desk: {}, public: {} }
const variables = plannedVariables(machine, secrets, empty)
const files = plannedFiles(machine, variables, '/etc/caddy/Caddyfile')
const textOf = (name: string) => files.find(({ path }) => path.endsWith(name))?.text ?? ''

describe('what certs setup --systemd writes', () => {
  it('gives each process the variables that it starts with, and its own secrets alone', () => {
    for (const name of ENV_FILE_NAMES)
      expect(() => parseEnv({ ...variables[name], ...(name === 'public' && { ROLES: 'public' }) }), name).not.toThrow()
    const holders = (secret: string) => ENV_FILE_NAMES.filter((name) => textOf(ENV_FILES[name]).includes(secret))
    expect(holders(secrets.keyEncryptionKey)).toEqual(['signer', 'operator'])
    expect(holders(secrets.owner)).toEqual(['operator'])
    expect(holders(secrets.service)).toEqual(['signer', 'desk'])
    expect(holders(secrets.public)).toEqual(['public'])
  })

  it('puts secrets into files of root alone, and nowhere else', () => {
    const secret = /of-the-|the-token|BwcHBwcH/
    expect(files.filter(({ text }) => secret.test(text)).map(({ path, mode }) => [path, mode])).toEqual(
      Object.values(ENV_FILES).map((path) => [path, 0o600]),
    )
    expect(files.every(({ mode }) => (mode & 0o022) === 0)).toBe(true)
  })

  it('keeps every secret, and what the operator added, when it is run again', () => {
    const before = {
      ...variables,
      desk: { ...variables.desk, SERVED_COUNTRIES: 'GB', BASE_URL: 'https://old.example' },
    }
    expect(keptSecrets(before)).toEqual(secrets)
    const again = plannedVariables(machine, secrets, before)
    expect(again.desk).toEqual({ ...variables.desk, SERVED_COUNTRIES: 'GB' })
    // A proxy in front of one side alone.
    const apart = { ...variables, public: { ...variables.public, TRUSTED_PROXIES: '203.0.113.0/24' } }
    const { desk, public: open } = plannedVariables(machine, secrets, apart)
    expect([desk.TRUSTED_PROXIES, open.TRUSTED_PROXIES]).toEqual(['127.0.0.1/32', '203.0.113.0/24'])
    // Broken off after the first file: the key that something may be encrypted under is still known.
    expect(keptSecrets({ ...empty, signer: variables.signer })).toEqual({
      keyEncryptionKey: secrets.keyEncryptionKey,
      service: secrets.service,
    })
  })

  it('keeps neither key where signer and operator have two: one of them may be the only copy of the new one', () => {
    const renewed = { ...variables.operator, KEY_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') }
    expect(() => keptSecrets({ ...variables, operator: renewed })).toThrow(/another than that of the operator/)
  })

  it('makes every folder that its units may write', () => {
    const made = plannedFolders(machine).map(({ path }) => path)
    for (const { path, text } of files.filter(({ path }) => path.startsWith('/etc/systemd/')))
      for (const [, folder = ''] of text.matchAll(/^ReadWritePaths=-?(.*)$/gm))
        if (!folder.startsWith('/run/')) expect(made, path).toContain(folder)
    expect(textOf('certificate-verification@.service')).toContain('ReadWritePaths=-/srv/certs/log\n')
  })

  it('leads units, folders and Caddy to the places of this machine', () => {
    expect(files.map(({ text }) => text).join('')).not.toMatch(/\/mnt\/other-disk|\/var\/lib\/certificate-verification/)
    expect(textOf('certificate-verification@.service')).toContain('ReadWritePaths=/srv/journal/entries\n')
    expect(textOf('-public@.service')).not.toContain('/srv/journal')
    expect(plannedFolders(machine).find(({ path }) => path === '/srv/journal/entries')?.owner).toBe('certificates')
    expect(textOf('Caddyfile')).toContain('\ttls "/etc/ssl/a.pem" "/etc/ssl/a.key"\n')
  })

  it('leads units to folders that are called like those of the documents', () => {
    const alike = { ...machine, journalDir: '/var/lib/certificate-verification-journal' }
    const unit = plannedFiles(alike, variables, '/none').find(({ path }) => path.endsWith('verification@.service'))
    expect(unit?.text).toContain('ReadWritePaths=/var/lib/certificate-verification-journal/entries\n')
    expect(unit?.text).toContain('ReadWritePaths=/srv/certs/files\n')
  })

  it('leaves the journal, the database and the ports where the operator put them since', () => {
    const usual = '/srv/certs-journal'
    expect(journalOf(undefined, undefined, usual)).toEqual({ journalDir: usual })
    expect(journalOf(undefined, '/mnt/a/entries', usual)).toEqual({ journalDir: '/mnt/a' })
    const own = { journalDir: '/mnt/x', ownJournal: '/mnt/x/journal' }
    expect(journalOf(undefined, '/mnt/x/journal', usual)).toEqual(own)
    expect(journalOf('/mnt/x/journal', '/mnt/x/journal', usual)).toEqual(own)
    expect(journalOf('/mnt/a/entries/', '/mnt/a/entries', usual)).toEqual({ journalDir: '/mnt/a' })
    expect(journalOf('/mnt/a', '/mnt/a/entries', usual)).toEqual({ journalDir: '/mnt/a' })
    for (const other of ['/mnt/b', '/mnt/x'])
      expect(() => journalOf(other, '/mnt/x/journal', usual)).toThrow(/The journal is in \/mnt\/x\/journal/)
    expect(plannedVariables({ ...machine, ...own }, secrets, empty).desk.JOURNAL_DIR).toBe('/mnt/x/journal')
    expect(plannedFolders({ ...machine, ...own }).filter(({ path }) => path.startsWith('/mnt/'))).toEqual([])

    const inUse = 'postgresql://certs_owner:x@localhost:5433/certificates'
    expect(databasePlace(undefined, inUse, [5432, 5433])?.url).toBe('postgresql://localhost:5433/certificates')
    expect(databasePlace(undefined, undefined, [5432, 5433])?.url).toBe('postgresql://localhost:5432/certificates')
    expect(() => databasePlace(undefined, inUse, [5432])).toThrow(/start PostgreSQL on port 5433/)

    // After a restore into a database of another name.
    const restored = 'postgresql://certs_owner:x@localhost:5433/certificates_restored'
    const place = databasePlace(undefined, restored, [5432, 5433])
    expect(place?.url).toBe('postgresql://localhost:5433/certificates_restored')
    const admin = 'postgresql://admin:x@db.example.org/postgres'
    expect(databasePlace(admin, restored)?.url).toBe('postgresql://db.example.org/certificates_restored')
    const moved = { ...empty, signer: { DATABASE_URL: restored }, operator: { DATABASE_URL: restored } }
    expect(databaseInUse(moved)).toBe(restored)
    expect(() => databaseInUse({ ...moved, desk: { DATABASE_URL: inUse } })).toThrow(/different databases/)

    const folder = mkdtempSync(join(tmpdir(), 'caddy-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'Caddyfile')
    const site = textOf('Caddyfile')
    writeFileSync(path, site.replace('127.0.0.1:3002 {', '127.0.0.1:3002 127.0.0.1:3003 {'))
    const again = plannedFiles(machine, variables, path).find((file) => file.path === path)
    expect(again?.text).toBe(readFileSync(path, 'utf8'))
    // As an editor may leave it.
    const spaced = site.replace(
      '\t\treverse_proxy 127.0.0.1:3002 {',
      '        reverse_proxy  127.0.0.1:3002  127.0.0.1:3003 { ',
    )
    writeFileSync(path, spaced.replace('tls "/etc/ssl/a.pem" "/etc/ssl/a.key"', 'tls /etc/ssl/a.pem /etc/ssl/a.key'))
    expect(plannedFiles(machine, variables, path).at(-1)?.text).toBe(again?.text)
    expect(foundTls(path)).toEqual(machine.tls)
    for (const lost of [
      site.replace('3002 {', '3002 10.0.0.7:3002 {'),
      site.replace('reverse_proxy 127.0.0.1:3001 {', 'import desk'),
    ]) {
      writeFileSync(path, lost)
      expect(() => plannedFiles(machine, variables, path)).toThrow(/would lose a line of it/)
    }
    writeFileSync(path, site.replace(/\ttls .*/, '\ttls internal'))
    expect(() => foundTls(path)).toThrow(/would lose a line of it/)
    writeFileSync(path, 'mine {\n\t\treverse_proxy 127.0.0.1:1 {\n\t\treverse_proxy 127.0.0.1:2 {\n')
    expect(plannedFiles(machine, variables, path).at(-1)?.text).toBe(site)
  })

  it.runIf(existsSync(ANALYZE))('is units that systemd can read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'units-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const units = files.filter(({ path }) => path.startsWith('/etc/systemd/'))
    for (const { path, text } of units) writeFileSync(join(folder, basename(path)), text)
    const names = units.map(({ path }) => join(folder, basename(path).replace('@.', '@3001.')))
    const { stderr } = spawnSync(ANALYZE, ['verify', '--man=no', ...names], { encoding: 'utf8' })
    expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([])
  })

  it('shows everything before, but for secrets', async () => {
    let out = ''
    const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
    onTestFinished(() => spy.mockRestore())
    const issuer = [
      '--name',
      'Northshore',
      '--slug',
      'northshore',
      '--domain',
      'northshore.example',
      '--owner',
      'a@b.example',
    ]
    await main(['setup', '--systemd', '--dry-run', '--base-url', 'https://verify.example.org', ...issuer])
    for (const path of Object.values(ENV_FILES)) expect(out).toContain(`──── ${path} (root, 0600)`)
    expect(out).toContain('KEY_ENCRYPTION_KEY="…"')
    expect(out).toContain('Nothing was changed.')
    out = ''
    const shown = ['setup', '--systemd', '--json', '--base-url', 'https://verify.example.org', ...issuer]
    expect(await main([...shown, '--smtp-url', 'smtp://u:secret@mail.example.org'])).toBe(1)
    expect(out).toMatch(/password in --smtp-url/)
    expect(out).not.toContain('secret')
  })
})

describe('the password of a role', () => {
  it('is kept as PostgreSQL keeps it', () => {
    // RFC 7677's example.
    expect(scramVerifier('pencil', Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64'))).toBe(
      'SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=',
    )
  })
})

describe('files of the version before', () => {
  it('are put back as they stood', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'former-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const unit = { path: join(folder, 'a.service'), mode: 0o644, text: 'of the new version' }
    const fresh = { path: join(folder, 'new.service'), mode: 0o644, text: 'new' }
    writeFileSync(unit.path, 'of the version before')
    const putBack = await replaceFiles([unit, fresh])
    expect(readFileSync(unit.path, 'utf8')).toBe('of the new version')
    await putBack()
    expect(readFileSync(unit.path, 'utf8')).toBe('of the version before')
    expect(readFileSync(fresh.path, 'utf8')).toBe('new')
  })
})

describe('folders that several users share', () => {
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o7777).toString(8)

  it.each([
    { mode: 0o2770, file: '640', folder: '2770' },
    { mode: 0o770, file: '600', folder: '700' },
  ])('pass on their rights with setgid alone: $mode', async ({ mode, file, folder: made }) => {
    const folder = mkdtempSync(join(tmpdir(), 'shared-'))
    const umask = process.umask(0o007)
    onTestFinished(() => {
      process.umask(umask)
      rmSync(folder, { recursive: true })
    })
    const root = join(folder, 'files')
    await mkdir(root, { mode: 0o777 })
    spawnSync('chmod', [mode.toString(8), root])
    const bytes = Buffer.from('a file')
    const sha256 = sha256Hex(bytes)
    await new FolderFileStore(root).put(sha256, bytes)
    const around = join(root, sha256.slice(0, 2))
    expect(await modeOf(around)).toBe(made)
    expect(await modeOf(join(around, sha256.slice(2, 4), sha256))).toBe(file)
    const journal = new FolderJournal(root)
    await journal.append('a line\n')
    await journal.putSnapshot(bytes)
    await journal.close()
    const [segment] = (await journal.segments()) ?? []
    expect(await modeOf(join(root, segment?.name ?? ''))).toBe(file)
    expect(await modeOf(join(root, 'knowledge.snapshot'))).toBe(file)
  })

  it.skipIf(process.getuid?.() !== 0)('keep what root makes in them for whom they belong to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'of-another-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [uid, gid] = [65_534, 65_534]
    await chown(folder, uid, gid)
    const bytes = Buffer.from('a file')
    await new FolderFileStore(join(folder, 'files')).put(sha256Hex(bytes), bytes)
    await new LogFolder(join(folder, 'log')).put('tile/0/000', bytes)
    const journal = new FolderJournal(join(folder, 'journal'))
    await journal.make()
    await journal.append('a line\n')
    await journal.putSnapshot(bytes)
    await journal.putEnclosure(`forms-${sha256Hex(bytes)}`, 'encrypted')
    await journal.noteBackup('an id')
    await journal.close()
    const made = await readdir(folder, { recursive: true })
    expect(made.length).toBeGreaterThan(14)
    for (const name of made) {
      const found = await stat(join(folder, name))
      expect([name, found.uid, found.gid]).toEqual([name, uid, gid])
    }
  })
})
