import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { transaction } from '@/lib/store/database/database'
import { useServiceDatabase } from '@/test/database/service-database'
import { main } from './main'

const SERIAL = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){3}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certs-command-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs the command in this process and keeps what it writes. */
async function certs(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))))
  try {
    return { code: await main(argv), out, err }
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
}

/** The document of a command with `--json`, which must be all that it writes. */
async function json(...argv: string[]): Promise<{ code: number } & Record<string, unknown>> {
  const { code, out, err } = await certs(...argv, '--json')
  expect(err).toBe('')
  return { code, ...(JSON.parse(out) as Record<string, unknown>) }
}

async function added(): Promise<{ slug: string; domain: string; id: string }> {
  const slug = `issuer-${randomUUID().slice(0, 8)}`
  const { issuer } = await json(
    'issuer',
    'add',
    '--name',
    `Institute ${slug}`,
    '--slug',
    slug,
    '--domain',
    `${slug}.example`,
  )
  return issuer as { slug: string; domain: string; id: string }
}

async function issued(slug: string, ...rows: string[]): Promise<string[]> {
  const path = join(folder, `${randomUUID()}.csv`)
  await writeFile(path, ['full_name,registration_number,event_title,achievement', ...rows, ''].join('\n'))
  const { certificates } = await json('issue', slug, '--file', path)
  return (certificates as { serial: string }[]).map(({ serial }) => serial)
}

const statusOf = async (serial: string) => (await json('verify', serial)).verification as { overall_status: string }

describe('main', () => {
  useServiceDatabase()

  describe('certs issuer', () => {
    it('adds, verifies, lists, suspends, resumes and renames', async () => {
      const slug = `issuer-${randomUUID().slice(0, 8)}`
      const details = [
        '--name',
        `Institute  ${slug}`,
        '--slug',
        slug,
        '--domain',
        `${slug}.EXAMPLE`,
        '--website',
        'https://a.example',
      ]
      const { code, issuer } = await json('issuer', 'add', ...details, '--description', 'Teaches.')
      expect(code).toBe(0)
      expect(issuer).toEqual({
        id: expect.stringMatching(UUID),
        slug,
        name: `Institute  ${slug}`,
        domain: `${slug}.example`,
        verified_domain: '',
        assurance_label: 'Domain not verified',
        standing: 'good',
        did: expect.stringMatching(/^did:web:verify\.test:issuers:/),
      })
      const attested = await json('issuer', 'verify-domain', slug, '--attest', 'Seen on paper.')
      expect(attested.issuer).toMatchObject({ verified_domain: `${slug}.example`, assurance_label: 'Domain attested' })
      expect((await json('issuer', 'suspend', slug)).issuer).toMatchObject({ standing: 'suspended' })
      expect(await certs('issuer', 'suspend', slug)).toEqual({
        code: 1,
        out: '',
        err: `Institute  ${slug} is already suspended.\n`,
      })
      expect((await json('issuer', 'resume', slug)).issuer).toMatchObject({ standing: 'good' })
      expect(await json('issuer', 'resume', slug)).toEqual({ code: 1, error: `Institute  ${slug} is not suspended.` })
      const next = `${slug}-next`
      expect((await json('issuer', 'rename', slug, '--slug', next)).issuer).toMatchObject({ slug: next })
      expect((await json('issuer', 'suspend', slug)).issuer).toMatchObject({ slug: next })
      const list = (await json('issuer', 'list')).issuers as { slug: string }[]
      expect(list.find((row) => row.slug === next)).toMatchObject({
        standing: 'suspended',
        certificates: 0,
        description: 'Teaches.',
      })
      const table = (await certs('issuer', 'list')).out
      expect(table).toMatch(
        new RegExp(`^${next} +Institute {2}${slug} +${slug}\\.example +Domain attested +suspended +0$`, 'm'),
      )
    })

    it('gives a slug that an issuer had to nobody else', async () => {
      const [first, second] = [await added(), await added()]
      await json('issuer', 'rename', first.slug, '--slug', `${first.slug}-b`)
      const refusal = { code: 1, error: 'This slug is or was another issuer’s.' }
      expect(await json('issuer', 'rename', second.slug, '--slug', first.slug)).toEqual(refusal)
      const details = ['--name', `New ${first.slug}`, '--slug', first.slug, '--domain', `new-${first.slug}.example`]
      expect(await json('issuer', 'add', ...details)).toEqual(refusal)
      expect((await json('issuer', 'rename', `${first.slug}-b`, '--slug', first.slug)).issuer).toMatchObject({
        slug: first.slug,
      })
      expect((await json('issuer', 'rename', first.slug, '--slug', first.slug)).error).toMatch(/ already has the slug /)
    })

    it('says why it refuses what is typed', async () => {
      const { slug, domain } = await added()
      const fresh = { name: `Name ${slug}`, slug: `${slug}-x`, domain: `x-${domain}` }
      const add = async (changes: Partial<typeof fresh & { website: string; description: string }>) => {
        const options = Object.entries({ ...fresh, ...changes }).flatMap(([name, value]) => [`--${name}`, value])
        const { code, error } = await json('issuer', 'add', ...options)
        expect(code).toBe(1)
        return error
      }
      expect(await add({ name: `Institute ${slug}` })).toBe('Another issuer has this name.')
      expect(await add({ name: `Ιnstitute ${slug.toUpperCase()}` })).toMatch(
        /^The name “.*” looks like that of another issuer, “.*”, and people would take one for the other\.$/,
      )
      expect(await add({ name: 'A\u202Eb' })).toMatch(
        /^The name holds a character that changes the direction of writing \(U\+202E\) at position 2\.$/,
      )
      expect(await add({ name: ' ' })).toBe('The name is missing.')
      expect(await add({ domain })).toBe('Another issuer has this domain.')
      expect(await add({ domain: domain.replace('e', 'е') })).toMatch(
        /^The domain xn--.* looks like .*, which is another/,
      )
      expect(await add({ slug: `${slug.slice(0, 2)}-${slug.slice(2)}` })).toMatch(
        /^The slug .* looks like .*: hyphens, /,
      )
      expect(await add({ domain: 'co.uk' })).toBe(
        'Domain co.uk is a public suffix, under which anybody can have a name.',
      )
      expect(await add({ domain: 'https://a.example/' })).toMatch(/^Domain must be a host name alone/)
      expect(await add({ slug })).toBe('This slug is or was another issuer’s.')
      expect(await add({ slug: randomUUID() })).toBe('Slug has the shape of a UUID.')
      expect(await add({ slug: 'Nope' })).toMatch(/^Slug may hold only the letters a-z/)
      expect(await add({ website: 'http://a.example' })).toBe('The website must be an https address.')
      expect(await add({ description: 'a\u0000' })).toMatch(/^The description holds a control character/)
      expect(await json('issuer', 'suspend', 'nobody-here')).toMatchObject({
        code: 1,
        error: expect.stringMatching(/no .*issuer/),
      })
    })
  })

  describe('certs key', () => {
    it('makes, lists and revokes keys', async () => {
      const { slug } = await added()
      const { key, secret } = (await json('key', 'create', slug, '--name', 'Records')) as unknown as {
        key: { id: string; last_four: string }
        secret: string
      }
      expect(secret).toMatch(/^svc_[0-9A-Za-z]{40}$/)
      expect(key).toMatchObject({
        id: expect.stringMatching(UUID),
        name: 'Records',
        last_four: secret.slice(-4),
        revoked_at: null,
      })
      expect((await certs('key', 'list', slug)).out).toMatch(
        new RegExp(`^${key.id}  Records  …${key.last_four} .* never .* in use$`, 'm'),
      )
      expect(await json('key', 'revoke', key.id, '--reason', 'a\u0007b')).toMatchObject({ code: 1 })
      expect((await json('key', 'revoke', key.id, '--reason', 'Left.')).key).toMatchObject({ revoked_reason: 'Left.' })
      expect((await json('key', 'list', slug)).keys).toMatchObject([{ id: key.id, revoked_at: expect.any(String) }])
      expect(JSON.stringify(await json('key', 'list', slug))).not.toContain(secret)
      for (const id of [randomUUID(), 'x'])
        expect((await json('key', 'revoke', id)).error).toMatch(/^There is no API key/)
      expect((await json('key', 'create', slug, '--name', '')).error).toBe('The name is missing.')
    })
  })

  describe('certs issue', () => {
    it('issues, writes serials and links, and the refused rows', async () => {
      const { slug } = await added()
      const [file, out] = [join(folder, `${slug}.csv`), join(folder, `${slug}-out.csv`)]
      await writeFile(file, 'full_name,event_title,achievement\n=1+1,T,A\n"B\nad",T,A\n')
      const errors = [{ line: 3, error: 'full_name holds a control character (U+000A) at position 2' }]
      expect(await json('issue', slug, '--file', file)).toEqual({
        code: 1,
        issued: 0,
        refused: 1,
        certificates: [],
        errors,
      })
      expect(await certs('issue', slug, '--file', file, '--dry-run')).toEqual({
        code: 1,
        out: 'Checked only: 1 row can be issued, 1 row refused.\n',
        err: 'Line 3: full_name holds a control character (U+000A) at position 2.\n',
      })
      expect(await certs('issue', slug, '--file', file, '--out', out)).toMatchObject({
        code: 1,
        out:
          'Issued 0 certificates, refused 1 row.\n' +
          'Nothing is issued until this row is mended; --skip-bad issues the good one without it.\n' +
          `There are no serials: ${out} was not written.\n`,
      })
      await expect(readFile(out)).rejects.toThrow('ENOENT')
      const allBad = join(folder, `${slug}-bad-only.csv`)
      await writeFile(allBad, 'full_name;event_title;achievement\n;T;A\n;U;A\n')
      expect((await certs('issue', slug, '--file', allBad)).out).toMatch(
        /\nNothing is issued until these rows are mended\.\n$/,
      )
      const { certificates, ...done } = await json('issue', slug, '--file', file, '--skip-bad', '--out', out)
      expect(done).toEqual({ code: 1, issued: 1, refused: 1, errors })
      const [{ id, serial, verification_url: link }] = certificates as unknown as [Record<string, string>]
      expect(certificates).toEqual([
        {
          line: 2,
          id: expect.stringMatching(UUID),
          serial: expect.stringMatching(SERIAL),
          verification_url: `https://verify.test/verify/${serial}`,
        },
      ])
      expect(await readFile(out, 'utf8')).toBe(
        '"line","id","serial","verification_url","full_name","registration_number","email"\r\n' +
          `"2","${id}","${serial}","${link}","'=1+1","",""\r\n`,
      )
      const bad = await readFile(join(folder, `${slug}.bad.csv`), 'utf8')
      expect(bad).toBe('"full_name","event_title","achievement"\r\n"B\nad","T","A"\r\n')
      expect(await certs('issue', slug, '--file', file, '--skip-bad')).toMatchObject({
        code: 1,
        out: `Issued 0 certificates, refused 1 row.\nAlready issued from this file before: 1 row.\nThe refused rows are in ${join(folder, `${slug}.bad.csv`)}.\n`,
      })
      expect((await statusOf(serial ?? '')).overall_status).toBe('verified')
    })

    it('refuses files that it cannot read or write before it does anything', async () => {
      const { slug } = await added()
      const file = join(folder, `${slug}.csv`)
      await writeFile(file, 'full_name,event_title,achievement\nA,T,A\n')
      expect(await json('issue', slug, '--file', `${file}x`)).toEqual({ code: 1, error: `There is no file ${file}x.` })
      expect((await json('issue', slug, '--file', file, '--out', file)).error).toMatch(
        / is another file of this command\.$/,
      )
      expect((await json('issue', slug, '--file', file, '--out', join(folder, 'none', 'o.csv'))).error).toMatch(
        /no such folder/,
      )
      expect((await json('issue', slug, '--file', file)).issued).toBe(1)
    })

    // As root, a file in the place of /dev/null would break the machine.
    it.each([
      ['a pipe', 'p', (path: string) => execFileSync('mkfifo', [path])],
      ['a folder', 'd', (path: string) => mkdirSync(path)],
      ['a link', 'l', (path: string) => symlinkSync('target', path)],
    ])('puts no file in the place of %s', async (_, name, make) => {
      const { slug } = await added()
      const [file, place] = [join(folder, `${slug}.csv`), join(folder, `${slug}-${name}`)]
      await writeFile(file, 'full_name,event_title,achievement\nA,T,A\nB,,A\n')
      make(place)
      make(join(folder, `${slug}.bad.csv`))
      const refused = [
        ['issue', slug, '--file', file, '--out', place],
        ['issue', slug, '--file', file, '--skip-bad'],
        ['design', 'preview', slug, '--name', 'default', '--out', place],
      ]
      for (const argv of refused)
        expect((await json(...argv)).error).toMatch(/ cannot be written: it is (no file|a link)/)
      expect((await lstat(place)).isFile()).toBe(false)
      expect((await readdir(folder)).filter((one) => one.endsWith('.part'))).toEqual([])
    })
  })

  describe('certs correct, withdraw, show and verify', () => {
    it('corrects, with what is not named inherited', async () => {
      const { slug } = await added()
      const [serial = ''] = await issued(slug, 'A,R-1,T,P')
      const { certificate, replaced } = (await json(
        'correct',
        serial,
        '--full-name',
        'Å',
        '--registration-number',
        '',
        '--reason',
        'x',
      )) as unknown as {
        certificate: { id: string; serial: string }
        replaced: { serial: string }
      }
      expect(certificate).toEqual({ id: expect.stringMatching(UUID), serial: expect.stringMatching(SERIAL) })
      expect(replaced).toEqual({ serial })
      const shown = await json('show', certificate.serial)
      expect(shown).toMatchObject({
        code: 0,
        certificate: {
          revision: 2,
          recipient: { full_name: 'Å', registration_number: null },
          event: { achievement: 'P' },
        },
        chain: [
          { serial, status: 'superseded' },
          { serial: certificate.serial, status: 'issued' },
        ],
        events: [
          { sequence: 1, type: 'issued', actor: 'operator' },
          { sequence: 2, type: 'corrected' },
        ],
        check_count: 0,
      })
      expect((await certs('show', serial)).out).toContain('Not checked yet')
      const { code, out } = await certs('verify', serial)
      expect(code).toBe(0)
      expect(out).toContain(`${serial}  superseded\n`)
      expect(out).toContain(`Replaced by ${certificate.serial} (issued).`)
      expect((await json('show', serial)).check_count).toBe(0)
      // A link is what a QR code and a mail hold.
      const link = `${env().BASE_URL}/verify/${serial}`
      expect((await certs('verify', link)).out).toBe(out)
      expect((await certs('show', `<${link}>`)).out).toContain(serial)
      expect((await certs('verify', link.replace('https://', 'https://elsewhere.'))).code).toBe(1)
    })

    it('says why a certificate cannot be corrected or withdrawn', async () => {
      const { slug } = await added()
      const [serial = '', other = ''] = await issued(slug, 'A,R-1,T,P', 'B,,T,P')
      const refusal = async (...argv: string[]) => {
        const { code, error } = await json(...argv, '--reason', 'x')
        expect(code).toBe(1)
        return error
      }
      expect(await refusal('correct', serial)).toBe('The correction changes nothing.')
      expect(await refusal('correct', serial, '--full-name', ' A ')).toBe('The correction changes nothing.')
      expect(await refusal('correct', serial, '--full-name', '')).toBe('full_name is missing.')
      expect(await refusal('correct', serial, '--event-date', '2026-02-30')).toMatch(/^event_date must be a real date/)
      expect(await refusal('correct', serial, '--expires-at', '2020-01-01')).toMatch(
        /^expires_at must lie in the future/,
      )
      expect(await refusal('withdraw', serial, '--public-reason', 'a\u202Eb')).toMatch(/^The public reason holds/)
      expect(await refusal('withdraw', '0000-0000-0000-001Z')).toBe('No certificate has this serial.')
      const { certificate } = await json('correct', serial, '--achievement', 'Q', '--reason', 'x')
      const { serial: current } = certificate as { serial: string }
      const replaced = `This certificate was replaced by a correction. The current one is ${current}.`
      expect(await refusal('withdraw', serial)).toBe(replaced)
      expect(await refusal('correct', serial, '--full-name', 'C')).toBe(replaced)
      expect(await json('withdraw', current, '--reason', 'x', '--public-reason', 'Issued in error.')).toEqual({
        code: 0,
        certificate: { serial: current, status: 'withdrawn' },
      })
      const withdrawn = 'This certificate is withdrawn, and a withdrawn certificate stays withdrawn.'
      expect(await refusal('withdraw', current)).toBe(withdrawn)
      expect(await refusal('correct', current, '--full-name', 'C')).toBe(withdrawn)
      expect((await statusOf(current)).overall_status).toBe('withdrawn')
      await json('issuer', 'suspend', slug)
      expect(await refusal('correct', other, '--full-name', 'C')).toMatch(
        /is suspended: it can neither issue nor correct certificates, nor invite people or write to anyone\.$/,
      )
      expect(await json('withdraw', other, '--reason', 'x')).toMatchObject({ code: 0 })
      for (const verb of ['show', 'verify']) {
        expect(await json(verb, 'nothing')).toEqual({ code: 1, error: 'No certificate has this serial.' })
      }
    })
  })

  describe('certs demo and doctor', () => {
    it('refuses example data where BASE_URL is no loopback address', async () => {
      expect(await json('demo')).toEqual({
        code: 1,
        error: 'Example data is only made where BASE_URL is a loopback address.',
      })
    })

    it('warns of another address than certificates were issued under', async () => {
      const { slug } = await added()
      await issued(slug, 'A,,T,P')
      const { code, findings } = await json('doctor')
      expect(code).toBe(0)
      expect(findings).toContainEqual({ id: 'base_url', result: 'good', message: 'Links lead to https://verify.test.' })
      await transaction((tx) => tx.query(`INSERT INTO service_settings VALUES ('base_url_before', 'https://old.test')`))
      const message = 'BASE_URL is https://verify.test, but the service was started under https://old.test before.'
      expect((await json('doctor')).findings).toContainEqual({ id: 'base_url', result: 'warning', message })
      expect((await certs('doctor')).out).toContain(`! ${message}\n`)
    })
  })

  describe('certs rekey', () => {
    it('changes the key of a database elsewhere, by the environment alone', async () => {
      const { slug } = await added()
      const [serial = ''] = await issued(slug, 'A,,T,P')
      const [old, next] = [process.env.KEY_ENCRYPTION_KEY ?? '', Buffer.alloc(32, 7).toString('base64')]
      expect((await json('rekey')).error).toMatch(/^Put the new key into NEW_KEY_ENCRYPTION_KEY\./)
      vi.stubEnv('NEW_KEY_ENCRYPTION_KEY', next.replace('=', ''))
      expect((await json('rekey')).error).toMatch(/^NEW_KEY_ENCRYPTION_KEY must be 32 bytes in base64\./)
      vi.stubEnv('NEW_KEY_ENCRYPTION_KEY', next)
      const { code, out } = await certs('rekey')
      expect({ code, out }).toEqual({
        code: 0,
        out: expect.stringMatching(/Set KEY_ENCRYPTION_KEY to the new key now/),
      })
      expect(await json('verify', serial)).toEqual({ code: 1, error: expect.stringMatching(/could not be completed/) })
      const wrong = await certs('doctor')
      expect(wrong.code).toBe(1)
      expect(wrong.out).toMatch(/^✗ The service's key cannot be used\. Is KEY_ENCRYPTION_KEY the right one\?$/m)
      expect(wrong.out).toMatch(/^✗ Issuers’ signing keys that cannot be used: /m)
      expect(wrong.out).toMatch(/^✗ Nothing in the database passes its check under this KEY_ENCRYPTION_KEY, /m)
      // Nothing is said to be somebody else's, which is only under the other key.
      expect(wrong.out).not.toMatch(/somebody else|as the owner of the tables|fails? (its|their) check/i)
      setEnv({ ...env(), KEY_ENCRYPTION_KEY: next })
      expect((await statusOf(serial)).overall_status).toBe('verified')
      expect((await certs('doctor')).out).not.toContain('✗')
      vi.stubEnv('NEW_KEY_ENCRYPTION_KEY', old)
      expect((await certs('rekey')).code).toBe(0)
      setEnv({ ...env(), KEY_ENCRYPTION_KEY: old })
      expect((await statusOf(serial)).overall_status).toBe('verified')
    })
  })

  describe('wrong usage', () => {
    it.each([
      [[], /^Usage: certs /],
      [['issuer'], /^Usage: certs issuer /],
      [['issue', 'x'], /required option '--file <csv>' not specified/],
      [['receipt', 'check', 'x'], /'--keys <jwks.json>' not specified\nThe key set is \/\.well-known\/jwks\.json of /],
      [['isue'], /unknown command 'isue'\n\(Did you mean issue\?\)/],
      [['list'], /unknown command 'list'/],
      [['show'], /missing required argument 'serial'/],
      [['show', 'a', 'b'], /too many arguments/],
      [['show', 'a', '--quick'], /unknown option '--quick'/],
      [['erase'], /Name the serial/],
      [['erase', 'a', '--yes'], /Give a reason/],
      [['mail', 'retry'], /Give one message ID/],
      [['mail', 'cancel', 'a', '--restored'], /Give one message ID/],
      [['log', 'resume'], /--checkpoint FILE or --log WHERE/],
      [['setup', '--dry-run'], /goes with --systemd/],
      [['design', 'preview', 'a', '--out', 'b'], /one of them/],
    ])('%j', async (argv, pattern) => {
      const { code, out, err } = await certs(...argv)
      expect({ code, out }).toEqual({ code: 2, out: '' })
      expect(err).toMatch(pattern)
      const asJson = await json(...argv)
      expect(asJson).toEqual({ code: 2, error: expect.stringMatching(/^[A-Z].*[.?)]$/) })
    })

    it('explains itself', async () => {
      const { code, out } = await certs('issue', '--help')
      expect(code).toBe(0)
      expect(out).toMatch(/--json +print one JSON document and nothing else/)
    })
  })
})
