import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { env, setEnv } from '@/lib/env'
import { closeDatabase } from '@/lib/store/database/database'
import { createTestDatabase, type TestDatabase } from '@/test/database/database'
import { readEnvFile, writeEnvFile, writeFirstKey } from './env-file'

const before = env()
let folder: string
let database: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'setup-test-'))
  database = await createTestDatabase({ migrated: false })
})
beforeEach(() => vi.stubEnv('DATABASE_URL', database.url))
afterEach(() => vi.unstubAllEnvs())

afterAll(async () => {
  setEnv(before)
  await closeDatabase()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

async function setup(file: string, ...more: string[]): Promise<{ code: number; out: Record<string, unknown> }> {
  let out = ''
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text)))),
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true),
  ]
  try {
    const code = await main(['setup', '--env', join(folder, file), '--json', ...more])
    return { code, out: JSON.parse(out) as Record<string, unknown> }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const issuer = ['--name', 'Northshore Maritime College', '--slug', 'northshore', '--domain', 'northshore.example']
const owner = ['--owner', 'dean@northshore.example']
const all = () => [
  ...['--base-url', 'https://verify.example.org', '--data-dir', join(folder, 'data')],
  ...[...issuer, ...owner],
]
const refused = (words: string) => ({ code: 1, out: { error: expect.stringContaining(words) as string } })

describe('certs setup', () => {
  it('leads from an empty database to an owner’s invitation, and can be run again', async () => {
    const first = await setup('service.env', ...all())
    expect(first).toMatchObject({
      code: 0,
      out: {
        issuer: { slug: 'northshore', added: true },
        record: { name: '_certificate-verification.northshore.example' },
        invitation: { link: expect.stringContaining('https://verify.example.org/dashboard/invitation#') as string },
      },
    })
    const path = join(folder, 'service.env')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const made = await readEnvFile(path)
    expect(made).toMatchObject({
      NODE_ENV: 'production',
      BASE_URL: 'https://verify.example.org',
      DATABASE_URL: database.url,
    })
    expect(Buffer.from(made?.KEY_ENCRYPTION_KEY ?? '', 'base64')).toHaveLength(32)

    const again = await setup('service.env', ...issuer, ...owner, '--smtp-url', 'smtp://127.0.0.1:25')
    expect(again).toMatchObject({ code: 0, out: { issuer: { added: false } } })
    expect((again.out.invitation as { link: string }).link).not.toBe((first.out.invitation as { link: string }).link)
    expect(await readEnvFile(path)).toEqual({ ...made, SMTP_URL: 'smtp://127.0.0.1:25' })
  })

  it('names what is missing, and what is wrong, before anything is written', async () => {
    expect(await setup('none.env', ...issuer)).toMatchObject({ ...refused('--base-url, --owner'), code: 2 })
    expect(await setup('none.env', ...all(), '--base-url', 'nonsense')).toMatchObject(refused('BASE_URL'))
    for (const option of ['--smtp-url', '--redis-url', '--database-url']) {
      for (const url of ['any://u:secret@example.org', 'any://u@example.org/x?password=secret'])
        expect(await setup('none.env', ...all(), option, url)).toMatchObject(refused(`password in ${option}`))
    }
    const socket = 'postgresql://u:secret@/certificates?host=/run/postgresql'
    expect(await setup('none.env', ...all(), '--database-url', socket)).toMatchObject(
      refused('password in --database-url'),
    )
    await expect(stat(join(folder, 'none.env'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('makes no new key beside a database that has another', async () => {
    expect((await setup('other.env', ...all())).code).toBe(1)
    await expect(stat(join(folder, 'other.env'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('leaves no file behind where the database or the issuer is refused', async () => {
    const gone = async (file: string) => expect(stat(join(folder, file))).rejects.toMatchObject({ code: 'ENOENT' })
    const nowhere = 'postgresql://nobody@127.0.0.1:1/none'
    expect((await setup('nowhere.env', ...all(), '--database-url', nowhere)).code).toBe(1)
    await gone('nowhere.env')
    expect((await setup('refused.env', ...all(), '--slug', 'NOT A SLUG')).code).toBe(1)
    await gone('refused.env')
  })

  it('keeps the file that was there before, whatever is refused', async () => {
    const path = join(folder, 'service.env')
    const before = await readFile(path, 'utf8')
    const changes = ['--smtp-url', 'smtp://127.0.0.1:26', '--mail-from', 'other@example.org']
    expect((await setup('service.env', ...issuer, ...owner, ...changes, '--slug', 'NOT A SLUG')).code).toBe(1)
    expect(await readFile(path, 'utf8')).toBe(before)
    const mistyped = ['--base-url', 'https://verify.exmaple.org']
    expect(await setup('service.env', ...issuer, ...owner, ...mistyped)).toMatchObject(refused('Nothing was done'))
    expect(await readFile(path, 'utf8')).toBe(before)
    // One without a key of its own was written before the database was asked.
    const bare = `DATABASE_URL=${database.url}\n# mine\n`
    await writeFile(join(folder, 'bare.env'), bare)
    expect((await setup('bare.env', ...all(), ...mistyped)).code).toBe(1)
    expect(await readFile(join(folder, 'bare.env'), 'utf8')).toBe(bare)
  })

  it('keeps what the file has, whatever a shell has left in its environment', async () => {
    const path = join(folder, 'service.env')
    const before = await readFile(path, 'utf8')
    vi.stubEnv('DATABASE_URL', '')
    expect((await setup('service.env', ...issuer, ...owner)).code).toBe(0)
    expect(await readFile(path, 'utf8')).toBe(before)
    for (const [name, value] of [
      ['DATABASE_URL', 'postgresql://other@127.0.0.1:1/other'],
      ['SMTP_URL', 'smtp://other.example.org:25'],
    ] as const) {
      vi.stubEnv(name, value)
      const answer = await setup('service.env', ...issuer, ...owner)
      expect(answer).toMatchObject(refused(`${name} in the environment is another`))
      expect(JSON.stringify(answer)).not.toContain('other.example')
      vi.stubEnv(name, '')
    }
    expect(await readFile(path, 'utf8')).toBe(before)
  })

  it('follows no link, and leaves a file alone that it cannot read', async () => {
    await writeFile(join(folder, 'broken.env'), 'BASE_URL=https://verify.example.org\nnot a variable\n')
    expect(await setup('broken.env', ...all())).toMatchObject(refused('Line 2'))
    expect(await readFile(join(folder, 'broken.env'), 'utf8')).toContain('not a variable')
    await symlink(join(folder, 'service.env'), join(folder, 'link.env'))
    expect(await setup('link.env', ...all())).toMatchObject(refused('ELOOP'))
  })
})

describe('a file of variables', () => {
  it('gives back what was written, whatever it holds', async () => {
    const path = join(folder, 'values.env')
    const values = {
      A: '',
      B: 'a "b" \\c',
      C: 'postgresql://u:p%40@h:5432/d?x=1&y=~',
      D: 'Name <mail@example.org>',
      E: '#$`!',
    }
    await writeEnvFile(path, values)
    expect(await readEnvFile(path)).toEqual(values)
    const shell = spawnSync('sh', ['-c', 'set -a; . "$0"; env -0', path], {
      encoding: 'utf8',
      env: {} as NodeJS.ProcessEnv,
    })
    expect(shell.stdout.split('\0')).toEqual(expect.arrayContaining(Object.entries(values).map((one) => one.join('='))))
    await expect(writeEnvFile(path, { A: 'one\nB=two' })).rejects.toMatchObject({ code: 'malformed' })
    expect(await readEnvFile(path)).toEqual(values)
  })

  // Each of two that are at it makes a key, and encrypts the database under it.
  it.each([
    ['nothing', null],
    ['one without a key', 'A=1\n'],
  ])('is not written over by another that found %s there, nor taken away with it', async (_, former) => {
    const path = join(folder, `${former === null}.env`)
    if (former !== null) await writeFile(path, former)
    const undo = await writeFirstKey(path, former, { KEY_ENCRYPTION_KEY: 'first' })
    await expect(writeFirstKey(path, former, { KEY_ENCRYPTION_KEY: 'second' })).rejects.toThrow('run it again')
    expect(await readEnvFile(path)).toEqual({ KEY_ENCRYPTION_KEY: 'first' })
    await writeEnvFile(path, { KEY_ENCRYPTION_KEY: 'first', B: '2' })
    await undo()
    expect(await readEnvFile(path)).toEqual({ KEY_ENCRYPTION_KEY: 'first', B: '2' })
  })
})
