import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDeskPerson } from '@/lib/service/desk/desk-person'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsNewPerson, acceptWithPasskey } from '@/lib/service/desk/sign-in/accept-invitation'
import { makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { addOptions, invitationOptions, signInOptions } from '@/lib/service/desk/sign-in/passkey-options'
import { signIn, signInWithCode } from '@/lib/service/desk/sign-in/sign-in'
import { signInWithPasskey } from '@/lib/service/desk/sign-in/sign-in-with-passkey'
import { resetOptions } from '@/lib/service/desk/sign-in/use-reset-link'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { addRow } from '@/test/database/sealed-rows'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import {
  ageSecondFactor,
  codeFor,
  DeskBrowser,
  follow,
  forgetUsedCodes,
  type MintedPerson,
  mintPerson,
  PASSWORD,
  signedIn,
} from '@/test/desk/desk'
import { TestPasskey } from '@/test/desk/passkey'
import { POST as CONFIRM } from '../confirm/route'
import { POST as CHANGE } from '../people/[person]/route'
import { GET as HAND_OVER } from '../people/hand-over/route'
import { POST as RESET } from '../reset/route'
import { GET as START } from '../route'
import { GET as SECOND_FACTOR, POST as SET_UP } from '../second-factor/route'
import { POST as SEND_CODE } from '../sign-in/code/route'
import { POST as SIGN_IN_PASSKEY } from '../sign-in/passkey/route'
import { POST as SIGN_IN } from '../sign-in/route'
import { POST as SIGN_OUT } from '../sign-out/route'
import { POST as PASSKEYS } from './passkeys/route'
import { GET as PASSWORD_FORM, POST as CHANGE_PASSWORD } from './password/route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

// Attempts are slowed per address, and every test here comes from one.
beforeEach(() => setRateCounter(new MemoryRateCounter()))

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

describe('sessions', () => {
  it('are ended, and count as ended at once', async () => {
    const person = await mintPerson(issuer, 'reader')
    const foreign = await owner.browser.visit(POST, '/dashboard/account', {
      form: { session: person.person.session.id },
    })
    expect(foreign.status).toBe(404)
    expect(await (await person.browser.visit(GET, '/dashboard/account')).text()).toContain('(this one)')
    await person.browser.visit(POST, '/dashboard/account', { form: { session: person.person.session.id } })
    expect((await person.browser.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/sign-in')
  })
})

it.each([
  ['/dashboard/account', POST, { session: '\0' }],
  ['/dashboard/account/passkeys', PASSKEYS, { do: 'remove', passkey: '\0' }],
])('a form of %s that no browser sends is refused, and not as if something were down', async (path, handler, form) => {
  expect((await owner.browser.visit(handler, path, { form })).status).toBe(400)
})

describe('the password', () => {
  it('is changed with the present one and a fresh second factor', async () => {
    const person = await mintPerson(issuer, 'reader')
    const path = '/dashboard/account/password'
    const change = (current: string) =>
      person.browser.visit(CHANGE_PASSWORD, path, { form: { current, password: 'another long sentence' } })
    expect((await change('not the password')).status).toBe(400)
    const halfway = new DeskBrowser()
    const step = await signIn({ email: person.email, password: PASSWORD }, halfway.from)
    halfway.keep(step.kind === 'code_needed' ? step.cookies : [])
    await forgetUsedCodes(person.person.userId)
    expect((await change(PASSWORD)).status).toBe(303)
    expect((await signInWithCode(codeFor(person.secret), halfway.from)).kind).toBe('refused')
    const enter = (password: string) =>
      new DeskBrowser().visit(SIGN_IN, '/dashboard/sign-in', { form: { email: person.email, password } })
    expect([(await enter(PASSWORD)).status, (await enter('another long sentence')).status]).toEqual([403, 303])
    await ageSecondFactor(person.person.session.id)
    expect((await person.browser.visit(PASSWORD_FORM, path)).headers.get('location')).toMatch(/^\/dashboard\/confirm/)
    expect((await change('another long sentence')).headers.get('location')).toMatch(/^\/dashboard\/confirm/)
  })
})

/** Joins with a passkey and no password. */
async function joinWithPasskey(
  at: StoredIssuer,
  email: string,
): Promise<{ device: TestPasskey; browser: DeskBrowser }> {
  const { link } = await inviteByOperator(at.slug, email, 'editor')
  const token = new URL(link).hash.slice(1)
  const [device, browser] = [new TestPasskey(), new DeskBrowser()]
  const answer = device.register(await invitationOptions(token, 'Pat'))
  browser.keep(await acceptWithPasskey(token, { name: 'Pat', answer }, browser.from))
  return { device, browser }
}

describe('the last way in', () => {
  it('cannot be removed; a second passkey can', async () => {
    const { device: first, browser } = await joinWithPasskey(issuer, 'two@desk.test')
    const second = new TestPasskey()
    const change = (form: Record<string, string>) => browser.visit(PASSKEYS, '/dashboard/account/passkeys', { form })
    const passkey = first.id.toString('base64url')
    expect((await change({ passkey, do: 'remove' })).status).toBe(400)
    const answer = second.register(await addOptions(await signedIn(browser)))
    expect((await change({ name: 'Key ring', answer })).status).toBe(303)
    const lost = new DeskBrowser()
    lost.keep((await signInWithPasskey(first.show(await signInOptions()), lost.from)) ?? [])
    expect(await findDeskPerson(lost.from)).not.toBe(null)
    const removed = await change({ passkey, do: 'remove' })
    expect([removed.status, removed.headers.get('location')]).toEqual([303, '/dashboard/account?done=removed'])
    // Whoever has the device is signed in no more.
    expect(await findDeskPerson(lost.from)).toBe(null)
    expect((await change({ passkey, do: 'remove' })).status).toBe(400)
  })
})

describe('a lost second factor', () => {
  it('is set up anew by an owner’s link and the password, once', async () => {
    const person = await mintPerson(issuer, 'reader')
    const params = { person: person.person.userId }
    const path = `/dashboard/people/${params.person}`
    const sent = await owner.browser.visit(CHANGE, path, { params, form: { do: 'reset' } })
    const page = await follow(owner.browser, sent, HAND_OVER)
    const token = /<code id="link"[^>]*>[^<]*#([^<]+)</.exec(await page.text())?.[1] ?? ''
    const use = (browser: DeskBrowser, password: string) =>
      browser.visit(RESET, '/dashboard/reset', { form: { token, password } })
    expect((await use(new DeskBrowser(), 'not the password')).status).toBe(403)
    const browser = new DeskBrowser()
    const done = await use(browser, PASSWORD)
    browser.keep(done.headers.getSetCookie())
    expect([done.status, done.headers.get('location')]).toEqual([303, '/dashboard/second-factor'])
    expect((await person.browser.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/sign-in')
    expect((await browser.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/second-factor')
    expect((await use(new DeskBrowser(), PASSWORD)).status).toBe(410)
  })

  it('of who works for two issuers is not an owner’s to reset', async () => {
    const both = await mintPerson(issuer, 'reader')
    const other = await mintIssuer()
    await addRow('desk_members', {
      userId: both.person.userId,
      issuerId: other.id,
      role: 'owner',
      createdAt: new Date(),
    })
    const params = { person: both.person.userId }
    const form = { do: 'reset' }
    const answer = await owner.browser.visit(CHANGE, `/dashboard/people/${params.person}`, { params, form })
    expect(answer.status).toBe(400)
  })
})

/** An owner’s link for a person, as the desk shows it once. */
async function ownersLink(by: MintedPerson, userId: string): Promise<string> {
  const options = { params: { person: userId }, form: { do: 'reset' } }
  const page = await follow(
    by.browser,
    await by.browser.visit(CHANGE, `/dashboard/people/${userId}`, options),
    HAND_OVER,
  )
  return /<code id="link"[^>]*>[^<]*#([^<]+)</.exec(await page.text())?.[1] ?? ''
}

const reset = (browser: DeskBrowser, form: Record<string, string>) => browser.visit(RESET, '/dashboard/reset', { form })

describe('a reset link', () => {
  it('is one: a newer one takes the place of the older', async () => {
    const person = await mintPerson(issuer, 'reader')
    const { userId } = person.person
    const older = await ownersLink(owner, userId)
    const newer = await ownersLink(owner, userId)
    expect((await reset(new DeskBrowser(), { token: older })).status).toBe(410)
    expect((await reset(new DeskBrowser(), { token: older, password: PASSWORD })).status).toBe(410)
    const { rows } = await workingPool().query<{ value: string }>(
      'SELECT value FROM desk_verifications WHERE identifier = $1',
      [`reset-of ${userId}`],
    )
    expect(rows).toHaveLength(1)
    for (const token of [older, newer]) expect(rows[0]?.value).not.toContain(token.slice(-22))
    expect((await reset(new DeskBrowser(), { token: newer, password: PASSWORD })).status).toBe(303)
  })

  it('is worthless after ten wrong passwords, however many are tried at once', async () => {
    const person = await mintPerson(issuer, 'reader')
    const token = await ownersLink(owner, person.person.userId)
    const guess = async () => {
      setRateCounter(new MemoryRateCounter())
      return (await reset(new DeskBrowser(), { token, password: 'not the password' })).status
    }
    for (let round = 1; round <= 7; round += 1) expect(await guess()).toBe(403)
    const last = await Promise.all(Array.from({ length: 5 }, guess))
    expect(last.filter((status) => status === 403).length).toBeLessThan(3)
    expect((await reset(new DeskBrowser(), { token, password: PASSWORD })).status).toBe(410)
    expect((await person.browser.visit(START, '/dashboard')).status).toBe(200)
  })

  it.each(['x', 'A'.repeat(43), 'A'.repeat(5000)])('is none: %j', async (token) => {
    expect((await reset(new DeskBrowser(), { token })).status).toBe(410)
  })
})

describe('a lost passkey', () => {
  it('is replaced by a new one, made with the link it was asked for', async () => {
    const { device: lost, browser: before } = await joinWithPasskey(issuer, 'lost@desk.test')
    const { userId } = await signedIn(before)
    const token = await ownersLink(owner, userId)
    expect(await (await reset(new DeskBrowser(), { token })).text()).toContain('Create a new passkey')
    expect((await reset(new DeskBrowser(), { token, password: PASSWORD })).status).toBe(403)
    const other = await ownersLink(owner, (await mintPerson(issuer, 'reader')).person.userId)
    const [device, browser] = [new TestPasskey(), new DeskBrowser()]
    // A challenge of another link, and an answer that is none.
    expect((await reset(browser, { token, answer: device.register(await resetOptions(other)) })).status).toBe(403)
    expect((await reset(browser, { token, answer: '{}' })).status).toBe(403)
    expect(browser.cookie).toBe('')
    const used = await reset(browser, { token, answer: device.register(await resetOptions(token)) })
    expect([used.status, used.headers.get('location')]).toEqual([303, '/dashboard'])
    expect((await signedIn(browser)).userId).toBe(userId)
    expect((await before.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/sign-in')
    const answer = lost.show(await signInOptions())
    const refused = await new DeskBrowser().visit(SIGN_IN_PASSKEY, '/dashboard/sign-in/passkey', { form: { answer } })
    expect(refused.status).toBe(403)
    expect((await reset(new DeskBrowser(), { token })).status).toBe(410)
  })
})

describe('an owner’s link', () => {
  it('is worthless once its maker is no owner any more, or the person joined another issuer', async () => {
    const place = await mintIssuer()
    const [maker, second] = [await mintPerson(place, 'owner'), await mintPerson(place, 'owner')]
    const [one, two] = [await mintPerson(place, 'reader'), await mintPerson(place, 'reader')]
    const links = [await ownersLink(maker, one.person.userId), await ownersLink(second, two.person.userId)]
    for (const token of links) expect((await reset(new DeskBrowser(), { token })).status).toBe(200)
    const demoted = { params: { person: maker.person.userId }, form: { do: 'role', role: 'editor' } }
    await second.browser.visit(CHANGE, `/dashboard/people/${maker.person.userId}`, demoted)
    await addRow('desk_members', {
      userId: two.person.userId,
      issuerId: issuer.id,
      role: 'reader',
      createdAt: new Date(),
    })
    for (const token of links) {
      expect((await reset(new DeskBrowser(), { token })).status).toBe(410)
      expect((await reset(new DeskBrowser(), { token, password: PASSWORD })).status).toBe(410)
      await expect(resetOptions(token)).rejects.toMatchObject({ code: 'gone' })
    }
    expect((await one.browser.visit(START, '/dashboard')).status).toBe(200)
  })
})

describe('a lost password', () => {
  const NEXT = 'another long sentence'
  const operatorsLink = async (at: StoredIssuer, email: string) =>
    new URL((await makeResetLinkByOperator(at.slug, email, true)).link).hash.slice(1)

  it('of the last owner, who works for two issuers, is chosen anew by the operator’s link alone', async () => {
    const place = await mintIssuer()
    const last = await mintPerson(place, 'owner')
    await addRow('desk_members', {
      userId: last.person.userId,
      issuerId: issuer.id,
      role: 'reader',
      createdAt: new Date(),
    })
    const token = await operatorsLink(place, last.email)
    const page = await (await reset(new DeskBrowser(), { token })).text()
    expect(page).toContain('Choose a password')
    expect((await reset(new DeskBrowser(), { token, password: 'short' })).status).toBe(403)
    expect((await last.browser.visit(START, '/dashboard')).status).toBe(200)
    const browser = new DeskBrowser()
    const used = await reset(browser, { token, password: NEXT })
    expect([used.status, used.headers.get('location')]).toEqual([303, '/dashboard/second-factor'])
    expect((await browser.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/second-factor')
    expect((await last.browser.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/sign-in')
    const enter = (password: string) =>
      new DeskBrowser().visit(SIGN_IN, '/dashboard/sign-in', { form: { email: last.email, password } })
    expect([(await enter(PASSWORD)).status, (await enter(NEXT)).status]).toEqual([403, 303])
    expect((await reset(new DeskBrowser(), { token, password: NEXT })).status).toBe(410)
    expect(await actions(last.person.userId)).toEqual(
      expect.arrayContaining([`${place.id} person.reset`, `${issuer.id} person.reset`]) as string[],
    )
  })

  it('may be given up for a passkey; nothing of before signs in then', async () => {
    const person = await mintPerson(issuer, 'reader')
    const token = await operatorsLink(issuer, person.email)
    const [device, browser] = [new TestPasskey(), new DeskBrowser()]
    const used = await reset(browser, { token, answer: device.register(await resetOptions(token)) })
    expect(used.status).toBe(303)
    expect(await signedIn(browser)).toMatchObject({ hasAuthenticatorApp: false, hasPasskey: true })
    const form = { email: person.email, password: PASSWORD }
    expect((await new DeskBrowser().visit(SIGN_IN, '/dashboard/sign-in', { form })).status).toBe(403)
  })
})

/** What a person did, at which issuer. */
async function actions(userId: string): Promise<string[]> {
  const { rows } = await workingPool().query<{ line: string }>(
    `SELECT issuer_id || ' ' || action AS line FROM desk_activities WHERE actor = 'user:' || $1 ORDER BY id`,
    [userId],
  )
  return rows.map(({ line }) => line)
}

describe('the activity log', () => {
  it('holds every change of a person’s own account, at each issuer that they work for', async () => {
    const [person, other] = [await mintPerson(issuer, 'editor'), await mintIssuer()]
    const { userId } = person.person
    await addRow('desk_members', { userId, issuerId: other.id, role: 'owner', createdAt: new Date() })
    const before = (await actions(userId)).length
    const password = { current: PASSWORD, password: 'another long sentence' }
    await person.browser.visit(CHANGE_PASSWORD, '/dashboard/account/password', { form: password })
    const passkeys = (form: Record<string, string>) =>
      person.browser.visit(PASSKEYS, '/dashboard/account/passkeys', { form })
    const device = new TestPasskey()
    const answer = device.register(await addOptions(await signedIn(person.browser)))
    await passkeys({ name: 'A', answer })
    const passkey = device.id.toString('base64url')
    await passkeys({ passkey, do: 'rename', name: 'B' })
    await passkeys({ passkey, do: 'remove' })
    const page = await person.browser.visit(SECOND_FACTOR, '/dashboard/second-factor')
    const secret = /<code class="fingerprint"[^>]*>([^<]+)</.exec(await page.text())?.[1] ?? ''
    await person.browser.visit(SET_UP, '/dashboard/second-factor', { form: { code: codeFor(secret) } })
    const again = new DeskBrowser()
    const form = { email: person.email, password: password.password }
    await again.visit(SIGN_IN, '/dashboard/sign-in', { form })
    await forgetUsedCodes(userId)
    await again.visit(SEND_CODE, '/dashboard/sign-in/code', { form: { code: codeFor(secret) } })
    await person.browser.visit(POST, '/dashboard/account', { form: { session: 'others' } })
    await person.browser.visit(SIGN_OUT, '/dashboard/sign-out', { form: {} })
    const did = [
      'password_changed',
      'passkey_added',
      'passkey_renamed',
      'passkey_removed',
      'app_set_up',
      'signed_in',
      'sessions_ended',
      'signed_out',
    ].map((action) => `account.${action}`)
    const lines = (await actions(userId)).slice(before)
    for (const { id } of [issuer, other])
      expect(lines.filter((line) => line.startsWith(id)).map((line) => line.split(' ')[1])).toEqual(did)
  })

  it('holds nothing where nothing was changed', async () => {
    const person = await mintPerson(issuer, 'reader')
    const before = (await actions(person.person.userId)).length
    const form = { current: 'not the password', password: 'another long sentence' }
    expect((await person.browser.visit(CHANGE_PASSWORD, '/dashboard/account/password', { form })).status).toBe(400)
    await person.browser.visit(POST, '/dashboard/account', { form: { session: 'others' } })
    await person.browser.visit(POST, '/dashboard/account', { form: { session: owner.person.session.id } })
    await person.browser.visit(PASSKEYS, '/dashboard/account/passkeys', { form: { passkey: 'x', do: 'remove' } })
    expect((await actions(person.person.userId)).length).toBe(before)
  })
})

describe('the authenticator app', () => {
  it('is the same one when its page is loaded again in the session, the first app and the next', async () => {
    const secretOn = async (browser: DeskBrowser) => {
      const page = await (await browser.visit(SECOND_FACTOR, '/dashboard/second-factor')).text()
      return /<code class="fingerprint"[^>]*>([^<]+)</.exec(page)?.[1] ?? ''
    }
    const { link } = await inviteByOperator(issuer.slug, 'scans-twice@desk.test', 'reader')
    const browser = new DeskBrowser()
    const details = { name: 'Scans Twice', password: PASSWORD }
    browser.keep(await acceptAsNewPerson(new URL(link).hash.slice(1), details, browser.from))
    const first = await secretOn(browser)
    expect([first.length > 20, await secretOn(browser)]).toEqual([true, first])
    const set = await browser.visit(SET_UP, '/dashboard/second-factor', { form: { code: codeFor(first) } })
    expect(set.status).toBe(303)
    const next = await secretOn(browser)
    expect([next !== first, await secretOn(browser)]).toEqual([true, next])
    // Another session is shown one of its own: its app knows the other.
    const elsewhere = new DeskBrowser()
    await forgetUsedCodes((await signedIn(browser)).userId)
    const form = { email: 'scans-twice@desk.test', password: PASSWORD }
    await elsewhere.visit(SIGN_IN, '/dashboard/sign-in', { form })
    await elsewhere.visit(SEND_CODE, '/dashboard/sign-in/code', { form: { code: codeFor(first) } })
    expect(await secretOn(elsewhere)).not.toBe(next)
  })

  it('is replaced by a code of the new one; until then the old one counts', async () => {
    const person = await mintPerson(issuer, 'reader')
    const stored = async () =>
      (await workingPool().query('SELECT secret FROM desk_two_factors WHERE user_id = $1', [person.person.userId])).rows
    const before = await stored()
    const page = await person.browser.visit(SECOND_FACTOR, '/dashboard/second-factor')
    const secret = /<code class="fingerprint"[^>]*>([^<]+)</.exec(await page.text())?.[1] ?? ''
    expect(await stored()).toEqual(before)
    await forgetUsedCodes(person.person.userId)
    const confirm = (code: string) => person.browser.visit(SET_UP, '/dashboard/second-factor', { form: { code } })
    const wrong = await confirm(codeFor(person.secret))
    expect(wrong.status).toBe(403)
    const again = await wrong.text()
    expect(again).not.toContain('Scan this code')
    expect(again).toContain('<a href="/dashboard/second-factor">Show the code to scan again</a>')
    expect(await stored()).toEqual(before)
    const elsewhere = new DeskBrowser()
    await elsewhere.visit(SIGN_IN, '/dashboard/sign-in', { form: { email: person.email, password: PASSWORD } })
    await elsewhere.visit(SEND_CODE, '/dashboard/sign-in/code', { form: { code: codeFor(person.secret) } })
    expect((await elsewhere.visit(START, '/dashboard')).status).toBe(200)
    const code = codeFor(secret)
    expect((await confirm(code)).status).toBe(303)
    expect(await stored()).not.toEqual(before)
    // Whoever showed the app of before is out, and the code that was shown just now is used.
    expect((await elsewhere.visit(START, '/dashboard')).status).toBe(303)
    expect((await person.browser.visit(START, '/dashboard')).status).toBe(200)
    expect((await person.browser.visit(CONFIRM, '/dashboard/confirm', { form: { code } })).status).toBe(403)
  })
})
