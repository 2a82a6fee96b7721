import { randomUUID } from 'node:crypto'
import { POST as LOOK_UP } from '@/app/api/issuer/v1/certificates/lookup/route'
import { GET as DESK } from '@/app/dashboard/look-up/route'
import { POST as SEND_CODE } from '@/app/dashboard/sign-in/code/route'
import { POST as SIGN_IN_PASSKEY } from '@/app/dashboard/sign-in/passkey/route'
import { POST as SIGN_IN } from '@/app/dashboard/sign-in/route'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import { removeBadgeImage } from '@/lib/service/badges/remove-badge-image'
import { setBadgeImage } from '@/lib/service/badges/set-badge-image'
import { designToWear } from '@/lib/service/designs/design-to-wear'
import { readDesign } from '@/lib/service/designs/read-design'
import { setDesign } from '@/lib/service/designs/set-design'
import { listWaitingDesigns, proposeDesign, refuseWaitingDesign } from '@/lib/service/designs/waiting-designs'
import { decideWithdrawals, listWaitingWithdrawals } from '@/lib/service/desk/certificates/decide-withdrawals'
import { removePerson } from '@/lib/service/desk/change-people'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { chooseMailSettings, findOwnVoice } from '@/lib/service/desk/mail-settings'
import { withdrawOpenInvitation } from '@/lib/service/desk/open-invitations'
import { changeOwnWords } from '@/lib/service/desk/own-words'
import { acceptWithPasskey, findOpenInvitation } from '@/lib/service/desk/sign-in/accept-invitation'
import { changeOwnPassword } from '@/lib/service/desk/sign-in/change-own-password'
import { endOwnSessions } from '@/lib/service/desk/sign-in/end-own-sessions'
import { makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { addOwnPasskey, removeOwnPasskey } from '@/lib/service/desk/sign-in/own-passkeys'
import { addOptions, invitationOptions, signInOptions } from '@/lib/service/desk/sign-in/passkey-options'
import { openReset } from '@/lib/service/desk/sign-in/reset-link'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { getIssuerProfile } from '@/lib/service/issuers/get-issuer-profile'
import { revokeApiKey } from '@/lib/service/issuers/revoke-api-key'
import { decryptMail } from '@/lib/service/mail/encrypt-mail'
import { enqueueMail } from '@/lib/service/mail/enqueue-mail'
import { findOneReader } from '@/lib/service/mail/mail-passport-links'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { openPassport } from '@/lib/service/passport/open-passport'
import { deletePassportByOperator } from '@/lib/service/passport/passport-by-operator'
import { removeFromPassport } from '@/lib/service/passport/remove-from-passport'
import { askToWatch } from '@/lib/service/watch/ask-to-watch'
import { confirmWatch, refuseWatch } from '@/lib/service/watch/confirm-watch'
import { watchListUrl, watchSecretHash } from '@/lib/service/watch/watch-links'
import { endAllWatches, endWatches, openWatchList } from '@/lib/service/watch/watch-list'
import { createOwnWebhook, removeOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { transaction, workingPool } from '@/lib/store/database/database'
import { setDefault } from '@/lib/store/designs/designs'
import { takeOneTimeValue } from '@/lib/store/desk/one-time-values'
import { replaceAuthenticator } from '@/lib/store/desk/second-factors'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import type { SealedTable } from '@/lib/store/keys/sealed-tables'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { claimMail, returnClaim } from '@/lib/store/mail/mail-queue'
import { holdDueWatches } from '@/lib/store/watch/due-watches'
import { claimDelivery, returnDelivery } from '@/lib/store/webhooks/delivery-queue'
import { insertDeliveries } from '@/lib/store/webhooks/webhook-deliveries'
import { changeWebhook } from '@/lib/store/webhooks/webhooks'
import { EXAMPLE_SVG } from '@/test/badges/badge-images'
import { askBadge } from '@/test/badges/badge-requests'
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
import { askPassport } from '@/test/desk/passport-requests'
import { newAddress } from '../verify-requests'

/** A right that a row of a table gives, and the door that it opens. */
export interface Right {
  /** Finds the row: SQL with one value. */
  where: string
  value: string
  /** Whether the door opens: somebody may act, or something is signed, shown or sent. A refusal, whichever, is false. */
  opens: () => Promise<boolean>
  /** Takes the right away, as the service does; null where nothing does before it runs out by itself. */
  end: (() => Promise<unknown>) | null
}

/** How the rights are made, by the table that gives them. */
export const RIGHTS: Record<SealedTable, () => Promise<Right>> = {
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
  issuer_api_keys: async () => {
    const issuer = await mintIssuer()
    const { key, secret } = await createApiKey(issuer.slug, 'Test')
    const opens = async () => (await lookUp(secret)).status === 200
    return { where: 'id = $1', value: key.id, opens, end: () => revokeApiKey(key.id, 'Test') }
  },
  issuer_mail_settings: async () => {
    const issuer = await mintIssuer()
    const owner = await mintPerson(issuer, 'owner')
    const settle = (words: string) => chooseMailSettings(owner.member, { language: '', words, notify: false })
    await settle('See you at the ceremony.')
    const opens = async () => (await findOwnVoice(owner.member)).words.length > 0
    return { where: 'issuer_id = $1', value: issuer.id, opens, end: () => settle('') }
  },
  issuer_own_words: async () => {
    const issuer = await mintIssuer()
    const owner = await mintPerson(issuer, 'owner')
    await changeOwnWords(owner.member, { description: 'Trains seafarers.', contact: '', website: '' })
    const opens = async () => {
      const answer = await getIssuerProfile(issuer.slug)
      return answer?.kind === 'profile' && answer.profile.words.description !== null
    }
    const end = () => changeOwnWords(owner.member, { description: '', contact: '', website: '' })
    return { where: 'issuer_id = $1', value: issuer.id, opens, end }
  },
  issuer_slugs: async () => {
    const issuer = await mintIssuer()
    const opens = async () => (await getIssuer(issuer.slug)).id === issuer.id
    return { where: 'slug = $1', value: issuer.slug, opens, end: null }
  },
  badge_images: async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    await setBadgeImage(issuer.slug, EVENT, EXAMPLE_SVG)
    const opens = async () => (await askBadge(serial, 'svg')).status === 200
    return { where: 'issuer_id = $1', value: issuer.id, opens, end: () => removeBadgeImage(issuer.slug, EVENT, null) }
  },
  designs: async () => {
    const { design, opens } = await wornByDefault()
    return { where: 'id = $1', value: design.id, opens, end: null }
  },
  design_proposals: async () => {
    const issuer = await mintIssuer({ attested: false })
    const design = await readDesign({ layout: 'classic', colours: {} }, () => Promise.reject(new Error('no picture')))
    const { id } = await proposeDesign(issuer.id, 'Diploma', design, { forEvent: '', askedBy: 'operator' })
    const opens = async () => (await listWaitingDesigns(issuer.id)).some((one) => one.id === id)
    return { where: 'id = $1', value: id, opens, end: () => refuseWaitingDesign(id, { reason: 'Not yours.' }) }
  },
  design_versions: async () => {
    const { design, opens } = await wornByDefault()
    return { where: 'design_id = $1', value: design.id, opens, end: null }
  },
  design_defaults: async () => {
    const { issuer, opens } = await wornByDefault()
    return { where: 'issuer_id = $1', value: issuer.id, opens, end: () => takeOff(issuer.id) }
  },
  passports: async () => {
    const { handle, manageUrl } = await createPassportByOperator([await issueOne(await mintIssuer())])
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM passports WHERE handle = $1', [handle])
    const opens = async () => (await openPassport(manageUrl)) !== null || (await askPassport(handle)).status === 200
    return { where: 'id = $1', value: rows[0]?.id ?? '', opens, end: () => deletePassportByOperator(handle) }
  },
  passport_certificates: async () => {
    const issuer = await mintIssuer()
    const [one, two] = [await issueOne(issuer), await issueOne(issuer)]
    const { handle, manageUrl } = await createPassportByOperator([one, two])
    const { rows } = await workingPool().query<{ id: string }>(
      'SELECT lineage_id AS id FROM certificates WHERE serial = $1',
      [two],
    )
    const lineageId = rows[0]?.id ?? ''
    const opens = async () => (await (await askPassport(handle)).text()).includes(two)
    return { where: 'lineage_id = $1', value: lineageId, opens, end: () => removeFromPassport(manageUrl, lineageId) }
  },
  mail_messages: async () => {
    const { id } = await mintIssuer()
    const about = randomUUID()
    const links = { publicLink: null, manageLink: 'https://verify.test/passport/manage#x' }
    await transaction((tx) => enqueueMail(tx, { kind: 'passport_link', ...links, to: 'a@x.test', issuerId: id, about }))
    return { where: 'dedupe_key = $1', value: `passport_link:${about}`, opens: () => goesOut(about), end: null }
  },
  watch_requests: async () => {
    const { secret } = await askedToWatch()
    const opens = async () => (await confirmWatch(secret)) !== null
    const value = watchSecretHash('confirm', secret)
    return { where: 'confirm_hash = $1', value, opens, end: () => refuseWatch(secret) }
  },
  watchers: async () => {
    const { secret } = await askedToWatch()
    const link = watchListUrl((await confirmWatch(secret))?.secret ?? '')
    const value = watchSecretHash('list', link.split('#')[1] ?? '')
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM watchers WHERE manage_hash = $1', [
      value,
    ])
    const opens = async () => (await openWatchList(link)) !== null
    return { where: 'id = $1', value: rows[0]?.id ?? '', opens, end: () => endAllWatches(link) }
  },
  watches: async () => {
    const { serial, secret } = await askedToWatch()
    const confirmed = await confirmWatch(secret)
    const { rows } = await workingPool().query<{ id: string }>(
      'SELECT lineage_id AS id FROM certificates WHERE serial = $1',
      [serial],
    )
    const value = rows[0]?.id ?? ''
    return {
      where: 'lineage_id = $1',
      value,
      opens: () => isDue(value),
      end: () => endWatches(confirmed?.secret ?? '', [value]),
    }
  },
  webhooks: async () => {
    const { webhookId, opens, end } = await listening()
    return { where: 'id = $1', value: webhookId, opens, end }
  },
  webhook_deliveries: async () => {
    const { webhookId } = await listening()
    const id = await tell(webhookId)
    return { where: 'id = $1', value: id, opens: () => wouldBeDelivered(id), end: null }
  },
  certificates: async () => {
    const serial = await issueOne(await mintIssuer(), { email: 'holder@x.test', language: 'fr' })
    const opens = async () => (await findOneReader(workingPool(), [serial])) !== null
    return { where: 'serial = $1', value: serial, opens, end: null }
  },
}

/** A request to watch a certificate, and the secret that confirms it. */
async function askedToWatch(): Promise<{ serial: string; secret: string }> {
  const serial = await issueOne(await mintIssuer())
  const email = `${randomUUID()}@watch.test`
  await askToWatch({ serials: [serial], email, language: 'en', sender: newAddress() })
  const { rows } = await workingPool().query<{ id: string; sealed: string }>(
    "SELECT id, sealed FROM mail_messages WHERE kind = 'watch_request' AND sealed IS NOT NULL",
  )
  const mails = rows.map(({ id, sealed }) => decryptMail(sealed, id, keyEncryptionKey()))
  const content = mails.find((mail) => mail?.to === email)?.content
  const link = content?.kind === 'watch_request' ? content.confirmLink : ''
  return { serial, secret: link.slice(link.lastIndexOf('/') + 1) }
}

/** Whether somebody would be told of a lineage. */
async function isDue(lineageId: string): Promise<boolean> {
  await workingPool().query("UPDATE watches SET look_at = 'epoch' WHERE lineage_id = $1", [lineageId])
  const due = await transaction((tx) => holdDueWatches(tx, 10_000))
  return due?.some(({ watches }) => watches.some((watch) => watch.lineageId === lineageId)) ?? false
}

async function listening() {
  const issuer = await mintIssuer()
  const { member } = await mintPerson(issuer, 'owner')
  const typed = { url: 'https://hooks.example/certificates', kinds: ['certificate.issued'] }
  const { id: webhookId } = await createOwnWebhook(member, typed)
  await transaction((tx) => changeWebhook(tx, webhookId, { state: 'active' }))
  const opens = async () => wouldBeDelivered(await tell(webhookId))
  return { webhookId, opens, end: () => removeOwnWebhook(member, webhookId) }
}

async function tell(webhookId: string): Promise<string> {
  const delivery = { id: randomUUID(), webhookId, certificateId: null, kind: 'webhook.test', data: '{}' }
  await transaction((tx) => insertDeliveries(tx, [{ ...delivery, occurredAt: new Date() }]))
  return delivery.id
}

/** Whether a delivery would go out; it waits again afterwards. */
async function wouldBeDelivered(id: string): Promise<boolean> {
  const claimed = await claimDelivery(randomUUID(), id)
  if (claimed === null) throw new Error('no delivery is due')
  await returnDelivery(claimed, 'test', 0)
  return claimed.webhook !== null
}

async function wornByDefault() {
  const issuer = await mintIssuer()
  const read = await readDesign({ layout: 'classic', colours: {} }, () => Promise.reject(new Error('no picture')))
  const design = await setDesign(issuer.id, 'Diploma', read, { forEvent: '' })
  const opens = async () => (await designToWear(workingPool(), issuer.id, EVENT))?.id === design.id
  return { issuer, design, opens }
}

const takeOff = (issuerId: string) => transaction((tx) => setDefault(tx, issuerId, '', null))

const EVENT = 'Basic Safety Training'

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

function lookUp(secret: string): Promise<Response> {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const request = new Request('https://verify.test/api/issuer/v1/certificates/lookup', {
    ...{ method: 'POST', headers, body: JSON.stringify({ serials: ['7K3M-9QXT-2VBD-8RWN'] }) },
  })
  return LOOK_UP(withPeerAddress(request, newAddress()))
}

/** Whether the message would be handed over; it waits again afterwards. */
async function goesOut(about: string): Promise<boolean> {
  await workingPool().query("UPDATE mail_messages SET urgent = true, next_attempt_at = 'epoch' WHERE dedupe_key = $1", [
    `passport_link:${about}`,
  ])
  const claimed = await claimMail(randomUUID(), 10_000)
  if (claimed === null || claimed === 'limited') throw new Error('no message is due')
  await returnClaim(claimed.id, claimed.claim, 'test')
  return claimed.counts
}

function tokenOf(link: string): string {
  return new URL(link).hash.slice(1)
}
