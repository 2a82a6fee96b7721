import { beforeAll, describe, expect, it } from 'vitest'
import { findDeskPerson } from '@/lib/service/desk/desk-person'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import {
  codeFor,
  DeskBrowser,
  forgetUsedCodes,
  type MintedPerson,
  mintPerson,
  PASSWORD,
  signedIn,
} from '@/test/desk/desk'
import { GET as CERTIFICATE } from '../certificates/[ref]/route'
import { GET as WITHDRAW } from '../certificates/[ref]/withdraw/route'
import { GET as START } from '../route'
import { POST as SIGN_OUT } from '../sign-out/route'
import { POST as SEND_CODE } from './code/route'
import { GET, POST } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

async function enter(browser: DeskBrowser, form: Record<string, string> = {}): Promise<Response> {
  return browser.visit(POST, '/dashboard/sign-in', { form: { email: owner.email, password: PASSWORD, ...form } })
}

describe('answers', () => {
  it('does not say that one is signed out where the session could not be ended', async () => {
    const { browser, person } = await mintPerson(issuer, 'reader')
    const cookie = browser.cookie
    const ended = () =>
      workingPool().query("SELECT 1 FROM desk_activities WHERE subject = $1 AND action = 'account.signed_out'", [
        person.userId,
      ])
    await database.asOwner(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'away' USING ERRCODE = '57P03'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON desk_sessions FOR EACH ROW EXECUTE FUNCTION refuse()`)
    try {
      const answer = await browser.visit(SIGN_OUT, '/dashboard/sign-out', { form: {} })
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([503, []])
      expect((await ended()).rowCount).toBe(0)
    } finally {
      await database.asOwner('DROP TRIGGER refuse ON desk_sessions; DROP FUNCTION refuse()')
    }
    expect(browser.cookie).toBe(cookie)
    expect((await browser.visit(SIGN_OUT, '/dashboard/sign-out', { form: {} })).status).toBe(303)
    expect((await ended()).rowCount).toBe(1)
    expect(await findDeskPerson({ ...browser.from, cookie })).toBeNull()
  })

  it('signs in with password and code, and out again', async () => {
    const browser = new DeskBrowser()
    const first = await enter(browser, { next: '/dashboard/keys' })
    expect([first.status, first.headers.get('location')]).toEqual([
      303,
      '/dashboard/sign-in/code?next=%2Fdashboard%2Fkeys',
    ])
    expect((await browser.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/sign-in')

    await forgetUsedCodes(owner.person.userId)
    const form = { code: codeFor(owner.secret), next: '/dashboard/keys' }
    const second = await browser.visit(SEND_CODE, '/dashboard/sign-in/code', { form })
    expect([second.status, second.headers.get('location')]).toEqual([303, '/dashboard/keys'])
    const [cookie] = second.headers.getSetCookie().filter((one) => one.includes('session_token='))
    expect(cookie).toMatch(/^__Secure-desk\.session_token=.*Path=\/dashboard; HttpOnly; Secure; SameSite=Lax$/i)

    const start = await browser.visit(START, '/dashboard')
    expect(start.status).toBe(200)
    expect(await start.text()).toContain(issuer.name)

    const stolen = browser.cookie
    await browser.visit(SIGN_OUT, '/dashboard/sign-out', { form: {} })
    const afterwards = new DeskBrowser()
    afterwards.keep(stolen.split('; '))
    expect((await afterwards.visit(START, '/dashboard')).status).toBe(303)
  })

  it('leads back to where one was going, also to a serial with a slash', async () => {
    for (const [handler, rest] of [
      [CERTIFICATE, ''],
      [WITHDRAW, '/withdraw'],
    ] as const) {
      const path = `/dashboard/certificates/A%2F12-3${rest}`
      const sent = await new DeskBrowser().visit(handler, path, { params: { ref: 'A/12-3' } })
      const signIn = sent.headers.get('location') ?? ''
      expect(signIn).toBe(`/dashboard/sign-in?next=${encodeURIComponent(path)}`)
      expect((await owner.browser.visit(GET, signIn)).headers.get('location')).toBe(path)
    }
  })

  it('does not take the same code twice', async () => {
    await forgetUsedCodes(owner.person.userId)
    const code = codeFor(owner.secret)
    const statuses: number[] = []
    for (let round = 0; round < 2; round += 1) {
      const browser = new DeskBrowser()
      await enter(browser)
      statuses.push((await browser.visit(SEND_CODE, '/dashboard/sign-in/code', { form: { code } })).status)
    }
    expect(statuses).toEqual([303, 403])
  })
})

describe('refuses', () => {
  it('a wrong password and an unknown person with one and the same page', async () => {
    const wrong = await enter(new DeskBrowser(), { password: 'not the password' })
    const unknown = await enter(new DeskBrowser(), { email: `un${owner.email.slice(2)}` })
    expect([wrong.status, unknown.status]).toEqual([403, 403])
    const text = (html: string) => html.replace(/value="[^"]*"/g, '')
    expect(text(await unknown.text())).toBe(text(await wrong.text()))
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  it.each([
    ['none', undefined],
    ['null', 'null'],
    ['another', 'https://evil.example'],
  ])('a form whose origin is %s', async (_name, origin) => {
    const browser = new DeskBrowser()
    const answer = await browser.visit(POST, '/dashboard/sign-in', {
      form: { email: owner.email, password: PASSWORD },
      headers: { origin: origin ?? '' },
    })
    expect(answer.status).toBe(403)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it.each(['//evil.example', 'https://evil.example', '/dashboard/../x', '/dashboardx', '/\\evil', ''])(
    'to lead to %s after signing in',
    async (next) => {
      const page = await owner.browser.visit(GET, `/dashboard/sign-in?next=${encodeURIComponent(next)}`)
      expect([page.status, page.headers.get('location')]).toEqual([303, '/dashboard'])
    },
  )

  it('the eleventh attempt on an account within a minute, with when to come back', async () => {
    setRateCounter(new MemoryRateCounter())
    const guess = { email: 'slow@desk.test', password: 'guess guess guess' }
    // At once: each is counted before its password is looked at, which takes long on a busy machine.
    const answers = await Promise.all(Array.from({ length: 11 }, () => enter(new DeskBrowser(), guess)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('isolation', () => {
  it('is not framed, cached, indexed, or referred to elsewhere', async () => {
    const page = await new DeskBrowser().visit(GET, '/dashboard/sign-in')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
  })

  it('does not carry on a session that was planted, be it a good one of another person, at either step', async () => {
    const thief = await mintPerson(issuer, 'reader')
    const browser = new DeskBrowser()
    browser.keep(thief.browser.cookie.split('; '))
    await enter(browser)
    expect(await findDeskPerson(browser.from)).toBeNull()
    browser.keep(thief.browser.cookie.split('; '))
    await forgetUsedCodes(owner.person.userId)
    const form = { code: codeFor(owner.secret) }
    expect((await browser.visit(SEND_CODE, '/dashboard/sign-in/code', { form })).status).toBe(303)
    const person = await signedIn(browser)
    expect(person.userId).toBe(owner.person.userId)
    expect(person.session.id).not.toBe(thief.person.session.id)
  })
})
