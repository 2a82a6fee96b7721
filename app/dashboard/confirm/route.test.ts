import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findDeskPerson } from '@/lib/service/desk/desk-person'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import {
  ageSecondFactor,
  codeFor,
  DeskBrowser,
  forgetUsedCodes,
  type MintedPerson,
  mintPerson,
  PASSWORD,
} from '@/test/desk/desk'
import { POST as CHANGE_PASSWORD, GET as PASSWORD_FORM } from '../account/password/route'
import { GET as NEW_KEY_FORM } from '../keys/new/route'
import { GET as START } from '../route'
import { POST as SEND_CODE } from '../sign-in/code/route'
import { POST as SIGN_IN } from '../sign-in/route'
import { GET, POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

// Attempts are slowed per address too; what is shown here is what holds without that.
beforeEach(() => setRateCounter(new MemoryRateCounter()))

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

/** A person whose second factor is of a while ago. */
async function mintStale(): Promise<MintedPerson> {
  const person = await mintPerson(issuer, 'owner')
  await ageSecondFactor(person.person.session.id)
  await forgetUsedCodes(person.person.userId)
  return person
}

function send({ browser }: { browser: DeskBrowser }, code: string, next = '/dashboard/keys/new'): Promise<Response> {
  return browser.visit(POST, '/dashboard/confirm', { form: { code, next } })
}

/** One that an authenticator with this secret does not show about now. */
function wrongCode(secret: string): string {
  const right = [-30_000, 0, 30_000].map((away) => codeFor(secret, Date.now() + away))
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}

/** Signs in with password and code in a browser of its own. */
async function signInAgain(person: MintedPerson, code: string): Promise<DeskBrowser> {
  const browser = new DeskBrowser()
  await browser.visit(SIGN_IN, '/dashboard/sign-in', { form: { email: person.email, password: PASSWORD } })
  await browser.visit(SEND_CODE, '/dashboard/sign-in/code', { form: { code } })
  return browser
}

describe('a right code', () => {
  it('makes the second factor fresh, and leads back', async () => {
    const person = await mintStale()
    const before = await person.browser.visit(NEW_KEY_FORM, '/dashboard/keys/new')
    expect(before.headers.get('location')).toBe('/dashboard/confirm?next=%2Fdashboard%2Fkeys%2Fnew')
    const answer = await send(person, codeFor(person.secret))
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/keys/new'])
    expect((await person.browser.visit(NEW_KEY_FORM, '/dashboard/keys/new')).status).toBe(200)
  })

  it('is taken once, and none of before it is taken then', async () => {
    const person = await mintStale()
    const [now, before] = [codeFor(person.secret), codeFor(person.secret, Date.now() - 30_000)]
    expect((await send(person, now)).status).toBe(303)
    expect([(await send(person, now)).status, (await send(person, before)).status]).toEqual([403, 403])
  })

  it('is not used up by a wrong one', async () => {
    const person = await mintStale()
    expect((await send(person, wrongCode(person.secret))).status).toBe(403)
    expect((await send(person, codeFor(person.secret))).status).toBe(303)
  })
})

describe('what was typed before', () => {
  it('is said to be lost where a form led here, and nowhere else', async () => {
    const person = await mintStale()
    const LOST = 'What you entered was not kept'
    const passwords = { current: PASSWORD, password: 'another long password entirely' }
    const led = await person.browser.visit(CHANGE_PASSWORD, '/dashboard/account/password', { form: passwords })
    const to = led.headers.get('location') ?? ''
    expect(to).toBe('/dashboard/confirm?next=%2Fdashboard%2Faccount%2Fpassword&typed=yes')
    const page = await (await person.browser.visit(GET, to)).text()
    expect(page).toContain(LOST)
    const sent = { code: wrongCode(person.secret), next: '/dashboard/keys/new', typed: 'yes' }
    expect(page).toContain('name="typed"')
    const refused = await person.browser.visit(POST, '/dashboard/confirm', { form: sent })
    expect(await refused.text()).toContain(LOST)
    const plain = await person.browser.visit(NEW_KEY_FORM, '/dashboard/keys/new')
    const quiet = await person.browser.visit(GET, plain.headers.get('location') ?? '')
    expect(await quiet.text()).not.toContain(LOST)
  })
})

describe('a second factor by a clock that is ahead', () => {
  it.each([
    ['by as much as clocks may differ is fresh', -20_000, 200],
    ['by more is none, wherever it is asked for', -10 * 60_000, 303],
  ])('%s', async (_name, age, status) => {
    const person = await mintPerson(issuer, 'owner')
    await ageSecondFactor(person.person.session.id, age)
    const key = await person.browser.visit(NEW_KEY_FORM, '/dashboard/keys/new')
    const password = await person.browser.visit(PASSWORD_FORM, '/dashboard/account/password')
    expect([key.status, password.status]).toEqual([status, status])
  })
})

describe('a guessed code', () => {
  it('ends the session the fifth time, from whatever address, and no other session of the person', async () => {
    const person = await mintStale()
    const elsewhere = await signInAgain(person, codeFor(person.secret))
    await forgetUsedCodes(person.person.userId)
    const ends: (number | string | null)[] = []
    for (let guess = 1; guess <= 5; guess += 1) {
      setRateCounter(new MemoryRateCounter())
      const answer = await send(person, wrongCode(person.secret))
      ends.push(answer.status === 303 ? answer.headers.get('location') : answer.status)
    }
    expect(ends).toEqual([403, 403, 403, 403, '/dashboard/sign-in?next=%2Fdashboard%2Fkeys%2Fnew'])
    expect(await findDeskPerson(person.browser.from)).toBeNull()
    expect((await send(person, codeFor(person.secret))).headers.get('location')).toBe('/dashboard/sign-in')
    expect((await elsewhere.visit(START, '/dashboard')).status).toBe(200)
  })

  it('is no more than five, however many are sent at once', async () => {
    const person = await mintStale()
    const codes = Array<string>(10).fill(wrongCode(person.secret))
    const answers = await Promise.all(codes.map((code) => send(person, code)))
    const led = answers.filter(({ status }) => status !== 403).map(({ headers }) => headers.get('location') ?? '')
    expect(led.filter((to) => !to.startsWith('/dashboard/sign-in'))).toEqual([])
    expect(await findDeskPerson(person.browser.from)).toBeNull()
    // The right one behind them lets nobody in.
    expect((await send(person, codeFor(person.secret))).headers.get('location')).toMatch(/^\/dashboard\/sign-in/)
  })

  it('is not looked at while five others are', async () => {
    const person = await mintStale()
    await workingPool().query('UPDATE desk_sessions SET wrong_codes = 5 WHERE id = $1', [person.person.session.id])
    const answer = await send(person, codeFor(person.secret))
    expect(answer.headers.get('location')).toMatch(/^\/dashboard\/sign-in/)
    const form = await person.browser.visit(NEW_KEY_FORM, '/dashboard/keys/new')
    expect(form.headers.get('location')).toMatch(/^\/dashboard\/confirm/)
  })

  it('counts from the beginning after a right one', async () => {
    const person = await mintStale()
    for (let round = 0; round < 2; round += 1) {
      for (let guess = 1; guess <= 4; guess += 1) {
        setRateCounter(new MemoryRateCounter())
        expect((await send(person, wrongCode(person.secret))).status).toBe(403)
      }
      await forgetUsedCodes(person.person.userId)
      expect((await send(person, codeFor(person.secret))).status).toBe(303)
    }
  })
})

describe('refuses', () => {
  it('who is not signed in, and a way out of the desk', async () => {
    expect((await send({ browser: new DeskBrowser() }, '123456')).headers.get('location')).toBe('/dashboard/sign-in')
    await forgetUsedCodes(owner.person.userId)
    const answer = await send(owner, codeFor(owner.secret), 'https://evil.example')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard'])
  })
})
