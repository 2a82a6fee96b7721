import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '@/lib/http/limits/limits'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { changeRows } from '@/test/database/sealed-rows'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { ageSecondFactor, DeskBrowser, mintPerson, signedIn } from '@/test/desk/desk'
import { type Flaws, TestPasskey } from '@/test/desk/passkey'
import { usePlaces } from '@/test/endpoint-fixture'
import { POST as CONFIRM } from '../../confirm/passkey/route'
import { GET as CONFIRM_PAGE } from '../../confirm/route'
import { POST as ACCEPT } from '../../invitation/route'
import { POST as OPTIONS } from '../../passkey-options/route'
import { GET as START } from '../../route'
import { POST } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let device: TestPasskey
let invited: DeskBrowser

beforeAll(async () => {
  issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
  ;({ device, browser: invited } = await joinWithPasskey('passkey@desk.test'))
})

async function options(browser: DeskBrowser, form: Record<string, string>) {
  const answer = await browser.visit(OPTIONS, '/dashboard/passkey-options', { form })
  expect(answer.status).toBe(200)
  return (await answer.json()) as { challenge: string; user?: { id: string } }
}

async function joinWithPasskey(email: string): Promise<{ device: TestPasskey; browser: DeskBrowser }> {
  const { link } = await inviteByOperator(issuer.slug, email, 'editor')
  const token = new URL(link).hash.slice(1)
  const made = new TestPasskey()
  const browser = new DeskBrowser()
  const asked = await options(browser, { purpose: 'invitation', token, name: 'Pat' })
  const form = { token, accept: 'new', name: 'Pat', password: '', answer: made.register(asked) }
  const answer = await browser.visit(ACCEPT, '/dashboard/invitation', { form })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
  return { device: made, browser }
}

async function enter(flaws: Flaws = {}, purpose = 'sign_in'): Promise<{ status: number; browser: DeskBrowser }> {
  const browser = new DeskBrowser()
  const asked = await options(purpose === 'sign_in' ? browser : invited, { purpose })
  const { status } = await browser.visit(POST, '/dashboard/sign-in/passkey', {
    form: { answer: device.show(asked, flaws) },
  })
  return { status, browser }
}

describe('a passkey', () => {
  it('made at the invitation signs in, both factors at once', async () => {
    expect((await invited.visit(START, '/dashboard')).status).toBe(200)
    const { status, browser } = await enter()
    expect(status).toBe(303)
    expect((await signedIn(browser)).session.secondFactorAt).not.toBeNull()
  })

  it('opens no session where the activity log cannot have it', async () => {
    const { userId } = await signedIn(invited)
    const opened = async () => {
      const { rows } = await workingPool().query<{ opened: number; noted: number }>(
        `SELECT (SELECT count(*) FROM desk_sessions WHERE user_id = $1 AND second_factor_at IS NOT NULL)::int AS opened,
           (SELECT count(*) FROM desk_activities WHERE subject = $1::text AND action = 'account.signed_in')::int AS noted`,
        [userId],
      )
      return rows[0] ?? { opened: 0, noted: 0 }
    }
    const before = await opened()
    await database.asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON desk_activities FOR EACH ROW
        WHEN (NEW.action = 'account.signed_in') EXECUTE FUNCTION refuse()`)
    try {
      expect((await enter()).status).toBe(503)
      expect(await opened()).toEqual(before)
    } finally {
      await database.asOwner('DROP TRIGGER refuse ON desk_activities; DROP FUNCTION refuse()')
    }
    expect((await enter()).status).toBe(303)
    expect(await opened()).toEqual({ opened: before.opened + 1, noted: before.noted + 1 })
    // What follows counts its own attempts.
    setRateCounter(new MemoryRateCounter())
  })

  it('confirms within a session', async () => {
    const { session } = await signedIn(invited)
    await ageSecondFactor(session.id)
    expect((await invited.visit(CONFIRM_PAGE, '/dashboard/confirm')).status).toBe(200)
    const answer = device.show(await options(invited, { purpose: 'confirm' }))
    const done = await invited.visit(CONFIRM, '/dashboard/confirm/passkey', {
      form: { answer, next: '/dashboard/keys' },
    })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/dashboard/keys'])
    expect(Date.now() - ((await signedIn(invited)).session.secondFactorAt ?? 0)).toBeLessThan(10 * 60_000)
  })

  it('answers a challenge once', async () => {
    const asked = await options(new DeskBrowser(), { purpose: 'sign_in' })
    const send = () =>
      new DeskBrowser().visit(POST, '/dashboard/sign-in/passkey', { form: { answer: device.show(asked) } })
    const statuses = (await Promise.all([send(), send()])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([303, 403])
  })

  it.each<[string, Flaws]>([
    ['of another origin', { origin: 'https://verify.test.evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without finger, face or PIN', { unverified: true }],
    ['whose device counts backwards', { counter: 1 }],
    ['that names another person', { userHandle: Buffer.from('someone else').toString('base64url') }],
    ['that names nobody', { userHandle: '' }],
    ['for a challenge that was never made', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('%s is refused', async (_name, flaws) => {
    await enter()
    const { status, browser } = await enter(flaws)
    expect(status).toBe(403)
    expect(browser.cookie).toBe('')
  })

  it('is refused with a challenge for another purpose, or one that ran out', async () => {
    expect((await enter({}, 'confirm')).status).toBe(403)
    const asked = await options(new DeskBrowser(), { purpose: 'sign_in' })
    await changeRows('desk_verifications', 'identifier LIKE $1', '%', { expiresAt: new Date(Date.now() - 1000) })
    const late = await new DeskBrowser().visit(POST, '/dashboard/sign-in/passkey', {
      form: { answer: device.show(asked) },
    })
    expect(late.status).toBe(403)
  })

  it('that nobody registered is refused with the same page as a wrong one', async () => {
    const page = async (by: TestPasskey, flaws: Flaws) => {
      const asked = await options(new DeskBrowser(), { purpose: 'sign_in' })
      const form = { answer: by.show(asked, flaws) }
      const answer = await new DeskBrowser().visit(POST, '/dashboard/sign-in/passkey', { form })
      return [answer.status, await answer.text()]
    }
    const known = await page(device, { unverified: true })
    expect(await page(new TestPasskey(), { userHandle: 'AAAA' })).toEqual(known)
  })

  it.each(['', 'null', '{}', '[]', '{"id":"x"}', 'x'.repeat(30_000)])('%.20j is refused', async (answer) => {
    const { status } = await new DeskBrowser().visit(POST, '/dashboard/sign-in/passkey', { form: { answer } })
    expect(status).toBe(403)
  })
})

describe('asking for a challenge', () => {
  it('is slowed per address, whatever it is for', async () => {
    for (const purpose of ['sign_in', 'invitation', 'reset', 'nothing']) {
      const ask = () => new DeskBrowser().visit(OPTIONS, '/dashboard/passkey-options', { form: { purpose } })
      await usePlaces('desk_challenges', LIMITS.desk_challenges.limit - 1, '0.0.0.0')
      expect([purpose, (await ask()).status === 429, (await ask()).status]).toEqual([purpose, false, 429])
    }
  })
})
