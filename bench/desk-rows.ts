import { randomUUID } from 'node:crypto'
import { transaction, workingPool } from '@/lib/store/database/database'
import { findBatchesBefore, findBatchRows } from '@/lib/store/desk/batches'
import { insertSealed } from '@/lib/store/keys/sealed-rows'
import { onBareTables } from './data/bare-tables'
import type { Desk } from './desk-pages'

/** Certificates of a file. */
const BATCH = 20

/** Three in four certificates were checked once, on one of the last ninety days. */
export async function loadChecks(issuerId: string): Promise<void> {
  await transaction((tx) =>
    onBareTables(tx, ['certificate_checks'], async () => {
      await tx.query(
        `INSERT INTO certificate_checks (certificate_id, day, checks, last_at)
         SELECT id, day, 1, day FROM (
           SELECT id, (now() AT TIME ZONE 'UTC')::date - (hashtext(serial) & 2147483647) % 90 AS day, (hashtext(id::text) & 3) AS quarter
           FROM certificates WHERE issuer_id = $1) AS drawn
         WHERE quarter > 0`,
        [issuerId],
      )
    }),
  )
  await workingPool().query('ANALYZE certificate_checks')
}

/** Each twenty certificates are of one file, sent a minute after the one before. */
export async function loadBatches(issuerId: string): Promise<void> {
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
export async function batchPlaces(
  issuerId: string,
  certificates: number,
): Promise<Pick<Desk, 'batch' | 'oldBatches'> & { serialKeys: string[] }> {
  const { rows } = await workingPool().query<{ id: string; at: Date }>(
    'SELECT id, created_at AS at FROM import_batches WHERE issuer_id = $1 ORDER BY created_at DESC OFFSET $2 LIMIT 1',
    [issuerId, Math.floor((certificates / BATCH) * 0.7)],
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
export async function loadActivity(issuerId: string, count: number, userId: string): Promise<string> {
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
export async function loadWaiting(issuerId: string, count: number): Promise<void> {
  const { rows } = await workingPool().query<{ id: string }>(
    "SELECT id FROM certificates WHERE issuer_id = $1 AND status = 'issued' ORDER BY id LIMIT $2",
    [issuerId, Math.max(100, Math.floor(count / 1000))],
  )
  const asked = { issuerId, reason: 'Loaded.', askedBy: `user:${randomUUID()}`, askedAt: new Date() }
  for (const { id: certificateId } of rows)
    await insertSealed(workingPool(), 'withdrawal_approvals', [{ ...asked, id: randomUUID(), certificateId }])
  await workingPool().query('ANALYZE withdrawal_approvals')
}

export async function waitingSerials(issuerId: string): Promise<string[]> {
  const { rows } = await workingPool().query<{ serial: string }>(
    `SELECT c.serial_key AS serial FROM withdrawal_approvals a JOIN certificates c ON c.id = a.certificate_id
     WHERE a.issuer_id = $1 ORDER BY a.asked_at, a.id LIMIT 100`,
    [issuerId],
  )
  return rows.map(({ serial }) => serial)
}

/** A hundred serials from all over, none of them withdrawn, replaced or waiting. */
export async function spreadSerials(issuerId: string): Promise<string[]> {
  const { rows } = await workingPool().query<{ serial: string }>(
    `SELECT serial_key AS serial FROM certificates c WHERE issuer_id = $1 AND status = 'issued' AND revision = 1
       AND NOT EXISTS (SELECT 1 FROM withdrawal_approvals a WHERE a.certificate_id = c.id)
     ORDER BY serial_key LIMIT 100`,
    [issuerId],
  )
  return rows.map(({ serial }) => serial)
}

/** A report a hundred certificates: a hundred that are open, and a hundred or more that are closed. */
export async function loadReports(issuerId: string, count: number): Promise<void> {
  await workingPool().query(
    `INSERT INTO reports (id, issuer_id, kind, serial, serial_key, message, created_at, closed_by, closed_at, told_at)
     SELECT gen_random_uuid(), $1::uuid, 'forgery', 'LOADED-' || i, 'LOADED' || i, 'Loaded.', at, CASE WHEN i > 100 THEN 'operator' END,
       CASE WHEN i > 100 THEN at END, at
     FROM (SELECT i, now() - i * interval '1 minute' AS at FROM generate_series(1, $2::int) i) AS dated`,
    [issuerId, Math.max(200, Math.floor(count / 100))],
  )
  await workingPool().query('ANALYZE reports')
}

/** A delivery a certificate, over the thirty days that one is kept for. */
export async function loadDeliveries(webhook: string, count: number): Promise<void> {
  await transaction((tx) =>
    onBareTables(tx, ['webhook_deliveries'], async () => {
      await tx.query(
        `INSERT INTO webhook_deliveries (id, webhook_id, kind, data, occurred_at, state, attempts, finished_at, last_result)
         SELECT gen_random_uuid(), $1::uuid, 'certificate.issued', '{}', at, 'delivered', 1, at, '204'
         FROM (SELECT now() - i * interval '30 days' / $2 AS at FROM generate_series(1, $2::int) i) AS dated`,
        [webhook, count],
      )
    }),
  )
  await workingPool().query('ANALYZE webhook_deliveries')
}
