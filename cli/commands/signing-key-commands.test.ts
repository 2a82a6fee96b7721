import { describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'

async function certs(...argv: string[]): Promise<{ code: number; out: string }> {
  let out = ''
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  try {
    return { code: await main(argv), out }
  } finally {
    stdout.mockRestore()
  }
}

interface Key {
  id: string
  key_id: string
  algorithm: string
  state: string
  compromised_since: string | null
}

async function json<T = Record<string, unknown>>(...argv: string[]): Promise<{ code: number } & T> {
  const { code, out } = await certs(...argv, '--json')
  return { code, ...(JSON.parse(out) as T) }
}

const keysOf = async (slug: string) => (await json<{ keys: Key[] }>('issuer', 'keys', slug)).keys

/** The first full second after a certificate was signed. */
async function afterThisSecond(serial: string): Promise<string> {
  const { rows } = await workingPool().query<{ at: Date }>(
    "SELECT date_trunc('second', recorded_at) + interval '1 second' AS at FROM certificates WHERE serial = $1",
    [serial],
  )
  return rows[0]?.at.toISOString() ?? ''
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const changedKey = (algorithm: string) => ({
  id: expect.stringMatching(UUID) as string,
  key_id: expect.stringMatching(/^did:web:verify\.test:issuers:[0-9a-f-]{36}#/) as string,
  algorithm,
})

describe('certs issuer keys, rotate-keys, key-compromised and resign', () => {
  useServiceDatabase()

  it('lists and rotates', async () => {
    const { slug, did, id, name } = await mintIssuer()
    expect(await json('issuer', 'keys', slug)).toEqual({
      ...{ code: 0, issuer: { id, slug, did } },
      keys: ['ES256', 'EdDSA'].map((algorithm) => ({
        ...changedKey(algorithm),
        ...{ state: 'active', created_at: expect.any(String) as string, ended_at: null, compromised_since: null },
      })),
    })
    const changed = [changedKey('ES256'), changedKey('EdDSA')]
    expect(await json('issuer', 'rotate-keys', slug)).toEqual({
      ...{ code: 0, issuer: { slug } },
      retired: expect.arrayContaining(changed) as unknown[],
      keys: changed,
    })
    const { code, out } = await certs('issuer', 'rotate-keys', slug)
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^${name} signs with new keys from now on:\n  [0-9a-f-]{36}  ES256  [\\w-]{43}\n`))
    const table = (await certs('issuer', 'keys', slug)).out
    const active = (await keysOf(slug)).find(({ state }) => state === 'active')
    expect(table).toMatch(new RegExp(`^${active?.id}  \\S+ +(ES256|EdDSA) +active +20`, 'm'))
    expect(table.match(/ retired /g)).toHaveLength(4)
  })

  it('records a compromise from a date or a time on, never from the future', async () => {
    const issuer = await mintIssuer()
    const { slug } = issuer
    await issueOne(issuer)
    const [key] = await keysOf(slug)
    const compromised = (since: string, id = key?.id ?? '') =>
      json<{ error?: string }>('issuer', 'key-compromised', slug, id, '--since', since)
    for (const since of ['2999-01-01', '2999-01-01T00:00:00Z']) {
      const error = 'The moment of a compromise cannot lie in the future.'
      expect(await compromised(since)).toEqual({ code: 1, error })
    }
    for (const since of ['yesterday', '2026-13-01', '2026-01-01T00:00:00', '']) {
      expect((await compromised(since)).error).toMatch(
        /^Since must be a real date \(2026-03-14\) or a time with its zone/,
      )
    }
    // A fragment may begin with a dash.
    for (const id of ['nothing-here', '-jQx2V_k', `--${'x'.repeat(41)}`])
      expect((await compromised('2020-01-01', id)).error).toMatch(new RegExp(` has no key "${id}"\\. See them with: `))
    expect((await keysOf(slug)).map(({ state }) => state)).toEqual(['active', 'active'])
    expect(await compromised('2020-02-03')).toEqual({
      ...{ code: 0, issuer: { slug }, since: '2020-02-03T00:00:00.000Z' },
      compromised: expect.arrayContaining([changedKey('ES256'), changedKey('EdDSA')]) as unknown[],
      keys: [changedKey('ES256'), changedKey('EdDSA')],
      certificates: { signed_before: 0, invalid: 1 },
    })
    expect((await keysOf(slug)).map(({ compromised_since: since }) => since)).toEqual([
      ...[null, null, '2020-02-03T00:00:00.000Z', '2020-02-03T00:00:00.000Z'],
    ])
    expect((await compromised('2020-02-03')).error).toMatch(/since 2020-02-03T00:00:00\.000Z; that is final\.$/)
  })

  it('signs again, with exit code 1 where some are refused', async () => {
    const issuer = await mintIssuer()
    const { slug } = issuer
    const before = await issueOne(issuer)
    expect(await json('issuer', 'resign', slug)).toEqual({
      ...{ code: 0, resigned: 0, refused: [] },
      skipped: { withdrawn: 0, superseded: 0, good_key: 1 },
    })
    const [key] = await keysOf(slug)
    const { certificates } = await json<{ certificates: { signed_before: number; invalid: number } }>(
      ...['issuer', 'key-compromised', slug, key?.id ?? '', '--since', '2020-01-01'],
    )
    expect(certificates).toEqual({ signed_before: 0, invalid: 1 })
    const { code, out } = await certs('issuer', 'resign', slug)
    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`^${before}: It was signed at or after the moment from which its key counts as`))
    expect(out).toContain('\nSigned again: 0. Skipped: 0 whose keys are good, 0 withdrawn, 0 replaced. Refused: 1.\n')

    const other = await mintIssuer()
    const serial = await issueOne(other)
    const [second] = await keysOf(other.slug)
    const since = await afterThisSecond(serial)
    const isPast = 'SELECT clock_timestamp() >= $1 AS past'
    await expect.poll(async () => (await workingPool().query(isPast, [since])).rows).toEqual([{ past: true }])
    const done = await certs('issuer', 'key-compromised', other.slug, second?.id ?? '', '--since', since)
    expect(done.out).toContain(`sign them again: certs issuer resign ${other.slug}\n`)
    const doctor = (await certs('doctor')).out
    expect(doctor).toMatch(new RegExp(`^! .*: 1\\. Run: certs issuer resign ${other.slug}$`, 'm'))
    expect((await certs('issuer', 'resign', other.slug)).out).toMatch(/^Signed again: 1\. /)
    expect((await certs('show', serial)).out).toMatch(new RegExp(`^2 +resigned +${serial} +20`, 'm'))
  })

  it('rotates the service’s key', async () => {
    const { code, retired, active } = await json<{ retired: string; active: string }>('service', 'rotate-key')
    expect(code).toBe(0)
    expect(active).toMatch(/^[\w-]{43}$/)
    expect((await certs('service', 'rotate-key')).out).toMatch(
      /^The service signs with the key [\w-]{43} from now on\.\nRetired: [\w-]{43}\. What it signed keeps verifying\.\n$/,
    )
    expect(retired).not.toBe(active)
    expect((await certs('doctor')).out).toMatch(/The service’s key [\w-]{43} can be used\./)
  })

  it.each([
    [['issuer', 'rotate-keys']],
    [['issuer', 'keys']],
    [['issuer', 'resign']],
    [['issuer', 'key-compromised', 'a', 'b']],
    [['issuer', 'key-compromised', 'a', 'b', '--sinc', '2020-01-01']],
    [['service', 'burn']],
  ])('%j is wrong usage', async (words) => {
    expect((await json(...words)).code).toBe(2)
  })
})
