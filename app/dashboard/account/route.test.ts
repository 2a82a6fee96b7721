import { beforeAll, describe, expect, it } from 'vitest'
import { acceptWithPasskey } from '@/lib/service/desk/accept-invitation'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { addOptions, invitationOptions } from '@/lib/service/desk/passkey-options'
import { workingPool } from '@/lib/store/database'
import type { StoredIssuer } from '@/lib/store/issuers'
import {
  ageSecondFactor,
  codeFor,
  DeskBrowser,
  forgetUsedCodes,
  type MintedPerson,
  mintPerson,
  PASSWORD,
  signedIn,
} from '@/test/desk'
import { TestPasskey } from '@/test/passkey'
import { mintIssuer, useServiceDatabase } from '@/test/service-database'
import { POST as CHANGE } from '../people/[person]/route'
import { POST as RESET } from '../reset/route'
import { GET as START } from '../route'
import { GET as SECOND_FACTOR, POST as SET_UP } from '../second-factor/route'
import { POST as SIGN_IN } from '../sign-in/route'
import { GET as PASSWORD_FORM, POST as CHANGE_PASSWORD } from './password/route'
import { POST as PASSKEYS } from './passkeys/route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

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

describe('the password', () => {
  it('is changed with the present one and a fresh second factor', async () => {
    const person = await mintPerson(issuer, 'reader')
    const path = '/dashboard/account/password'
    const change = (current: string) =>
      person.browser.visit(CHANGE_PASSWORD, path, { form: { current, password: 'another long sentence' } })
    expect((await change('not the password')).status).toBe(400)
    expect((await change(PASSWORD)).status).toBe(303)
    const enter = (password: string) =>
      new DeskBrowser().visit(SIGN_IN, '/dashboard/sign-in', { form: { email: person.email, password } })
    expect([(await enter(PASSWORD)).status, (await enter('another long sentence')).status]).toEqual([403, 303])
    await ageSecondFactor(person.person.session.id)
    expect((await person.browser.visit(PASSWORD_FORM, path)).headers.get('location')).toMatch(/^\/dashboard\/confirm/)
    expect((await change('another long sentence')).headers.get('location')).toMatch(/^\/dashboard\/confirm/)
  })
})

describe('the last way in', () => {
  it('cannot be removed; a second passkey can', async () => {
    const { link } = await inviteByOperator(issuer.slug, 'two@desk.test', 'editor')
    const token = new URL(link).hash.slice(1)
    const [first, second, browser] = [new TestPasskey(), new TestPasskey(), new DeskBrowser()]
    const made = first.register(await invitationOptions(token, 'Pat'))
    browser.keep(await acceptWithPasskey(token, { name: 'Pat', answer: made }, browser.from))
    const change = (form: Record<string, string>) => browser.visit(PASSKEYS, '/dashboard/account/passkeys', { form })
    const passkey = first.id.toString('base64url')
    expect((await change({ passkey, do: 'remove' })).status).toBe(400)
    const answer = second.register(await addOptions(await signedIn(browser)))
    expect((await change({ name: 'Key ring', answer })).status).toBe(303)
    expect((await change({ passkey, do: 'remove' })).status).toBe(303)
    expect((await change({ passkey, do: 'remove' })).status).toBe(400)
  })
})

describe('a lost second factor', () => {
  it('is set up anew by an owner’s link and the password, once', async () => {
    const person = await mintPerson(issuer, 'reader')
    const params = { person: person.person.userId }
    const path = `/dashboard/people/${params.person}`
    const page = await owner.browser.visit(CHANGE, path, { params, form: { do: 'reset' } })
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
    await workingPool().query("INSERT INTO desk_members (user_id, issuer_id, role) VALUES ($1, $2, 'owner')", [
      both.person.userId,
      other.id,
    ])
    const params = { person: both.person.userId }
    const form = { do: 'reset' }
    const answer = await owner.browser.visit(CHANGE, `/dashboard/people/${params.person}`, { params, form })
    expect(answer.status).toBe(400)
  })
})

describe('the authenticator app', () => {
  it('is replaced by a code of the new one; until then the old one counts', async () => {
    const person = await mintPerson(issuer, 'reader')
    const stored = async () =>
      (await workingPool().query('SELECT secret FROM desk_two_factors WHERE user_id = $1', [person.person.userId])).rows
    const before = await stored()
    const page = await person.browser.visit(SECOND_FACTOR, '/dashboard/second-factor')
    const secret = /<code class="fingerprint">([^<]+)</.exec(await page.text())?.[1] ?? ''
    expect(await stored()).toEqual(before)
    await forgetUsedCodes(person.person.userId)
    const confirm = (code: string) => person.browser.visit(SET_UP, '/dashboard/second-factor', { form: { code } })
    expect((await confirm(codeFor(person.secret))).status).toBe(403)
    expect(await stored()).toEqual(before)
    expect((await confirm(codeFor(secret))).status).toBe(303)
    expect(await stored()).not.toEqual(before)
  })
})
