import { randomUUID } from 'node:crypto'
import { GET as DESK } from '@/app/dashboard/look-up/route'
import { POST as SEND_CODE } from '@/app/dashboard/sign-in/code/route'
import { POST as SIGN_IN_PASSKEY } from '@/app/dashboard/sign-in/passkey/route'
import { POST as SIGN_IN } from '@/app/dashboard/sign-in/route'
import type { RouteHandler } from '@/lib/http/endpoint'
import { decideWithdrawals, listWaitingWithdrawals } from '@/lib/service/desk/certificates/decide-withdrawals'
import { removePerson } from '@/lib/service/desk/change-people'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { withdrawOpenInvitation } from '@/lib/service/desk/open-invitations'
import { acceptWithPasskey, findOpenInvitation } from '@/lib/service/desk/sign-in/accept-invitation'
import { changeOwnPassword } from '@/lib/service/desk/sign-in/change-own-password'
import { endOwnSessions } from '@/lib/service/desk/sign-in/end-own-sessions'
import { makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { addOwnPasskey, removeOwnPasskey } from '@/lib/service/desk/sign-in/own-passkeys'
import { addOptions, invitationOptions, signInOptions } from '@/lib/service/desk/sign-in/passkey-options'
import { openReset } from '@/lib/service/desk/sign-in/reset-link'
import { transaction, workingPool } from '@/lib/store/database/database'
import { takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import { replaceAuthenticator } from '@/lib/store/desk/second-factors'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { addRow } from '@/test/database/sealed-rows'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import {
  codeFor,
  DeskBrowser,
  forgetUsedCodes,
  type MintedPerson,
  mintPerson,
  PASSWORD,
  settle,
  signedIn,
} from '@/test/desk/desk'
import { TestPasskey } from '@/test/desk/passkey'
import type { Right } from './right'

/** What lets people in at the desk, and lets them decide. */
export const PEOPLES_RIGHTS = {
  desk_users: async () => {
    const { reader } = await mintPeople()
    return { where: 'id = $1', value: reader.person.userId, opens: () => atDesk(reader.browser), end: null }
  },
  desk_sessions: async () => {
    const { reader } = await mintPeople()
    const { id } = reader.person.session
    return {
      where: 'id = $1',
      value: id,
      opens: () => atDesk(reader.browser),
      end: () => endOwnSessions(reader.person, id),
    }
  },
  desk_members: async () => {
    const { owner, reader } = await mintPeople()
    const { userId } = reader.person
    const end = () => removePerson(owner.member, userId)
    return { where: 'user_id = $1', value: userId, opens: () => atDesk(reader.browser), end }
  },
  desk_accounts: async () => {
    const { reader } = await mintPeople()
    const { userId } = reader.person
    const passwords = { current: PASSWORD, next: 'another long sentence' }
    const end = () => changeOwnPassword(reader.person, passwords)
    return { where: 'user_id = $1', value: userId, opens: () => signIn(reader, new DeskBrowser()), end }
  },
  desk_two_factors: async () => {
    const { reader } = await mintPeople()
    const { userId } = reader.person
    // The app was replaced: the old secret shows no code that counts.
    const end = () => transaction((tx) => replaceAuthenticator(tx, userId, 'sealed elsewhere', 0))
    return { where: 'user_id = $1', value: userId, opens: () => signInWithCode(reader), end }
  },
  desk_passkeys: async () => {
    const issuer = await mintIssuer()
    const { link } = await inviteByOperator(issuer.slug, `${randomUUID()}@desk.test`, 'owner')
    const token = tokenOf(link)
    const [device, browser] = [new TestPasskey(), new DeskBrowser()]
    const answer = device.register(await invitationOptions(token, 'Pat'))
    browser.keep(await acceptWithPasskey(token, { name: 'Pat', answer }, browser.from))
    const person = await signedIn(browser)
    await addOwnPasskey(person, 'Spare', new TestPasskey().register(await addOptions(person)))
    const id = device.id.toString('base64url')
    const opens = async () => {
      const form = { answer: device.show(await signInOptions()) }
      return enters(new DeskBrowser(), SIGN_IN_PASSKEY, '/dashboard/sign-in/passkey', form)
    }
    return { where: 'id = $1', value: id, opens, end: () => removeOwnPasskey(person, id) }
  },
  desk_verifications: async () => {
    const { issuer, reader } = await mintPeople()
    const { link } = await makeResetLinkByOperator(issuer.slug, reader.email, false)
    const value = `reset-of ${reader.person.userId}`
    const opens = async () => (await openReset(tokenOf(link))) !== null
    return { where: 'identifier = $1', value, opens, end: () => takeOneTimeValue(value) }
  },
  desk_invitations: async () => {
    const { issuer, owner } = await mintPeople()
    const email = `${randomUUID()}@desk.test`
    const token = tokenOf((await inviteByOperator(issuer.slug, email, 'owner')).link)
    const end = async () => {
      const found = await workingPool().query<{ id: string }>('SELECT id FROM desk_invitations WHERE email = $1', [
        email,
      ])
      await withdrawOpenInvitation(owner.member, found.rows[0]?.id ?? '')
    }
    return { where: 'email = $1', value: email, opens: async () => (await findOpenInvitation(token)) !== null, end }
  },
  withdrawal_approvals: async () => {
    const { issuer, owner } = await mintPeople()
    await settle(owner)
    const serial = await issueOne(issuer)
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM certificates WHERE serial = $1', [
      serial,
    ])
    const asked = { id: randomUUID(), issuerId: issuer.id, certificateId: rows[0]?.id ?? '', reason: 'Test' }
    await addRow('withdrawal_approvals', { ...asked, askedBy: `user:${randomUUID()}`, askedAt: new Date() })
    const opens = async () => (await listWaitingWithdrawals(owner.member)).waiting.some(({ id }) => id === asked.id)
    return {
      where: 'id = $1',
      value: asked.id,
      opens,
      end: () => decideWithdrawals(owner.member, [asked.id], 'refuse'),
    }
  },
} satisfies Record<string, () => Promise<Right>>

async function mintPeople(): Promise<{ issuer: StoredIssuer; owner: MintedPerson; reader: MintedPerson }> {
  const issuer = await mintIssuer()
  return { issuer, owner: await mintPerson(issuer, 'owner'), reader: await mintPerson(issuer, 'reader') }
}

/** Whether a browser is let into an issuer's desk. */
async function atDesk(browser: DeskBrowser): Promise<boolean> {
  return (await browser.visit(DESK, '/dashboard/look-up')).status === 200
}

/** Whether a step of signing in goes on. Attempts are slowed per address, and every one here comes from one. */
async function enters(browser: DeskBrowser, handler: RouteHandler, path: string, form: Record<string, string>) {
  setRateCounter(new MemoryRateCounter())
  return (await browser.visit(handler, path, { form })).status === 303
}

function signIn({ email }: MintedPerson, browser: DeskBrowser): Promise<boolean> {
  return enters(browser, SIGN_IN, '/dashboard/sign-in', { email, password: PASSWORD })
}

async function signInWithCode(minted: MintedPerson): Promise<boolean> {
  await forgetUsedCodes(minted.person.userId)
  const browser = new DeskBrowser()
  const form = { code: codeFor(minted.secret) }
  return (await signIn(minted, browser)) && enters(browser, SEND_CODE, '/dashboard/sign-in/code', form)
}

function tokenOf(link: string): string {
  return new URL(link).hash.slice(1)
}
