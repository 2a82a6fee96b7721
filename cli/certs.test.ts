import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { workingPool } from '@/lib/store/database/database'
import { startEmbeddedDatabase } from '@/lib/store/embedded/embedded-database'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'

const COMMAND = join(import.meta.dirname, 'certs.mjs')
/** What it compiles, which a release may be run by alone. */
const PROGRAM = join(import.meta.dirname, '..', 'dist', 'cli.mjs')
/** Three transactions, of which two are under way at once. */
const ROWS = 201

interface Made {
  certificates: { serial: string; status: string }[]
}

let folder = ''
/** With an embedded database, which the first command made. */
let DATA_DIR = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certs-process-'))
  await chmod(folder, 0o755)
  DATA_DIR = join(folder, 'data')
  const issuer = ['--name', 'Knots', '--slug', 'knots', '--domain', 'knots.example']
  expect(await certs({ DATA_DIR }, 'issuer', 'add', ...issuer)).toMatchObject({ code: 0, err: '' })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }))

/** The real command in a process of its own, in a folder that is not the project's. */
function start(variables: Record<string, string>, ...argv: string[]) {
  return startProgram(COMMAND, variables, ...argv)
}

function startProgram(program: string, variables: Record<string, string>, ...argv: string[]) {
  const { PATH, DATABASE_SECONDS } = process.env
  const child = spawn(process.execPath, [program, ...argv], {
    cwd: folder,
    env: { PATH, DATABASE_SECONDS, NODE_ENV: 'production', BASE_URL: 'http://localhost:3000', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const end = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }) as ProcessEnd)
  return { child, end }
}

interface ProcessEnd {
  code: number | null
  signal: string | null
  out: string
  err: string
}

const certs = (variables: Record<string, string>, ...argv: string[]) => start(variables, ...argv).end

/** A file of rows that are all different. */
async function rowsFile(name: string, count: number): Promise<string> {
  const path = join(folder, name)
  const rows = Array.from({ length: count }, (_, index) => `Name ${index},R-${name}-${index},T,A`)
  await writeFile(path, ['full_name,registration_number,event_title,achievement', ...rows, ''].join('\n'))
  return path
}

async function isDatabaseRunning(dataDir: string): Promise<boolean> {
  const names = await readdir(dataDir, { recursive: true })
  return names.some((name) => name.endsWith('postmaster.pid'))
}

describe('the compiled program', () => {
  it('is the command itself, with its exit codes', async () => {
    const asked = ['verify', '0000-0000-0000-001Z', '--json']
    const variables = { DATA_DIR }
    const expected = { code: 1, signal: null, out: '{"error":"No certificate has this serial."}\n', err: '' }
    expect(await startProgram(COMMAND, variables, ...asked).end).toEqual(expected)
    expect(await startProgram(PROGRAM, variables, ...asked).end).toEqual(expected)
    expect(await startProgram(PROGRAM, variables, 'nonsense').end).toMatchObject({ code: 2 })
  })

  it('fails where its output is lost, though all else is done', async () => {
    const full = await open('/dev/full', 'w')
    const child = spawn(process.execPath, [PROGRAM, '--help'], { stdio: ['ignore', full.fd, 'pipe'] })
    let err = ''
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(err).toMatch(/^The output could not be written \(ENOSPC/)
    await full.close()
  })

  it('fails where a full disk took a part of its last words', async () => {
    const [path, words] = [join(folder, 'cut'), 'ulimit -f 1; exec "$0" "$1" issuer --help > "$2"']
    const child = spawn('/bin/sh', ['-c', words, process.execPath, PROGRAM, path], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let err = ''
    child.stderr?.on('data', (chunk: Buffer) => (err += chunk.toString()))
    expect(await once(child, 'close')).toEqual([1, null])
    expect(err).toMatch(/^The output could not be written \(EFBIG/)
    expect([512, 1024]).toContain((await stat(path)).size)
  })
})

describe('certs on the embedded database', () => {
  it('restores into it, and has nothing to say beside what it did', async () => {
    const [backup, restored] = [join(folder, 'backup'), join(folder, 'restored')]
    expect(await certs({ DATA_DIR }, 'backup', backup)).toMatchObject({ code: 0, err: '' })
    const KEY_ENCRYPTION_KEY = (await readFile(join(DATA_DIR, 'key-encryption-key'), 'utf8')).trim()
    const variables = { DATA_DIR: restored, KEY_ENCRYPTION_KEY }
    expect(await certs(variables, 'restore', backup, '--accept-loss')).toMatchObject({ code: 0, err: '' })
  })

  it('starts and stops it, or shares it with the server, and changes its key', async () => {
    const first = await certs({ DATA_DIR }, 'demo', '--json')
    expect(first).toMatchObject({ code: 0 })
    const made = JSON.parse(first.out) as Made
    expect(made.certificates.map(({ status }) => status).sort()).toEqual([
      'expired',
      'issuer_suspended',
      'superseded',
      'superseded',
      'verified',
      'verified',
      'withdrawn',
    ])
    expect(await isDatabaseRunning(DATA_DIR)).toBe(false)

    const server = await startEmbeddedDatabase(DATA_DIR)
    try {
      expect(await certs({ DATA_DIR }, 'demo', '--json')).toEqual({ code: 0, signal: null, out: first.out, err: '' })
      expect(await isDatabaseRunning(DATA_DIR)).toBe(true)
    } finally {
      await server.release()
    }
    expect(await isDatabaseRunning(DATA_DIR)).toBe(false)

    const keyFile = join(DATA_DIR, 'key-encryption-key')
    const old = await readFile(keyFile, 'utf8')
    const changed = await certs({ DATA_DIR }, 'rekey', '--json')
    expect(JSON.parse(changed.out)).toEqual({ service_keys: 1, issuer_keys: 6 })
    expect(await readFile(keyFile, 'utf8')).not.toBe(old)
    expect((await stat(keyFile)).mode & 0o777).toBe(0o600)
    const serial = made.certificates[0]?.serial ?? ''
    const verified = await certs({ DATA_DIR }, 'verify', serial, '--json')
    expect(JSON.parse(verified.out)).toMatchObject({ verification: { overall_status: 'verified' } })

    const damaged = await startEmbeddedDatabase(DATA_DIR)
    try {
      const admin = new pg.Client(damaged.adminUrl)
      await admin.connect()
      await admin.query('ALTER TABLE events DISABLE TRIGGER ALL')
      await admin.query("DELETE FROM events WHERE type IN ('withdrawn', 'corrected')")
      await admin.end()
      const { code, out } = await certs({ DATA_DIR }, 'demo', '--json')
      expect(code).toBe(0)
      const shown = (JSON.parse(out) as Made).certificates.map(({ status }) => status).sort()
      expect(shown).toEqual(['could_not_check', 'could_not_check', 'expired', 'issuer_suspended', 'verified'])
    } finally {
      await damaged.release()
    }
    await writeFile(keyFile, old)
    const unverified = await certs({ DATA_DIR }, 'verify', serial, '--json')
    // The log may say besides that the journal's snapshot is under another key.
    expect(unverified.code).toBe(1)
    expect(JSON.parse(unverified.out)).toEqual({ error: expect.stringMatching(/could not be completed/) })
  })

  it('says in a sentence what stands in the way of the configuration', async () => {
    const wrong = { DATA_DIR: join(folder, 'none'), PORT: 'x', DATABASE_URL: 'mysql://a' }
    const { code, out, err } = await certs(wrong, 'issuer', 'list')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^PORT must be a port number\.\nDATABASE_URL must look like /)
    expect(JSON.parse((await certs(wrong, 'issuer', 'list', '--json')).out)).toEqual({ error: err.trimEnd() })
  })
})

describe('certs issue, interrupted', () => {
  useServiceDatabase({ BASE_URL: 'http://localhost:3000' })
  const variables = () => {
    const { KEY_ENCRYPTION_KEY = '' } = process.env
    return {
      DATABASE_URL: workingPool().options.connectionString ?? '',
      KEY_ENCRYPTION_KEY,
      DATA_DIR: env().DATA_DIR,
    }
  }

  async function issuedTo(issuerId: string): Promise<number> {
    const { rows } = await workingPool().query('SELECT count(*)::int AS count FROM certificates WHERE issuer_id = $1', [
      issuerId,
    ])
    return rows[0].count as number
  }

  async function isAtWork(): Promise<boolean> {
    const { rows } = await workingPool().query(
      `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    )
    return rows.length > 0
  }

  it('has one certificate a row in the end, wherever it was killed', async () => {
    const issuer = await mintIssuer()
    const file = await rowsFile('killed.csv', ROWS)
    for (let kills = 0; kills < 4; kills++) {
      const before = await issuedTo(issuer.id)
      const { child, end } = start(variables(), 'issue', issuer.slug, '--file', file)
      const due = kills < 2 ? isAtWork : async () => (await issuedTo(issuer.id)) > before
      // A run that is done before its turn ends the wait as well.
      await expect.poll(async () => child.exitCode !== null || (await due()), { interval: 20 }).toBe(true)
      child.kill('SIGKILL')
      await end
    }
    const { code, out } = await certs(variables(), 'issue', issuer.slug, '--file', file, '--json')
    expect(code).toBe(0)
    const { certificates } = JSON.parse(out) as { certificates: { line: number; serial: string }[] }
    expect(certificates.map(({ line }) => line)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 2))
    expect(new Set(certificates.map(({ serial }) => serial)).size).toBe(ROWS)
    expect(await issuedTo(issuer.id)).toBe(ROWS)
  })

  it('ends in order on Ctrl-C, and says what was issued', async () => {
    const issuer = await mintIssuer()
    const file = await rowsFile('stopped.csv', 1500)
    const { child, end } = start(variables(), 'issue', issuer.slug, '--file', file, '--json')
    await expect.poll(() => issuedTo(issuer.id), { interval: 20 }).toBeGreaterThan(0)
    child.kill('SIGINT')
    const { code, out, err } = await end
    const count = await issuedTo(issuer.id)
    expect(count).toBeLessThan(1500)
    const error = `Stopped. ${count} certificates were issued in this run; the same file again goes on from there.`
    expect({ code, err, ...JSON.parse(out) }).toEqual({ code: 1, err: '', error })
    expect(await isAtWork()).toBe(false)
  })

  it('says what it can to whoever reads no further', async () => {
    const { child, end } = start(variables(), '--help')
    child.stdout.destroy()
    expect(await end).toMatchObject({ code: 0, signal: null, err: '' })
  })

  it('ends quietly when its reader goes away', async () => {
    const issuer = await mintIssuer()
    const file = await rowsFile('piped.csv', 1500)
    const { child, end } = start(variables(), 'issue', issuer.slug, '--file', file, '--dry-run')
    child.stdout.destroy()
    expect(await end).toMatchObject({ signal: null, err: '' })
  })
})
