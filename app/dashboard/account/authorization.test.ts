/**
 * What people do to their own account, by everyone who might try it: in each role, with a second factor of a while ago,
 * nobody, from a page of another site, and to somebody else's things. A new action is a row in ACTIONS.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DESK_ROLES, type DeskRole } from '@/lib/domain/desk/role'
import type { RouteHandler } from '@/lib/http/endpoint'
import { workingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { addRow } from '@/test/database/sealed-rows'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { askedFirst } from '@/test/desk/asked-first'
import { ageSecondFactor, DeskBrowser, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as SECOND_FACTOR, POST as SET_UP } from '../second-factor/route'
import { GET as PASSKEYS, POST as CHANGE_PASSKEYS } from './passkeys/route'
import { GET as PASSWORD_FORM, POST as CHANGE_PASSWORD } from './password/route'
import { GET as ACCOUNT, POST as END_SESSION } from './route'

/** What a person has beside what they signed in with. */
interface Things {
  session: string
  passkey: string
}

interface Action {
  name: string
  handler: RouteHandler
  path: string
  /** It asks for a second factor of just now. */
  fresh?: true
  /** Of a form; left out for GET. */
  form?: (things: Things) => Record<string, string>
  /** What is answered to who names a thing that is not theirs. */
  notTheirs?: number
}

const ACTIONS: Action[] = [
  { name: 'the account', handler: ACCOUNT, path: '/account' },
  {
    name: 'ending a session',
    handler: END_SESSION,
    path: '/account',
    form: ({ session }) => ({ session }),
    notTheirs: 404,
  },
  { name: 'ending all others', handler: END_SESSION, path: '/account', form: () => ({ session: 'others' }) },
  { name: 'the form of a password', handler: PASSWORD_FORM, path: '/account/password', fresh: true },
  {
    name: 'changing the password',
    handler: CHANGE_PASSWORD,
    path: '/account/password',
    fresh: true,
    form: () => ({ current: 'not the password', password: 'another long sentence' }),
  },
  { name: 'passkeys', handler: PASSKEYS, path: '/account/passkeys', fresh: true },
  {
    name: 'adding a passkey',
    handler: CHANGE_PASSKEYS,
    path: '/account/passkeys',
    fresh: true,
    form: () => ({ name: 'New', answer: '{}' }),
  },
  {
    name: 'renaming a passkey',
    handler: CHANGE_PASSKEYS,
    path: '/account/passkeys',
    fresh: true,
    form: ({ passkey }) => ({ passkey, do: 'rename', name: 'Other' }),
    notTheirs: 404,
  },
  {
    name: 'removing a passkey',
    handler: CHANGE_PASSKEYS,
    path: '/account/passkeys',
    fresh: true,
    form: ({ passkey }) => ({ passkey, do: 'remove' }),
    notTheirs: 404,
  },
  { name: 'replacing the app', handler: SECOND_FACTOR, path: '/second-factor', fresh: true },
  {
    name: 'confirming another app',
    handler: SET_UP,
    path: '/second-factor',
    fresh: true,
    // Of five digits: six could be right by chance.
    form: () => ({ code: '00000' }),
  },
]

useServiceDatabase({ TRUSTED_PROXIES: '' })
beforeEach(() => setRateCounter(new MemoryRateCounter()))

const people = {} as Record<DeskRole | 'stale', MintedPerson>

beforeAll(async () => {
  const issuer = await mintIssuer()
  for (const role of DESK_ROLES) people[role] = await mintPerson(issuer, role)
  people.stale = await mintPerson(issuer, 'owner')
  await ageSecondFactor(people.stale.person.session.id)
})

/** Another session and another passkey of a person. */
async function mintThings({ person: { userId } }: MintedPerson): Promise<Things> {
  const [session, passkey] = [randomUUID(), randomBytes(16).toString('base64url')]
  const expiresAt = new Date(Date.now() + 3_600_000)
  await addRow('desk_sessions', { id: session, userId, token: randomUUID(), expiresAt })
  const device = { publicKey: Buffer.from([0]), counter: 0n, transports: [], backedUp: false }
  await addRow('desk_passkeys', { id: passkey, userId, name: 'Old', ...device })
  return { session, passkey }
}

/** Everything that these actions could change, of everybody. */
async function state(): Promise<unknown> {
  const { rows } = await workingPool().query(
    `SELECT (SELECT count(*) FROM desk_activities) AS activities, (SELECT count(*) FROM desk_sessions) AS sessions,
       (SELECT string_agg(id || name, ',' ORDER BY id) FROM desk_passkeys) AS passkeys,
       (SELECT string_agg(password, ',' ORDER BY id) FROM desk_accounts) AS passwords,
       (SELECT string_agg(secret, ',' ORDER BY id) FROM desk_two_factors) AS apps`,
  )
  return rows
}

describe.each(ACTIONS)('$name', ({ handler, path, fresh, form, notTheirs }) => {
  const visit = (browser: DeskBrowser, things: Things, headers: Record<string, string> = {}) =>
    browser.visit(handler, `/dashboard${path}`, { headers, ...(form && { form: form(things) }) })

  it.each(DESK_ROLES)('as %s', async (role) => {
    const answer = await visit(people[role].browser, await mintThings(people[role]))
    expect([200, 303, 400, 403]).toContain(answer.status)
    // A wrong code is refused on the page itself; nothing else of it is forbidden.
    expect(answer.status === 403).toBe(handler === SET_UP)
    expect(answer.headers.get('location') ?? '').not.toMatch(/confirm|sign-in/)
  })

  it(`with a second factor of a while ago is ${fresh ? 'asked for another' : 'answered'}`, async () => {
    const things = await mintThings(people.stale)
    const before = await state()
    const answer = await visit(people.stale.browser, things)
    expect(await askedFirst(answer)).toBe(fresh ? 'confirm' : null)
    if (fresh) expect(await state()).toEqual(before)
  })

  it('leads who is not signed in to sign in', async () => {
    const things = await mintThings(people.owner)
    const before = await state()
    const answer = await visit(new DeskBrowser(), things)
    expect(await askedFirst(answer)).toBe('sign-in')
    expect(await state()).toEqual(before)
  })

  it.runIf(notTheirs)('of somebody else is not found, like what does not exist', async () => {
    const theirs = await mintThings(people.reader)
    const before = await state()
    const nothing = { session: randomUUID(), passkey: randomBytes(16).toString('base64url') }
    const answers = [await visit(people.owner.browser, theirs), await visit(people.owner.browser, nothing)]
    expect(answers.map(({ status }) => status)).toEqual([notTheirs, notTheirs])
    const [one, two] = await Promise.all(answers.map((answer) => answer.text()))
    expect(one).toBe(two)
    expect(await state()).toEqual(before)
  })

  it.runIf(form)('is refused from a page of another site', async () => {
    const things = await mintThings(people.owner)
    const before = await state()
    for (const origin of ['', 'null', 'https://evil.example'])
      expect((await visit(people.owner.browser, things, { origin })).status).toBe(403)
    expect(await state()).toEqual(before)
  })
})
