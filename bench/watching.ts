import { loadavg } from 'node:os'
import { env, setEnv } from '@/lib/env'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { sendMailOnce } from '@/lib/service/mail/operate-mail'
import { exampleRow, mintIssuer } from '@/test/database/service-database'
import { startSmtpSink } from '@/test/network/smtp-sink'
import { makeWatchers } from '@/test/watch/make-watchers'
import { median } from './median'

const WATCHERS = Number(process.env.BENCH_WATCHERS ?? 10_000)
const CERTIFICATES = 50
const MOST_SECONDS = 300

/** Checks that are measured without any notice, before it and after it: what a check takes here and now. */
const FLOOR_CHECKS = 300

/**
 * How long it takes until everybody who watches a certificate of one issuer is told of its suspension, and what a check takes
 * meanwhile, against the same checks before and after, in the same run. One process does both, on one thread, and sends to a
 * mail server on this machine, as many a minute as it can.
 * @returns false when it takes more than five minutes, or when somebody is told twice or not at all
 */
export async function benchWatching(): Promise<boolean> {
  const sink = await startSmtpSink()
  const configured = env()
  setEnv({ ...configured, SMTP_URL: sink.url, MAIL_PER_MINUTE: 10_000 })
  try {
    const issuer = await mintIssuer()
    const rows = Array.from({ length: CERTIFICATES }, () => exampleRow())
    const serials = (await issueCertificates(issuer.id, rows, 'bench')).map(({ serial }) => serial)
    await makeWatchers(serials, WATCHERS)
    const before = await timeChecks(serials)
    let seconds = 0
    const busy = await timeChecks(serials, async () => {
      const began = performance.now()
      await setIssuerStanding(issuer.slug, 'suspended', 'bench')
      // One that ends at its limit goes on in the next minute, as the worker does.
      while (sink.mails.length < WATCHERS) await sendMailOnce(new AbortController().signal)
      seconds = (performance.now() - began) / 1000
    })
    const floor = [...before, ...(await timeChecks(serials))]
    const told = new Set(sink.mails.map(({ to }) => to[0])).size
    console.log(`\nTelling ${WATCHERS} watchers of one suspension, ${env().MAIL_PER_MINUTE} messages a minute at most`)
    console.log(`  told: ${told}, with ${sink.mails.length} messages, in ${seconds.toFixed(1)} s`)
    console.log(`  load ${loadavg()[0]?.toFixed(1)}; a check without notices: ${inWords(floor)}`)
    console.log(`  meanwhile: ${inWords(busy)}; ${(median(busy) / median(floor)).toFixed(1)} × in the median`)
    return told === WATCHERS && sink.mails.length === WATCHERS && seconds <= MOST_SECONDS
  } finally {
    setEnv(configured)
    await sink.close()
  }
}

/** What each check takes, in milliseconds, one after another for as long as the work lasts. */
async function timeChecks(serials: readonly string[], work?: () => Promise<void>): Promise<number[]> {
  let ended = work === undefined
  const working = work?.().finally(() => (ended = true))
  const times: number[] = []
  for (let one = 0; !ended || times.length < FLOOR_CHECKS; one++) {
    const began = performance.now()
    await checkCertificate(serials[one % serials.length] ?? '')
    times.push(performance.now() - began)
  }
  await working
  return times
}

function inWords(times: readonly number[]): string {
  const sorted = [...times].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1)
  return `median ${at(0.5)} ms, 95 of 100 within ${at(0.95)} ms, longest ${at(1)} ms, ${times.length} checks`
}
