import type pg from 'pg'
import type { Evidence } from '@/lib/domain/history/evidence'
import { requireAgreeingClocks } from '@/lib/store/database/database-clock'
import { readOnServingPool } from '@/lib/store/database/on-serving-pool'
import type { JournalKnowledge } from '@/lib/store/journal/journal-knowledge'
import { readBesideJournal } from '@/lib/store/journal/journal-watch'
import { lookForLog } from '@/lib/store/log/complete-log'
import { lookForWitnesses } from '@/lib/store/log/witness/witnessed-head'
import { collectEvidence, type EvidenceColumns } from './evidence-rows'
import { EVIDENCE_SQL, EVIDENCE_WITH_CHECKS_SQL } from './evidence-sql'
import { type HeldForms, heldForms, QUICK_HASH_SEED } from './held-forms'

/**
 * Reads everything that verdicts on these serials need, in one query and so in one snapshot: their whole lineages with
 * signed bytes, histories, issuers and keys, the service's keys, the database's clock.
 * @param db a connection or pool of the primary database
 * @param serialKeys serials in their matching form
 * @param issuerId only certificates of this issuer, or null for everybody's
 */
export async function readEvidence(
  db: pg.Pool | pg.PoolClient,
  serialKeys: readonly string[],
  issuerId: string | null = null,
): Promise<Evidence> {
  return readWith('read-evidence', EVIDENCE_SQL, serialKeys, issuerId, (query) => db.query(query))
}

/**
 * The one way to read evidence: compared with what the journal knows, and with this process's clock.
 * @throws ServiceError `unavailable` when the clocks disagree, or nobody can tell what the journal knows
 */
export async function besideJournal(
  query: () => Promise<{ rows: EvidenceColumns[] }>,
  held?: ReadonlyMap<string, HeldForms>,
): Promise<Evidence> {
  await Promise.all([lookForLog(), lookForWitnesses()])
  const read = async () => {
    const sentAt = Date.now()
    const evidence = collectEvidence((await query()).rows, held)
    requireAgreeingClocks(evidence.now, sentAt)
    return evidence
  }
  const { found, behind, knowledge } = await readBesideJournal(read, lacking)
  // Not believed as its row says; a key that is not there makes what it signed undetermined.
  const serviceKeys = found.serviceKeys.filter(({ id }) => knowledge.endedKeys.get(id) !== 'compromised')
  const lacksServiceKey = knowledge.missingKeys(found.serviceKeys.map(({ id }) => id)).length > 0
  return { ...found, behind, serviceKeys, lacksServiceKey }
}

/** The histories of everything in the evidence, also of what has none in it, and keys of the service. */
function lacking(
  { lineages, issuers, issuerKeys, events, serviceKeys }: Evidence,
  knowledge: JournalKnowledge,
): Set<string> {
  // Only where keys are asked for: what is signed with one that is not there is undetermined by itself.
  const asksForKeys = lineages.size === 0
  const behind = new Set(asksForKeys ? knowledge.missingKeys(serviceKeys.map(({ id }) => id)) : [])
  const compare = (chainId: string) => {
    if (knowledge.isBehind(chainId, events.get(chainId) ?? [])) behind.add(chainId)
  }
  for (const id of lineages.keys()) compare(id)
  for (const id of issuers.keys()) compare(id)
  for (const { id } of issuerKeys.values()) compare(id)
  return behind
}

/**
 * Reads the evidence on an issuer's certificates with their check counts, for a lookup: one statement whatever the
 * serials are, so that another organization's and an unknown one take the same time.
 */
export async function readIssuerEvidence(serialKeys: readonly string[], issuerId: string): Promise<Evidence> {
  return readWith('read-issuer-evidence', EVIDENCE_WITH_CHECKS_SQL, serialKeys, issuerId, (query) =>
    readOnServingPool((pool) => pool.query(query)),
  )
}

/** Reads by one of the statements of evidence; what is held of the signed bytes is told to it, and does not travel. */
function readWith(
  name: string,
  text: string,
  serialKeys: readonly string[],
  issuerId: string | null,
  run: (query: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult<EvidenceColumns>>,
): Promise<Evidence> {
  const held = heldForms(serialKeys)
  const values = [serialKeys, issuerId, [...held.keys()], QUICK_HASH_SEED]
  return besideJournal(() => run({ name, text, values, rowMode: 'array' }), held)
}
