import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsNewPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import { makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { addOptions, signInOptions } from '@/lib/service/desk/sign-in/passkey-options'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { LockQueue } from '@/test/database/lock-queue'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { codeFor, DeskBrowser, type MintedPerson, mintPerson, PASSWORD, signedIn } from '@/test/desk/desk'
import { TestPasskey } from '@/test/desk/passkey'
import { POST as RESET } from '../reset/route'
import { GET as START } from '../route'
import { GET as SET_UP_PAGE, POST as SET_UP } from '../second-factor/route'
import { POST as SIGN_IN_PASSKEY } from '../sign-in/passkey/route'
import { POST as SIGN_IN } from '../sign-in/route'
import { POST as PASSKEYS } from './passkeys/route'
import { POST as CHANGE_PASSWORD } from './password/route'
import { POST as ACCOUNT } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

// Attempts are slowed per address, and every test here comes from one.
beforeEach(() => setRateCounter(new MemoryRateCounter()))

const NEXT = 'another long sentence'
let issuer: StoredIssuer

beforeAll(async () => {
  issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
})

/** A link that gives an account back to its person, who chooses a new password with it. */
async function takeBack(email: string): Promise<() => Promise<Response>> {
  const { link } = await makeResetLinkByOperator(issuer.slug, email, true)
  const form = { token: new URL(link).hash.slice(1), password: NEXT }
  return () => new DeskBrowser().visit(RESET, '/dashboard/reset', { form })
}

/** Lets both wait for the person's record, in this order, then go. */
async function inOrder(userId: string, one: () => Promise<Response>, two: () => Promise<Response>) {
  const queue = await LockQueue.hold(database.url, 'SELECT 1 FROM desk_users WHERE id = $1 FOR UPDATE', [userId])
  const first = one()
  await queue.waiting(1)
  const second = two()
  await queue.waiting(2)
  await queue.release()
  return [(await first).status, (await second).status]
}

const count = async (table: string, userId: string) =>
  (await workingPool().query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [userId])).rowCount

const enter = async (email: string, password: string) =>
  (await new DeskBrowser().visit(SIGN_IN, '/dashboard/sign-in', { form: { email, password } })).status

const addPasskey = async ({ browser }: MintedPerson, device: TestPasskey) => {
  const answer = device.register(await addOptions(await signedIn(browser)))
  return () => browser.visit(PASSKEYS, '/dashboard/account/passkeys', { form: { name: 'Mine', answer } })
}

describe('what a thief sent while the account was taken back', () => {
  it('adds no passkey', async () => {
    const thief = await mintPerson(issuer, 'editor')
    const { userId } = thief.person
    const add = await addPasskey(thief, new TestPasskey())
    expect(await inOrder(userId, await takeBack(thief.email), add)).toEqual([303, 403])
    expect(await count('desk_passkeys', userId)).toBe(0)
  })

  it('leaves the password that its person chose', async () => {
    const thief = await mintPerson(issuer, 'editor')
    const form = { current: PASSWORD, password: 'the sentence of a thief' }
    const change = () => thief.browser.visit(CHANGE_PASSWORD, '/dashboard/account/password', { form })
    expect(await inOrder(thief.person.userId, await takeBack(thief.email), change)).toEqual([303, 403])
    expect([await enter(thief.email, form.password), await enter(thief.email, NEXT)]).toEqual([403, 303])
  })

  it('ends none of their sessions', async () => {
    const thief = await mintPerson(issuer, 'editor')
    const end = () => thief.browser.visit(ACCOUNT, '/dashboard/account', { form: { session: 'others' } })
    expect(await inOrder(thief.person.userId, await takeBack(thief.email), end)).toEqual([303, 403])
    expect(await count('desk_sessions', thief.person.userId)).toBe(1)
  })

  it('replaces no authenticator app', async () => {
    const thief = await mintPerson(issuer, 'editor')
    const { userId } = thief.person
    const page = await (await thief.browser.visit(SET_UP_PAGE, '/dashboard/second-factor')).text()
    const secret = /<code class="fingerprint"[^>]*>([^<]+)</.exec(page)?.[1] ?? ''
    const confirm = () => thief.browser.visit(SET_UP, '/dashboard/second-factor', { form: { code: codeFor(secret) } })
    expect(await inOrder(userId, await takeBack(thief.email), confirm)).toEqual([303, 403])
    expect(await count('desk_two_factors', userId)).toBe(0)
  })

  it.each(['before', 'after'] as const)('opens no session by a passkey that was shown %s', async (when) => {
    const thief = await mintPerson(issuer, 'editor')
    const { userId } = thief.person
    const device = new TestPasskey()
    expect((await (await addPasskey(thief, device))()).status).toBe(303)
    const browser = new DeskBrowser()
    const answer = device.show(await signInOptions())
    const signIn = () => browser.visit(SIGN_IN_PASSKEY, '/dashboard/sign-in/passkey', { form: { answer } })
    const reset = await takeBack(thief.email)
    await (when === 'before' ? inOrder(userId, signIn, reset) : inOrder(userId, reset, signIn))
    expect((await browser.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/sign-in')
    expect(await count('desk_sessions', userId)).toBe(1)
  })

  it('opens no session by the old password, which would set up the next app', async () => {
    const { link } = await inviteByOperator(issuer.slug, 'no-app@desk.test', 'reader')
    const before = new DeskBrowser()
    const details = { name: 'No App', password: PASSWORD }
    before.keep(await acceptAsNewPerson(new URL(link).hash.slice(1), details, before.from))
    const { userId } = await signedIn(before)
    const browser = new DeskBrowser()
    const form = { email: 'no-app@desk.test', password: PASSWORD }
    const signIn = () => browser.visit(SIGN_IN, '/dashboard/sign-in', { form })
    expect(await inOrder(userId, await takeBack(form.email), signIn)).toEqual([303, 403])
    expect(await count('desk_sessions', userId)).toBe(1)
  })

  it('puts no first app in the place of theirs', async () => {
    const { link } = await inviteByOperator(issuer.slug, 'first-app@desk.test', 'reader')
    const thief = new DeskBrowser()
    const details = { name: 'First App', password: PASSWORD }
    thief.keep(await acceptAsNewPerson(new URL(link).hash.slice(1), details, thief.from))
    const { userId } = await signedIn(thief)
    const load = () => thief.visit(SET_UP_PAGE, '/dashboard/second-factor')
    expect(await inOrder(userId, await takeBack('first-app@desk.test'), load)).toEqual([303, 403])
    expect(await count('desk_two_factors', userId)).toBe(0)
  })
})

describe('an account of which the password was changed meanwhile', () => {
  it('keeps the first change: the second was checked against what is gone', async () => {
    const person = await mintPerson(issuer, 'reader')
    const change = (password: string) => () =>
      person.browser.visit(CHANGE_PASSWORD, '/dashboard/account/password', { form: { current: PASSWORD, password } })
    const both = inOrder(person.person.userId, change(NEXT), change('the sentence of a thief'))
    expect(await both).toEqual([303, 400])
    expect([await enter(person.email, NEXT), await enter(person.email, 'the sentence of a thief')]).toEqual([303, 403])
  })
})

describe('the page that sets up the first app', () => {
  it('loaded twice at once shows one secret, and makes one app', async () => {
    const { link } = await inviteByOperator(issuer.slug, 'two-tabs@desk.test', 'reader')
    const browser = new DeskBrowser()
    const details = { name: 'Two Tabs', password: PASSWORD }
    browser.keep(await acceptAsNewPerson(new URL(link).hash.slice(1), details, browser.from))
    const { userId } = await signedIn(browser)
    const shown: (string | undefined)[] = []
    const load = async () => {
      const answer = await browser.visit(SET_UP_PAGE, '/dashboard/second-factor')
      shown.push(/<code class="fingerprint"[^>]*>([^<]+)</.exec(await answer.clone().text())?.[1])
      return answer
    }
    expect(await inOrder(userId, load, load)).toEqual([200, 200])
    expect(shown[0]).toMatch(/^[A-Z2-7]{20}/)
    expect(shown[1]).toBe(shown[0])
    expect(await count('desk_two_factors', userId)).toBe(1)
  })
})
