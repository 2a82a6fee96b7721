import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { saidBy } from '@/test/server/said-by'
import type { Lock } from '../scripts/release/release-manifests.mjs'
import { layOutRelease, releaseSbom } from '../scripts/release/release-parts.mjs'

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)

describe('a built release, without sources and development packages', () => {
  useServiceDatabase({ BASE_URL: 'http://localhost:3000' })
  let folder = ''
  let serial = ''
  let origin = ''
  let server: ChildProcess | undefined
  const variables = () => {
    const { DATABASE_URL, KEY_ENCRYPTION_KEY, BASE_URL, DATA_DIR } = env()
    const own = { DATABASE_URL, KEY_ENCRYPTION_KEY, BASE_URL, DATA_DIR, LOG_LEVEL: 'warn' }
    return { PATH: process.env.PATH, NODE_ENV: 'production' as const, ...own }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'release-'))
    layOutRelease(ROOT, folder)
    serial = await issueOne(await mintIssuer())
  })

  afterAll(async () => {
    server?.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  it('has no compiler', async () => {
    for (const name of ['tsx', 'esbuild', 'typescript', 'prisma', 'vitest']) {
      await expect(readFile(join(folder, 'node_modules', name, 'package.json')), name).rejects.toThrow('ENOENT')
    }
    await expect(readFile(join(folder, 'node_modules', 'sharp', 'package.json'), 'utf8')).resolves.toContain('sharp')
  })

  it('has the packages of its bill of materials, and no other, as npm itself sees it', async () => {
    const { stdout } = await run('npm', ['ls', '--all', '--json'], { cwd: folder, maxBuffer: 2 ** 26 })
    const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lock
    const { components } = JSON.parse(releaseSbom(lock, 0)) as { components: { name: string; version: string }[] }
    const billed = new Set(components.map(({ name, version }) => `${name}@${version}`))
    const installed = installedPackages(JSON.parse(stdout) as Installed)
    expect(installed.size).toBeGreaterThan(150)
    expect([...installed].filter((one) => !billed.has(one))).toEqual([])
  })

  it('runs the command', async () => {
    const words = ['cli/certs.mjs', 'verify', serial, '--json']
    const { stdout } = await run(process.execPath, words, { cwd: folder, env: variables() })
    expect(JSON.parse(stdout)).toMatchObject({ verification: { overall_status: 'verified' } })
  })

  it('has what the demo shows', async () => {
    const { stdout } = await run(process.execPath, ['cli/certs.mjs', 'demo', '--json'], {
      cwd: folder,
      env: variables(),
    })
    expect(JSON.parse(stdout)).toMatchObject({ issuer: { slug: 'northshore' } })
  })

  it('runs the signer', async () => {
    const sockets = join(folder, 'sockets')
    const signer = spawn(process.execPath, ['dist/signer.mjs'], {
      cwd: folder,
      env: { ...variables(), SIGNER_DIR: sockets },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(signer, 'exit')
    expect(await saidBy(signer, /^Signing for the processes at (.+)$/)).toBe(sockets)
    signer.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  })

  it('serves checks, pages and files', async () => {
    server = spawn(process.execPath, ['scripts/serve.mjs'], {
      cwd: folder,
      env: { ...variables(), PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    origin = await saidBy(server, /^Serving at (.+)$/)
    const check = await fetch(`${origin}/api/public/credentials/verify/${serial}`)
    expect(await check.json()).toMatchObject({ verification: { overall_status: 'verified' } })
    const page = await fetch(`${origin}/verify/${serial}`)
    expect(page.status).toBe(200)
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(await page.text()) ?? []
    expect((await fetch(origin + script)).status).toBe(200)
    // Set by the typesetter in a child process; a badge is canonized by the thread for documents of others.
    const receipt = await fetch(`${origin}/api/public/credentials/verify/${serial}/receipt?format=pdf`)
    expect(Buffer.from(await receipt.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-/)
    const badge = await fetch(`${origin}/api/public/credentials/${serial}/openbadge?format=jsonld`)
    const validated = await fetch(`${origin}/api/public/openbadges/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: await badge.text(),
    })
    expect([validated.status, await validated.json()]).toMatchObject([200, { validation: { valid: true } }])
  })

  it('stops when it is told to', async () => {
    const exit = once(server as ChildProcess, 'exit')
    server?.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  })
})

/** What `npm ls` shows of a package. */
interface Installed {
  version?: string
  dependencies?: Record<string, Installed>
}

function installedPackages({ dependencies = {} }: Installed, found = new Set<string>()): Set<string> {
  for (const [name, one] of Object.entries(dependencies)) {
    // What another platform needs is named without a version.
    if (one.version !== undefined) found.add(`${name}@${one.version}`)
    installedPackages(one, found)
  }
  return found
}
