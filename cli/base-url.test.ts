import type { Command } from 'commander'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { rememberBaseUrl } from '@/lib/service/operation/remember-base-url'
import { workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { allCommands, main } from './main'
import { makesLinks } from './makes-links'
import { writeEnvFile } from './setup/env-file'
import { requireKeptAddress } from './setup/systemd/set-up-machine'

/** What signs, prints or mails an address of the service. Whoever adds a command decides here on which side it stands. */
const MAKES_LINKS = [
  ...[
    'correct',
    'demo',
    'files build',
    'issue',
    'issuer add',
    'issuer resign',
    'log fill',
    'log witness list',
    'mail send',
  ],
  ...['passport create', 'passport link', 'setup', 'show', 'user invite', 'user reset', 'verify'],
]

const WITHOUT_LINKS = [
  ...[
    'backup',
    'badge list',
    'badge remove',
    'badge set',
    'design accept',
    'design list',
    'design preview',
    'design refuse',
    'design set',
    'design show',
    'design waiting',
    'doctor',
    'erase',
    'files copy',
    'issuer key-compromised',
  ],
  ...['issuer keys', 'issuer list', 'issuer recheck-domains', 'issuer rename', 'issuer resume', 'issuer rotate-keys'],
  ...['issuer seal', 'issuer suspend', 'issuer verify-domain', 'journal check', 'journal fill', 'journal replay'],
  ...[
    'journal status',
    'key create',
    'key list',
    'key revoke',
    'log key compromised',
    'log key rotate',
    'log key show',
    'log monitor',
    'log resume',
    'log status',
    'log verify',
    'log witness add',
    'mail cancel',
    'mail list',
    'mail retry',
    'migrate',
  ],
  ...[
    'passport delete',
    'receipt check',
    'rekey',
    'report close',
    'report erase',
    'report list',
    'restore',
    'service rotate-key',
  ],
  ...['user erase', 'user list', 'user remove', 'webhook list', 'webhook pause', 'withdraw'],
]

const HERE = 'https://verify.test'
const ELSEWHERE = ['http://localhost:3000', 'http://verify.test', 'https://verify.test:8443', 'https://www.verify.test']

interface Answer {
  code: number
  out: string
}

async function certs(...argv: string[]): Promise<Answer> {
  let out = ''
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    return { code: await main([...argv, '--json']), out }
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
}

function leaves(command: Command, words: string[] = []): { name: string; command: Command }[] {
  if (command.commands.length === 0) return [{ name: words.join(' '), command }]
  return command.commands.flatMap((one) => leaves(one, [...words, one.name()]))
}

const refusal = (elsewhere: string) => ({
  code: 1,
  out: expect.stringContaining(`BASE_URL is ${elsewhere}, but the service runs under ${HERE}`) as string,
})

describe('every command', () => {
  it('stands on one side, and offers --base-url-changed where it makes links', async () => {
    const found = leaves(await allCommands())
    const names = (makes: boolean) =>
      found.flatMap(({ name, command }) => (makesLinks(command) === makes ? [name] : [])).sort()
    expect(names(true)).toEqual([...MAKES_LINKS].sort())
    expect(names(false)).toEqual([...WITHOUT_LINKS].sort())
    const offers = found.flatMap(({ name, command }) =>
      command.options.some(({ long }) => long === '--base-url-changed') ? [name] : [],
    )
    expect(offers.sort()).toEqual([...MAKES_LINKS].sort())
  })
})

describe('a command under another BASE_URL than the service', () => {
  useServiceDatabase({ BASE_URL: HERE })
  let folder: string
  let slug: string
  let serial: string
  let words: Record<string, string[]>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'base-url-'))
    const issuer = await mintIssuer()
    slug = issuer.slug
    serial = await issueOne(issuer)
    const file = join(folder, 'rows.csv')
    await writeFile(file, 'full_name,event_title,achievement\nAna,T,A\n')
    const email = 'dean@northshore.example'
    words = {
      correct: [serial, '--full-name', 'Another', '--reason', 'x'],
      issue: [slug, '--file', file],
      'issuer add': ['--name', 'Another', '--slug', 'another', '--domain', 'another.example'],
      'issuer resign': [slug],
      'passport create': ['--serial', serial],
      'passport link': [randomUUID()],
      setup: [
        ...['--env', join(folder, 'service.env'), '--name', 'Another', '--slug', slug, '--domain', 'another.example'],
        ...['--owner', email],
      ],
      show: [serial],
      'user invite': [slug, '--email', email],
      'user reset': [slug, '--email', email],
      verify: [serial],
    }
    const { KEY_ENCRYPTION_KEY = '', DATABASE_URL = '', DATA_DIR } = env()
    await writeEnvFile(join(folder, 'service.env'), { KEY_ENCRYPTION_KEY, DATABASE_URL, DATA_DIR, NODE_ENV: 'test' })
    await rememberBaseUrl()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  beforeEach(() => setEnv({ ...env(), BASE_URL: HERE }))
  afterEach(() => setEnv({ ...env(), BASE_URL: HERE }))

  /** How many rows each table has. */
  async function rows(): Promise<Record<string, number>> {
    const { rows: tables } = await workingPool().query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
         AND has_table_privilege(oid, 'SELECT')`,
    )
    const counts: Record<string, number> = {}
    for (const { name } of tables) {
      const counted = await workingPool().query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`)
      counts[name] = counted.rows[0]?.count ?? 0
    }
    return counts
  }

  it.each(ELSEWHERE)('is refused and changes nothing: %s', async (elsewhere) => {
    const before = await rows()
    const file = await readFile(join(folder, 'service.env'), 'utf8')
    for (const name of MAKES_LINKS) {
      setEnv({ ...env(), BASE_URL: elsewhere })
      const address = name === 'setup' ? ['--base-url', elsewhere] : []
      expect([name, await certs(...name.split(' '), ...(words[name] ?? []), ...address)]).toEqual([
        name,
        refusal(elsewhere),
      ])
    }
    expect(await rows()).toEqual(before)
    // The server would start under the address in it.
    expect(await readFile(join(folder, 'service.env'), 'utf8')).toBe(file)
  })

  it('is asked for by a set-up of a whole machine where the shell holds no whole configuration', async () => {
    const known = env()
    const found = { signer: {}, desk: {}, public: {}, operator: { DATABASE_URL: known.DATABASE_URL ?? '' } }
    vi.stubEnv('DATABASE_URL', known.DATABASE_URL)
    vi.stubEnv('KEY_ENCRYPTION_KEY', '')
    try {
      setEnv(undefined as never) // nothing has asked for it yet
      expect(() => env()).toThrow('KEY_ENCRYPTION_KEY is required')
      await requireKeptAddress({ baseUrl: HERE }, found, { url: found.operator.DATABASE_URL, admin: null })
    } finally {
      setEnv(known)
      vi.unstubAllEnvs()
    }
  })

  it('is refused before a set-up of a whole machine writes anything', async () => {
    const found = { signer: {}, desk: {}, public: {}, operator: { DATABASE_URL: env().DATABASE_URL ?? '' } }
    const place = { url: found.operator.DATABASE_URL, admin: found.operator.DATABASE_URL }
    const [elsewhere = ''] = ELSEWHERE
    await expect(requireKeptAddress({ baseUrl: elsewhere }, found, place)).rejects.toMatchObject({
      code: 'malformed',
      message: expect.stringContaining('the database remembers another') as string,
    })
    await requireKeptAddress({ baseUrl: HERE }, found, place)
    await requireKeptAddress({ baseUrl: elsewhere, baseUrlChanged: true }, found, place)
    await requireKeptAddress({ baseUrl: elsewhere }, { ...found, operator: {} }, place)
    const at = (change: Partial<URL>) => ({
      ...found,
      operator: { DATABASE_URL: Object.assign(new URL(env().DATABASE_URL ?? ''), change).href },
    })
    // Broken off before its database was made.
    await requireKeptAddress({ baseUrl: elsewhere }, at({ pathname: '/not_made_yet' }), place)
    await expect(
      requireKeptAddress({ baseUrl: HERE }, at({ hostname: '127.0.0.1', port: '1', search: '' }), place),
    ).rejects.toMatchObject({
      code: 'unavailable',
    })
    // A login that is refused says nothing of what the database holds: its administrator does.
    const stranger = at({ username: 'nobody_of_this_name' })
    await expect(requireKeptAddress({ baseUrl: elsewhere }, stranger, place)).rejects.toMatchObject({
      code: 'malformed',
    })
    await requireKeptAddress({ baseUrl: HERE }, stranger, place)
    const another = { ...place, url: 'postgresql://db.example.org/other' }
    await expect(requireKeptAddress({ baseUrl: HERE }, stranger, another)).rejects.toMatchObject({
      code: 'unavailable',
    })
    const notMade = at({ username: 'nobody_of_this_name', pathname: '/not_made_yet' })
    await requireKeptAddress({ baseUrl: elsewhere }, notMade, {
      ...place,
      url: notMade.operator.DATABASE_URL,
    })
  })

  it('is refused also with the address that is the default', async () => {
    setEnv({ ...env(), BASE_URL: 'http://localhost:3000', BASE_URL_IS_DEFAULT: true })
    expect(await certs('verify', serial)).toEqual(refusal('http://localhost:3000'))
    setEnv({ ...env(), BASE_URL_IS_DEFAULT: false })
  })

  it('runs with --base-url-changed, and the next one is refused again', async () => {
    const [elsewhere = ''] = ELSEWHERE
    setEnv({ ...env(), BASE_URL: elsewhere })
    const made = await certs('issuer', 'add', ...(words['issuer add'] ?? []), '--base-url-changed')
    expect(JSON.parse(made.out)).toMatchObject({ issuer: { did: expect.stringContaining('localhost%3A3000') } })
    expect(await certs('show', serial)).toEqual(refusal(elsewhere))
  })

  it('withdraws, ends keys and removes people under any address', async () => {
    setEnv({ ...env(), BASE_URL: ELSEWHERE[0] ?? '' })
    const { key } = JSON.parse((await certs('key', 'create', slug, '--name', 'Records')).out) as { key: { id: string } }
    expect((await certs('key', 'revoke', key.id)).code).toBe(0)
    expect((await certs('issuer', 'suspend', slug)).code).toBe(0)
    expect((await certs('issuer', 'resume', slug)).code).toBe(0)
    expect((await certs('withdraw', serial, '--reason', 'x')).code).toBe(0)
    expect((await certs('user', 'remove', slug, '--email', 'nobody@a.example')).out).not.toContain('BASE_URL')
    expect(JSON.stringify(await showCertificate(serial))).toContain('withdrawn')
  })

  it('runs on after the server was started under another address', async () => {
    const next = 'https://next.test'
    setEnv({ ...env(), BASE_URL: next })
    expect(await rememberBaseUrl()).toBe(HERE)
    expect((await certs('show', serial)).code).toBe(0)
    setEnv({ ...env(), BASE_URL: HERE })
    expect((await certs('show', serial)).out).toContain(`but the service runs under ${next}`)
    expect(await rememberBaseUrl()).toBe(next)
  })
})

describe('a command before any server', () => {
  useServiceDatabase({ BASE_URL: HERE })
  const add = (name: string) =>
    certs('issuer', 'add', '--name', `Institute ${name}`, '--slug', `i-${name}`, '--domain', `${name}.example`)

  it('refuses a default address on a database elsewhere, and names the address of the service by the first that is set', async () => {
    setEnv({ ...env(), BASE_URL: 'http://localhost:3000', BASE_URL_IS_DEFAULT: true })
    const { code, out } = await add('first')
    expect([code, out]).toEqual([1, expect.stringContaining('BASE_URL is not set') as string])
    expect(out).toContain('http://localhost:3000')
    setEnv({ ...env(), BASE_URL: HERE, BASE_URL_IS_DEFAULT: false })
    expect((await add('second')).code).toBe(0)
    setEnv({ ...env(), BASE_URL: 'https://verify.elsewhere.test' })
    expect(await add('third')).toEqual(refusal('https://verify.elsewhere.test'))
    setEnv({ ...env(), BASE_URL: HERE })
    expect(await rememberBaseUrl()).toBe(null)
  })
})
