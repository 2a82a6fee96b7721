import { randomUUID } from 'node:crypto'
import { decryptMail } from '@/lib/service/mail/encrypt-mail'
import { enqueueMail } from '@/lib/service/mail/enqueue-mail'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { openPassport } from '@/lib/service/passport/open-passport'
import { deletePassportByOperator } from '@/lib/service/passport/passport-by-operator'
import { removeFromPassport } from '@/lib/service/passport/remove-from-passport'
import { askToWatch } from '@/lib/service/watch/ask-to-watch'
import { confirmWatch, refuseWatch } from '@/lib/service/watch/confirm-watch'
import { watchListUrl, watchSecretHash } from '@/lib/service/watch/watch-links'
import { endAllWatches, endWatches, openWatchList } from '@/lib/service/watch/watch-list'
import { transaction, workingPool } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { returnClaims } from '@/lib/store/mail/mail-queue'
import { holdDueWatches } from '@/lib/store/watch/due-watches'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { claimOne } from '@/test/desk/mail-scene'
import { askPassport } from '@/test/desk/passport-requests'
import { newAddress } from '../verify-requests'
import type { Right } from './right'

/** What lets holders and watchers in, and what is mailed to them. */
export const VISITORS_RIGHTS = {
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
    const link = watchListUrl(await confirmedSecret(secret))
    const value = watchSecretHash('list', link.split('#')[1] ?? '')
    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM watchers WHERE manage_hash = $1', [
      value,
    ])
    const opens = async () => (await openWatchList(link)) !== null
    return { where: 'id = $1', value: rows[0]?.id ?? '', opens, end: () => endAllWatches(link) }
  },
  watches: async () => {
    const { serial, secret } = await askedToWatch()
    const list = await confirmedSecret(secret)
    const { rows } = await workingPool().query<{ id: string }>(
      'SELECT lineage_id AS id FROM certificates WHERE serial = $1',
      [serial],
    )
    const value = rows[0]?.id ?? ''
    return {
      where: 'lineage_id = $1',
      value,
      opens: () => isDue(value),
      end: () => endWatches(list, [value]),
    }
  },
} satisfies Record<string, () => Promise<Right>>

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
  const due = (await transaction((tx) => holdDueWatches(tx, 10_000)))?.due
  return due?.some(({ watches }) => watches.some((watch) => watch.lineageId === lineageId)) ?? false
}

/** Whether the message would be handed over; it waits again afterwards. */
async function goesOut(about: string): Promise<boolean> {
  await workingPool().query("UPDATE mail_messages SET urgent = true, next_attempt_at = 'epoch' WHERE dedupe_key = $1", [
    `passport_link:${about}`,
  ])
  const claimed = await claimOne()
  await returnClaims([claimed.id], claimed.claim, 'test')
  return claimed.counts
}

/** Confirms a request. @returns the secret of the private link */
async function confirmedSecret(link: string): Promise<string> {
  const confirmed = await confirmWatch(link)
  if (confirmed === null || confirmed === 'before') throw new Error('not confirmed')
  return confirmed.secret
}
