import { randomUUID } from 'node:crypto'
import { confirmWithCode } from '@/lib/service/desk/sign-in/sign-in'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { verifyIssuerDomain } from '@/lib/service/issuers/verify-issuer-domain'
import { transaction, workingPool } from '@/lib/store/database/database'
import { findBatchesBefore, findBatchRows } from '@/lib/store/desk/batches'
import { insertSealed } from '@/lib/store/keys/sealed-rows'
import { codeFor, forgetUsedCodes, mintPerson } from '@/test/desk/desk'
import { onBareTables } from './data/bare-tables'
import { loadCertificates } from './data/bulk-load'
import { signLoaded } from './data/sign-loaded'
import { type Desk, type DeskPage, deskPages } from './desk-pages'
import { deskSearches } from './desk-places'
import { timeInTurn } from './stopwatch'

const SMALL = 1000
const LARGE = Number(process.env.BENCH_LARGE ?? 1_000_000)
const MOST = 3
const ROUNDS = 21
const KEYS = 5
/** Half of what a second factor is fresh for. */
const CONFIRMED_MS = 300_000
/** Certificates of a file. */
const BATCH = 20

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
  await loadCertificates(issuer.id, count)
  const { browser, person, secret } = await mintPerson(issuer, 'owner')
  let confirmedAt = performance.now()
  const confirm = async () => {
    if (performance.now() - confirmedAt < CONFIRMED_MS) return
    confirmedAt = performance.now()
    await forgetUsedCodes(person.userId)
    const cookies = await confirmWithCode(person, codeFor(secret), browser.from)
    if (Array.isArray(cookies)) browser.keep(cookies)
  }
  for (let key = 0; key < KEYS; key += 1) await createApiKey(slug, `Key ${key}`)
  const oldActivity = await loadActivity(issuer.id, count, person.userId)
  await loadWaiting(issuer.id, count)
  await loadBatches(issuer.id)
  const batches = await batchPlaces(issuer.id, Math.floor(count / BATCH))
  const searches = await deskSearches(issuer.id, count)
  const serials = await spreadSerials(issuer.id)
  const keys = [
    ...searches.flatMap(({ serialKeys }) => serialKeys),
    ...serials,
    ...batches.serialKeys,
    ...(await waitingSerials(issuer.id)),
  ]
  await signLoaded(issuer.id, [...new Set(keys)])
  return { browser, confirm, searches, serials, oldActivity, ...batches }
}

/** Each twenty certificates are of one file, sent a minute after the one before. */
async function loadBatches(issuerId: string): Promise<void> {
  await transaction((tx) =>
    onBareTables(tx, ['import_batches', 'import_rows'], async () => {
      await tx.query('CREATE TEMP TABLE loaded_rows ON COMMIT DROP AS ' + ROWS_SQL, [issuerId, BATCH])
      await tx.query(
        `INSERT INTO import_batches (id, issuer_id, file_sha256, created_at)
         SELECT DISTINCT batch, $1::uuid, md5(batch::text) || md5(number::text), date_trunc('second', now()) - ($2::int - number) * interval '1 minute'
         FROM loaded_rows`,
        [issuerId, 1_000_000],
      )
      await tx.query(
        'INSERT INTO import_rows SELECT batch, line, md5(id::text), 1, id FROM loaded_rows ORDER BY batch, line',
      )
    }),
  )
  await workingPool().query('ANALYZE import_batches, import_rows')
}

const ROWS_SQL = `SELECT id, number, md5($1::text || 'batch' || number)::uuid AS batch, line FROM (
  SELECT id, ((row_number() OVER w - 1) / $2::int)::int AS number, ((row_number() OVER w - 1) % $2::int)::int + 2 AS line
  FROM certificates WHERE issuer_id = $1 WINDOW w AS (ORDER BY issued_at, id)) AS numbered`

/** The newest file, where the list goes on at 70 % of them, and whatever these pages open. */
async function batchPlaces(
  issuerId: string,
  count: number,
): Promise<Pick<Desk, 'batch' | 'oldBatches'> & { serialKeys: string[] }> {
  const { rows } = await workingPool().query<{ id: string; at: Date }>(
    'SELECT id, created_at AS at FROM import_batches WHERE issuer_id = $1 ORDER BY created_at DESC OFFSET $2 LIMIT 1',
    [issuerId, Math.floor(count * 0.7)],
  )
  const listed = [
    ...(await findBatchesBefore(issuerId, null, 51)),
    ...(await findBatchesBefore(issuerId, rows[0]?.at ?? null, 51)),
  ]
  const [batch = ''] = listed.map(({ id }) => id)
  const own = await findBatchRows(batch, 0, BATCH)
  const serialKeys = [...listed.flatMap(({ serialKey }) => serialKey ?? []), ...own.map(({ serialKey }) => serialKey)]
  return { batch, oldBatches: rows[0]?.at.toISOString() ?? '', serialKeys }
}

/** An entry a certificate over ninety days: one half by the owner who looks, and notable, the other of no note. */
async function loadActivity(issuerId: string, count: number, userId: string): Promise<string> {
  const { rows } = await workingPool().query<{ id: string }>(
    `WITH added AS (
       INSERT INTO desk_activities (issuer_id, at, actor, action, subject)
       SELECT $1, now() - ($2::int - i) * interval '90 days' / $2, CASE WHEN i % 2 = 0 THEN 'user:' || $3 ELSE 'operator' END,
         CASE WHEN i % 2 = 0 THEN 'certificate.corrected' ELSE 'person.joined' END, 'loaded ' || i FROM generate_series(1, $2::int) i
       RETURNING id)
     SELECT id::text FROM added ORDER BY added.id LIMIT 1 OFFSET $2::int * 3 / 10`,
    [issuerId, count, userId],
  )
  await workingPool().query('ANALYZE desk_activities')
  return rows[0]?.id ?? ''
}

/** A hundred withdrawals that wait, or one in a thousand where that is more. */
async function loadWaiting(issuerId: string, count: number): Promise<void> {
  const { rows } = await workingPool().query<{ id: string }>(
    "SELECT id FROM certificates WHERE issuer_id = $1 AND status = 'issued' ORDER BY id LIMIT $2",
    [issuerId, Math.max(100, Math.floor(count / 1000))],
  )
  const asked = { issuerId, reason: 'Loaded.', askedBy: `user:${randomUUID()}`, askedAt: new Date() }
  for (const { id: certificateId } of rows)
    await insertSealed(workingPool(), 'withdrawal_approvals', [{ ...asked, id: randomUUID(), certificateId }])
  await workingPool().query('ANALYZE withdrawal_approvals')
}

async function waitingSerials(issuerId: string): Promise<string[]> {
  const { rows } = await workingPool().query<{ serial: string }>(
    `SELECT c.serial_key AS serial FROM withdrawal_approvals a JOIN certificates c ON c.id = a.certificate_id
     WHERE a.issuer_id = $1 ORDER BY a.asked_at, a.id LIMIT 100`,
    [issuerId],
  )
  return rows.map(({ serial }) => serial)
}

/** A hundred serials from all over, none of them withdrawn, replaced or waiting. */
async function spreadSerials(issuerId: string): Promise<string[]> {
  const { rows } = await workingPool().query<{ serial: string }>(
    `SELECT serial_key AS serial FROM certificates c WHERE issuer_id = $1 AND status = 'issued' AND revision = 1
       AND NOT EXISTS (SELECT 1 FROM withdrawal_approvals a WHERE a.certificate_id = c.id)
     ORDER BY serial_key LIMIT 100`,
    [issuerId],
  )
  return rows.map(({ serial }) => serial)
}
