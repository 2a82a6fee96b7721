import { randomBytes, randomUUID } from 'node:crypto'
import { env, setEnv } from '@/lib/env'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { recipientMac } from '@/lib/service/mail/encrypt-mail'
import { sendMailOnce } from '@/lib/service/mail/operate-mail'
import { encryptWatcher } from '@/lib/service/watch/encrypt-watch'
import { watchSecretHash } from '@/lib/service/watch/watch-links'
import { transaction } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findLineagesOfSerials } from '@/lib/store/watch/watched-certificates'
import { insertWatcher } from '@/lib/store/watch/watchers'
import { insertWatches } from '@/lib/store/watch/watches'
import { exampleRow, mintIssuer } from '@/test/database/service-database'
import { startSmtpSink } from '@/test/network/smtp-sink'
import { median } from './median'

const WATCHERS = Number(process.env.BENCH_WATCHERS ?? 10_000)
const CERTIFICATES = 50
const MOST_SECONDS = 300
const YEAR_MS = 365 * 86_400_000

/**
 * How long it takes until everybody who watches a certificate of one issuer is told of its suspension, and what a check takes
 * before and meanwhile. One process sends to a mail server on this machine, as many a minute as it can.
 * @returns false when it takes more than five minutes
 */
export async function benchWatching(): Promise<boolean> {
  const sink = await startSmtpSink()
  const before = env()
  setEnv({ ...before, SMTP_URL: sink.url, MAIL_PER_MINUTE: 10_000 })
  try {
    const issuer = await mintIssuer()
    const rows = Array.from({ length: CERTIFICATES }, () => exampleRow())
    const serials = (await issueCertificates(issuer.id, rows, 'bench')).map(({ serial }) => serial)
    await makeWatchers(serials)
    const quiet = await timeChecks(serials, () => Promise.resolve())
    let seconds = 0
    const busy = await timeChecks(serials, async () => {
      const began = performance.now()
      await setIssuerStanding(issuer.slug, 'suspended', 'bench')
      // One that ends at its limit goes on in the next minute, as the worker does.
      while (sink.mails.length < WATCHERS) await sendMailOnce(new AbortController().signal)
      seconds = (performance.now() - began) / 1000
    })
    const told = new Set(sink.mails.map(({ to }) => to[0])).size
    console.log(`\nTelling ${WATCHERS} watchers of one suspension, ${env().MAIL_PER_MINUTE} messages a minute at most`)
    console.log(`  told: ${told}, with ${sink.mails.length} messages, in ${seconds.toFixed(1)} s`)
    console.log(`  a check before: ${quiet.toFixed(1)} ms, meanwhile: ${busy.toFixed(1)} ms (medians)`)
    return told === WATCHERS && sink.mails.length === WATCHERS && seconds <= MOST_SECONDS
  } finally {
    setEnv(before)
    await sink.close()
  }
}

async function makeWatchers(serials: readonly string[]): Promise<void> {
  const key = keyEncryptionKey()
  const expiresAt = new Date(Date.now() + YEAR_MS)
  await transaction(async (tx) => {
    const lineages = await findLineagesOfSerials(
      tx,
      serials.map((serial) => serial.replaceAll('-', '')),
    )
    for (let one = 0; one < WATCHERS; one++) {
      const [id, email, secret] = [
        randomUUID(),
        `watcher-${one}@employer.example`,
        randomBytes(16).toString('base64url'),
      ]
      const hashes = {
        manageHash: watchSecretHash('list', secret),
        unsubscribeHash: watchSecretHash('unsubscribe', secret),
      }
      const sealed = encryptWatcher({ email, secret }, id, key)
      await insertWatcher(tx, { id, recipientMac: recipientMac(email, key), sealed, ...hashes, language: 'en' })
      const watched = lineages[one % lineages.length]
      if (watched) await insertWatches(tx, id, [{ ...watched, standing: 'current' }], expiresAt)
    }
    await tx.query("UPDATE watches SET look_at = expires_at - interval '30 days'")
  })
}

/** What a check takes, in milliseconds, one after another for as long as the work lasts, and a hundred times at least. */
async function timeChecks(serials: readonly string[], work: () => Promise<void>): Promise<number> {
  let ended = false
  const working = work().finally(() => (ended = true))
  const times: number[] = []
  for (let one = 0; !ended || times.length < 100; one++) {
    const began = performance.now()
    await checkCertificate(serials[one % serials.length] ?? '')
    times.push(performance.now() - began)
  }
  await working
  return median(times)
}
