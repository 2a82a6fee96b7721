import { confirmWithCode } from '@/lib/service/desk/sign-in/sign-in'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { createOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { codeFor, forgetUsedCodes, mintPerson } from '@/test/desk/desk'
import { loadCertificates } from './data/bulk-load'
import { signLoaded } from './data/sign-loaded'
import { type Desk, type DeskPage, deskPages } from './desk-pages'
import { deskSearches } from './desk-places'
import {
  batchPlaces,
  loadActivity,
  loadBatches,
  loadChecks,
  loadDeliveries,
  loadReports,
  loadWaiting,
  spreadSerials,
  waitingSerials,
} from './desk-rows'
import { timeInTurn } from './stopwatch'

const SMALL = 1000
const LARGE = Number(process.env.BENCH_LARGE ?? 1_000_000)
const MOST = 3
const ROUNDS = 21
const KEYS = 5
/** Half of what a second factor is fresh for. */
const CONFIRMED_MS = 300_000
const HOOK = { url: 'https://receiver.example/certificates', kinds: ['certificate.issued'] }

/**
 * Every page and search of the desk of an issuer with a million certificates, against the same with a thousand in the
 * same database, in alternation. The first column is what the thousand took before the million was there, at another
 * time and so no measure for the bound: it shows what would slow down everybody.
 * @returns false when one takes more than three times as long
 */
export async function benchDesk(): Promise<boolean> {
  const small = await openDesk('small', SMALL)
  const pages = deskPages(small)
  const alone = new Map<string, number>()
  for (const [name, page] of Object.entries(pages)) alone.set(name, await medianOf(page, small))
  const began = performance.now()
  const large = await openDesk('large', LARGE)
  console.log(`\n${LARGE} certificates loaded in ${Math.round((performance.now() - began) / 1000)} s`)
  console.log(`\n| page | ms with ${SMALL}, alone | ms with ${SMALL} | ms with ${LARGE} | ratio | |`)
  console.log('| --- | --- | --- | --- | --- | --- |')
  const over: string[] = []
  for (const [name, page] of Object.entries(pages)) {
    for (const desk of [small, large]) await desk.confirm()
    const [few, many] = await timeInTurn({ few: () => page(small), many: () => page(large) }, ROUNDS)
    const times = [alone.get(name), few?.milliseconds, many?.milliseconds].map((time) => time ?? Number.NaN)
    const ratio = (times[2] ?? 0) / (times[1] ?? 0)
    if (ratio > MOST) over.push(name)
    console.log(
      `| ${name} | ${times.map((time) => time.toFixed(1)).join(' | ')} | ${ratio.toFixed(2)} | ${ratio > MOST ? 'OVER' : ''} |`,
    )
  }
  console.log(over.length > 0 ? `\nOver ${MOST} ×: ${over.join('; ')}` : `\nNo page takes more than ${MOST} ×.`)
  return over.length === 0
}

async function medianOf(page: DeskPage, desk: Desk): Promise<number> {
  return (await timeInTurn({ page: () => page(desk) }, ROUNDS))[0]?.milliseconds ?? Number.NaN
}

/** An issuer with so many certificates and all that comes with them, whoever works there, and what they open. */
async function openDesk(slug: string, count: number): Promise<Desk> {
  await addIssuer({ name: `Bench ${slug}`, slug, domain: `${slug}.example` })
  const issuer = await verifyIssuerDomain(slug, 'Seen by the benchmark.')
  await loadCertificates(issuer.id, count, { words: true, ends: true })
  await loadChecks(issuer.id)
  const { browser, member, person, secret } = await mintPerson(issuer, 'owner')
  let confirmedAt = performance.now()
  const confirm = async () => {
    if (performance.now() - confirmedAt < CONFIRMED_MS) return
    confirmedAt = performance.now()
    await forgetUsedCodes(person.userId)
    const cookies = await confirmWithCode(person, codeFor(secret), browser.from)
    if (!Array.isArray(cookies)) throw new Error('the second factor was refused')
    browser.keep(cookies)
  }
  for (let key = 0; key < KEYS; key += 1) await createApiKey(slug, `Key ${key}`)
  const oldActivity = await loadActivity(issuer.id, count, person.userId)
  await loadWaiting(issuer.id, count)
  await loadBatches(issuer.id)
  const batches = await batchPlaces(issuer.id, count)
  await loadReports(issuer.id, count)
  const { id: webhook } = await createOwnWebhook(member, HOOK)
  await loadDeliveries(webhook, count)
  const searches = await deskSearches(issuer.id, count)
  const serials = await spreadSerials(issuer.id)
  const keys = [
    ...searches.flatMap(({ serialKeys }) => serialKeys),
    ...serials,
    ...batches.serialKeys,
    ...(await waitingSerials(issuer.id)),
  ]
  await signLoaded(issuer.id, [...new Set(keys)])
  return { browser, confirm, searches, serials, oldActivity, webhook, ...batches }
}
