import { afterEach, beforeEach, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { decryptMail } from '@/lib/service/mail/encrypt-mail'
import { sendReport } from '@/lib/service/reports/send-report'
import { askToWatch } from '@/lib/service/watch/ask-to-watch'
import { confirmWatch, refuseWatch } from '@/lib/service/watch/confirm-watch'
import { queueWatchNotices } from '@/lib/service/watch/queue-watch-notices'
import { unsubscribeSecret } from '@/lib/service/watch/watch-links'
import { endWatches, openWatchList, renewWatchList, unsubscribe, watchMore } from '@/lib/service/watch/watch-list'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findReports } from '@/lib/store/records/reports'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'

const database = useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test' })

const served = () => database.url
const publicUrl = () => served().replace(/\/\/[^@]*@/, `//certs_public:${encodeURIComponent('of the tests')}@`)

/** From now on the database is asked under this role. */
async function under(url: string): Promise<void> {
  await closeDatabase()
  setEnv({ ...env(), DATABASE_URL: url })
}

let before: ReturnType<typeof env>
beforeEach(() => {
  before = env()
})
afterEach(async () => {
  await closeDatabase()
  setEnv(before)
})

const order = (serial: string, email: string) => ({ serials: [serial], email, language: 'en', sender: email })

/** The secrets of the confirming links that wait, read by those who send mail. */
async function confirmingLinks(): Promise<string[]> {
  const { rows } = await workingPool().query<{ id: string; sealed: string }>(
    "SELECT id, sealed FROM mail_messages WHERE kind = 'watch_request' ORDER BY created_at",
  )
  return rows.flatMap(({ id, sealed }) => {
    const content = decryptMail(sealed, id, keyEncryptionKey())?.content
    return content?.kind === 'watch_request'
      ? [content.confirmLink.slice(content.confirmLink.lastIndexOf('/') + 1)]
      : []
  })
}

it('a report reaches its issuer, and the operator, under the role of the public side', async () => {
  const issuer = await mintIssuer()
  const serial = await issueOne(issuer)
  const written = { kind: 'forgery', serial, message: 'Seen on a wall', email: '' }
  await under(publicUrl())
  expect(await sendReport(written, '192.0.2.0/24')).toBe('sent')
  expect(await sendReport(written, '192.0.2.0/24')).toBe('sent')
  expect(await sendReport({ ...written, serial: '' }, '192.0.2.0/24')).toBe('sent')
  await under(served())
  const words = { message: written.message }
  expect(await findReports(issuer.id, false, 9)).toMatchObject([{ serial, ...words }])
  // Nobody works at this issuer’s desk, so that the operator sees what is sent to it, too.
  expect(await findReports(null, false, 9)).toMatchObject([
    { serial: null, ...words },
    { serial, ...words },
  ])
})

it('a watch is asked for, confirmed, changed, refused and ended under the role of the public side', async () => {
  const issuer = await mintIssuer()
  const [serial, other] = [await issueOne(issuer), await issueOne(issuer)]
  await under(publicUrl())
  expect(await askToWatch(order(serial, 'one@employer.example'))).toBe('asked')
  expect(await askToWatch(order(serial, 'two@employer.example'))).toBe('asked')
  await under(served())
  const [one = '', two = ''] = await confirmingLinks()
  await under(publicUrl())
  expect(await refuseWatch(two)).toBe(true)
  const confirmed = await confirmWatch(one)
  const secret = confirmed === null || confirmed === 'before' ? '' : confirmed.secret
  expect(await watchMore(secret, [other])).toMatchObject({ added: 1 })
  expect(await renewWatchList(secret)).toMatchObject({ email: 'one@employer.example' })
  const [{ lineageId = '' } = {}] = (await openWatchList(secret))?.certificates ?? []
  expect((await endWatches(secret, [lineageId]))?.certificates).toHaveLength(1)
  await under(served())
  await withdrawCertificate(other, { reason: 'r', publicReason: null, actor: 'test' })
  expect(await queueWatchNotices()).toBe(1)
  await under(publicUrl())
  expect(await unsubscribe(unsubscribeSecret(secret))).toBe('nothing')
})
