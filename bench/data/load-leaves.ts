import { transaction } from '@/lib/store/database/database'
import { resealLogState } from '@/test/database/reseal-log-state'
import { onBareTables } from './bare-tables'

const LEAVES = `INSERT INTO log_leaves (log_index, kind, subject, place, part, leaf, salt)
  SELECT s.size - 1 + row_number() OVER (ORDER BY e.at, part), 'event', e.chain_id, e.sequence, part,
    '\\x01'::bytea || decode(replace($1::text, '-', ''), 'hex') || int8send(floor(extract(epoch FROM e.at))::bigint)
      || sha256(uuid_send(e.chain_id) || int4send(e.sequence * 2 + part)) || sha256(uuid_send(e.chain_id) || int4send(part)),
    sha256(uuid_send(e.chain_id))
  FROM events e CROSS JOIN log_state s CROSS JOIN LATERAL generate_series(0, CASE e.type WHEN 'issued' THEN 0 ELSE 1 END) part
  WHERE e.chain = 'lineage' AND e.chain_id IN (SELECT lineage_id FROM certificates WHERE issuer_id = $1::uuid)`

/**
 * Gives all events of an issuer's certificates their places in the public log, by SQL. Where and what for each leaf is are
 * as they would be; tags and commitments are placeholders, and no file is written.
 */
export async function loadLeaves(issuerId: string): Promise<void> {
  await transaction(async (tx) => {
    await onBareTables(tx, ['log_leaves', 'log_state'], async () => {
      await tx.query(LEAVES, [issuerId])
      await tx.query('UPDATE log_state SET size = n, published_size = n FROM (SELECT count(*) AS n FROM log_leaves) all_leaves')
      await resealLogState(tx)
    })
  })
  await transaction((tx) => tx.query('ANALYZE log_leaves'))
}
