import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { changeRole, removePerson } from '@/lib/service/desk/change-people'
import { findDeskPerson } from '@/lib/service/desk/desk-person'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { createOwnKey, revokeOwnKey } from '@/lib/service/desk/own-keys'
import {
  acceptAsKnownPerson,
  acceptAsNewPerson,
  findOpenInvitation,
} from '@/lib/service/desk/sign-in/accept-invitation'
import { makeResetLink, makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { openReset } from '@/lib/service/desk/sign-in/reset-link'
import { signIn } from '@/lib/service/desk/sign-in/sign-in'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { changeRows } from '@/test/database/sealed-rows'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, follow, type MintedPerson, mintPerson, PASSWORD, signedIn } from '@/test/desk/desk'
import { POST as ACCEPT } from '../invitation/route'
import { POST as CHOOSE } from '../organization/route'
import { GET as START } from '../route'
import { GET as PERSON, POST as CHANGE } from './[person]/route'
import { GET as HAND_OVER } from './hand-over/route'
import { GET as WITHDRAW_FORM, POST as WITHDRAW } from './invitations/[invitation]/route'
import { POST as INVITE } from './invite/route'
import { GET } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

function change(by: MintedPerson, of: MintedPerson, form: Record<string, string>): Promise<Response> {
  const { userId } = of.person
  return by.browser.visit(CHANGE, `/dashboard/people/${userId}`, { form, params: { person: userId } })
}

async function invite(by: MintedPerson, email: string): Promise<string> {
  const answer = await by.browser.visit(INVITE, '/dashboard/people/invite', { form: { email, role: 'editor' } })
  const shown = await (await follow(by.browser, answer, HAND_OVER)).text()
  return /<code id="link"[^>]*>([^<]+)</.exec(shown)?.[1] ?? ''
}

const tokenOf = (link: string) => new URL(link).hash.slice(1)

describe('people', () => {
  it('are invited by a link that is shown once and stored as a hash', async () => {
    const link = await invite(owner, 'New.Person@desk.test')
    expect(link).toMatch(/^https:\/\/verify\.test\/dashboard\/invitation#[\w-]{22}$/)
    const { rows } = await workingPool().query('SELECT * FROM desk_invitations')
    expect(JSON.stringify(rows)).not.toContain(tokenOf(link))
    const page = await (await owner.browser.visit(GET, '/dashboard/people')).text()
    expect(page).toContain('new.person@desk.test')
    expect(page).not.toContain(tokenOf(link))
  })

  it('are not invited by a link that was withdrawn', async () => {
    const token = tokenOf(await invite(owner, 'withdrawn@desk.test'))
    const { rows } = await workingPool().query<{ id: string }>(
      "SELECT id FROM desk_invitations WHERE email = 'withdrawn@desk.test'",
    )
    const params = { invitation: rows[0]?.id ?? '' }
    const path = `/dashboard/people/invitations/${params.invitation}`
    expect((await owner.browser.visit(WITHDRAW_FORM, path, { params })).status).toBe(200)
    expect((await owner.browser.visit(WITHDRAW, path, { params, form: {} })).status).toBe(303)
    expect(await findOpenInvitation(token)).toBeNull()
    expect((await owner.browser.visit(WITHDRAW, path, { params, form: {} })).status).toBe(404)
  })

  it('are invited by their newest link only: it closes the earlier ones of this issuer', async () => {
    const email = 'twice@desk.test'
    const elsewhere = tokenOf((await inviteByOperator((await mintIssuer()).slug, email, 'owner')).link)
    const earlier = tokenOf(await invite(owner, email))
    const other = tokenOf(await invite(owner, 'not.twice@desk.test'))
    const newest = tokenOf((await inviteByOperator(issuer.slug, email.toUpperCase(), 'reader')).link)
    expect(await findOpenInvitation(earlier)).toBeNull()
    for (const token of [elsewhere, other, newest]) expect(await findOpenInvitation(token)).not.toBeNull()
    const page = await (await owner.browser.visit(GET, '/dashboard/people')).text()
    expect(page.match(/>twice@desk\.test</g)).toHaveLength(1)
  })

  it('are not invited who work here already, by an owner or the operator', async () => {
    const reader = await mintPerson(issuer, 'reader')
    const form = { email: reader.email.toUpperCase(), role: 'owner' }
    const answer = await owner.browser.visit(INVITE, '/dashboard/people/invite', { form })
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('works here already')])
    await expect(inviteByOperator(issuer.slug, reader.email, 'owner')).rejects.toThrow('works here already')
  })

  it('do not come back by another link, be it of before they joined, while they were here, or removed', async () => {
    const email = 'comes-back@desk.test'
    const [spare, first] = [tokenOf(await invite(owner, email)), tokenOf(await invite(owner, email))]
    // As if the newer link had not closed it.
    await changeRows('desk_invitations', 'email = $1 AND withdrawn_at IS NOT NULL', email, { withdrawnAt: null })
    expect(await findOpenInvitation(spare)).not.toBeNull()
    const browser = new DeskBrowser()
    browser.keep(await acceptAsNewPerson(first, { name: 'Comes Back', password: PASSWORD }, browser.from))
    expect(await findOpenInvitation(spare)).toBeNull()
    // One that was being written while they joined.
    await changeRows('desk_invitations', 'email = $1 AND used_at IS NULL', email, { withdrawnAt: null })
    expect(await findOpenInvitation(spare)).not.toBeNull()
    await removePerson(owner.member, (await signedIn(browser)).userId)
    expect(await findOpenInvitation(spare)).toBeNull()
    // A new one is good, of course.
    expect(await findOpenInvitation(tokenOf(await invite(owner, email)))).not.toBeNull()
  })

  it('who accept once more while they work here change nothing, and the log does not say that they joined', async () => {
    const person = await mintPerson(issuer, 'reader')
    const token = tokenOf(await invite(owner, 'another@desk.test'))
    await changeRows('desk_invitations', 'email = $1', 'another@desk.test', { email: person.email })
    const joins = async () =>
      (
        await workingPool().query(
          "SELECT 1 FROM desk_activities WHERE action = 'person.joined' AND issuer_id = $1 AND subject = $2",
          [issuer.id, person.person.userId],
        )
      ).rowCount
    expect(await joins()).toBe(1)
    await acceptAsKnownPerson(token, person.person)
    expect([await joins(), (await signedIn(person.browser)).member?.role]).toEqual([1, 'reader'])
  })

  it('join no other issuer in a session that never showed a second factor', async () => {
    const email = 'half-way@desk.test'
    const browser = new DeskBrowser()
    const token = tokenOf(await invite(owner, email))
    browser.keep(await acceptAsNewPerson(token, { name: 'Half Way', password: PASSWORD }, browser.from))
    const other = tokenOf((await inviteByOperator((await mintIssuer()).slug, email, 'owner')).link)
    const form = { token: other, accept: 'signed_in' }
    const answer = await browser.visit(ACCEPT, '/dashboard/invitation', { form })
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('second factor first')])
    expect((await signedIn(browser)).memberships).toHaveLength(1)
    expect(await findOpenInvitation(other)).not.toBeNull()
  })

  it('have another role from their next request on', async () => {
    const editor = await mintPerson(issuer, 'editor')
    expect((await editor.browser.visit(GET, '/dashboard/people')).status).toBe(403)
    expect((await change(owner, editor, { do: 'role', role: 'owner' })).status).toBe(303)
    expect((await editor.browser.visit(GET, '/dashboard/people')).status).toBe(200)
    expect((await change(owner, editor, { do: 'role', role: 'reader' })).status).toBe(303)
    expect((await editor.browser.visit(GET, '/dashboard/people')).status).toBe(403)
    expect((await change(owner, editor, { do: 'role', role: 'king' })).status).toBe(400)
  })

  it('are removed: their sessions end, and the invitations that they made are worthless', async () => {
    const second = await mintPerson(issuer, 'owner')
    const token = tokenOf(await invite(second, 'backdoor@desk.test'))
    expect((await change(owner, second, { do: 'remove' })).status).toBe(303)
    expect(await findDeskPerson(second.browser.from)).toBeNull()
    expect(await findOpenInvitation(token)).toBeNull()
    expect((await change(owner, second, { do: 'remove' })).status).toBe(404)
  })

  it('leave keys behind that go on, which are listed before and after, each to be revoked', async () => {
    const leaver = await mintPerson(issuer, 'owner')
    const [kept, revoked] = [
      await createOwnKey(leaver.member, 'Register'),
      await createOwnKey(leaver.member, 'Old one'),
    ]
    await revokeOwnKey(leaver.member, revoked.key.id, 'done')
    await createOwnKey(owner.member, 'Of the owner')
    const { userId } = leaver.person
    const before = await owner.browser.visit(PERSON, `/dashboard/people/${userId}`, { params: { person: userId } })
    const after = await follow(owner.browser, await change(owner, leaver, { do: 'remove' }), GET)
    const listed = (html: string) =>
      [...html.matchAll(/href="\/dashboard\/keys\/([\w-]{36})\/revoke"/g)].map(([, id]) => id)
    for (const page of [before, after]) expect(listed(await page.text())).toEqual([kept.key.id])
    const elsewhere = await mintPerson(await mintIssuer(), 'owner')
    for (const who of [userId, '%00', 'x']) {
      const page = await elsewhere.browser.visit(GET, `/dashboard/people?done=removed&person=${who}`)
      expect([page.status, listed(await page.text())]).toEqual([200, []])
    }
  })
})

describe('the last owner', () => {
  it('can neither be removed nor made less', async () => {
    const alone = await mintPerson(await mintIssuer(), 'owner')
    const forms: Record<string, string>[] = [{ do: 'remove' }, { do: 'role', role: 'reader' }]
    for (const form of forms) {
      const answer = await change(alone, alone, form)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('This is the only owner.')
    }
    expect((await signedIn(alone.browser)).member?.role).toBe('owner')
  })

  it.each(['demote', 'remove'])('is left when two owners %s each other at once', async (what) => {
    const place = await mintIssuer()
    const [one, two] = [await mintPerson(place, 'owner'), await mintPerson(place, 'owner')]
    const against = (by: MintedPerson, of: MintedPerson) =>
      what === 'demote' ? changeRole(by.member, of.person.userId, 'reader') : removePerson(by.member, of.person.userId)
    const ends = await Promise.allSettled([against(one, two), against(two, one)])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { rows } = await workingPool().query("SELECT 1 FROM desk_members WHERE issuer_id = $1 AND role = 'owner'", [
      place.id,
    ])
    expect(rows).toHaveLength(1)
  })
})

describe('who works for two issuers', () => {
  it('sees the chosen one only, and keeps the other when removed from one', async () => {
    const other = await mintIssuer()
    await mintPerson(other, 'owner')
    const both = await mintPerson(issuer, 'editor')
    const { link } = await inviteByOperator(other.slug, both.email, 'owner')
    await acceptAsKnownPerson(tokenOf(link), both.person)
    // Joining does not change what the session works for.
    expect((await signedIn(both.browser)).member?.issuerId).toBe(issuer.id)
    expect((await both.browser.visit(GET, '/dashboard/people')).status).toBe(403)
    const choose = (id: string) => both.browser.visit(CHOOSE, '/dashboard/organization', { form: { issuer: id } })
    await choose(other.id)
    both.browser.issuerId = other.id
    const page = await (await both.browser.visit(GET, '/dashboard/people')).text()
    expect(page).toContain(both.email)
    expect(page).not.toContain(owner.email)
    expect((await change(both, owner, { do: 'remove' })).status).toBe(404)

    await change(owner, both, { do: 'remove' })
    expect((await signedIn(both.browser)).member?.issuerId).toBe(other.id)
    expect((await choose(issuer.id)).status).toBe(404)
  })

  it('is refused a form that another tab opened for the other issuer, or for none', async () => {
    const other = await mintIssuer()
    const both = await mintPerson(other, 'owner')
    await acceptAsKnownPerson(tokenOf((await inviteByOperator(issuer.slug, both.email, 'owner')).link), both.person)
    const form = { email: 'twotabs@desk.test', role: 'reader' }
    const send = (query: string) => both.browser.visit(INVITE, `/dashboard/people/invite${query}`, { form })
    await both.browser.visit(CHOOSE, '/dashboard/organization', { form: { issuer: issuer.id } })
    const kept = await send(`?for=${other.id}`)
    expect([kept.status, await kept.text()]).toEqual([400, expect.stringContaining('another of your issuers')])
    for (const query of ['?for=', '?x=y', `?for=${randomUUID()}`]) {
      const answer = await send(query)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('opened for another organization than the one that you work for now')
    }
    const { rows } = await workingPool().query("SELECT 1 FROM desk_invitations WHERE email = 'twotabs@desk.test'")
    expect(rows).toEqual([])
    expect((await send(`?for=${issuer.id}`)).headers.get('location')).toBe('/dashboard/people/hand-over')
  })
})

describe('who was removed and is invited again', () => {
  it('sets everything up anew: nothing of before signs in, no link either', async () => {
    const gone = await mintPerson(issuer, 'reader')
    const astray = await makeResetLinkByOperator(issuer.slug, gone.email, true)
    await change(owner, gone, { do: 'remove' })
    const { link } = await inviteByOperator(issuer.slug, gone.email, 'reader')
    expect(await findOpenInvitation(tokenOf(link))).toMatchObject({ isKnownPerson: false })
    const browser = new DeskBrowser()
    const details = { name: 'Back again', password: 'another long sentence' }
    browser.keep(await acceptAsNewPerson(tokenOf(link), details, browser.from))
    expect(await signedIn(browser)).toMatchObject({ userId: gone.person.userId, hasAuthenticatorApp: false })
    expect((await signIn({ email: gone.email, password: PASSWORD }, browser.from)).kind).toBe('refused')
    expect((await browser.visit(START, '/dashboard')).headers.get('location')).toBe('/dashboard/second-factor')
    expect(await openReset(tokenOf(astray.link))).toBeNull()
  })

  it('shows the password with a link that was made before they had one', async () => {
    const person = await mintPerson(issuer, 'reader')
    const { link } = await makeResetLink(owner.member, person.person.userId)
    await changeRows('desk_verifications', 'identifier = $1', `reset-of ${person.person.userId}`, ({ value }) => ({
      value: JSON.stringify({ ...(JSON.parse(value) as object), hasPassword: false }),
    }))
    expect(await openReset(tokenOf(link))).toMatchObject({ needs: 'password' })
  })

  it('but who still works for another issuer keeps what they have', async () => {
    const busy = await mintPerson(issuer, 'reader')
    const { link } = await inviteByOperator((await mintIssuer()).slug, busy.email, 'owner')
    const details = { name: 'A thief', password: 'another long sentence' }
    await expect(acceptAsNewPerson(tokenOf(link), details, new DeskBrowser().from)).rejects.toThrow(
      'signs in here already',
    )
    expect((await findOpenInvitation(tokenOf(link)))?.isKnownPerson).toBe(true)
    expect((await signIn({ email: busy.email, password: PASSWORD }, busy.browser.from)).kind).toBe('code_needed')
  })
})
