import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { VrfOutputs } from '@/lib/crypto/vrf/vrf-outputs'
import { type EventTouch, touchEntry, touchesOf } from '@/lib/domain/log/event-touch'
import { logTag, opensCommitment } from '@/lib/domain/log/log-entry'
import { LONGEST_WAIT_MS } from '@/lib/domain/log/longest-wait'
import { chainLeaf } from '@/lib/domain/log/make-leaf'
import { parsePublicLeaf } from '@/lib/domain/log/public-leaf'
import { parseSealedLeaf } from '@/lib/domain/log/sealed-leaf'
import { eventHash, type SignedEvent } from './event'
import type { CertificateRow, Evidence, IssuerKeyRow, IssuerRow, LoggedLeaf } from './evidence'

export const FOREIGN_STATE = 'somebody else wrote how far the public log has come'
/** An entry that is younger than the longest wait is on its way, as far as anybody can tell here. */
export const WAITS_FOR_LOG = 'a change of the last minute is not in the public log yet'
export const KNOWS_MORE = 'the public log has entries that the database has not'
/** In the leaf of an event of a key, which is canonical JSON: within one of its texts the marks would be escaped. */
const COMPROMISED = '"type":"compromised"'

/** What a verdict `verified` rests on. */
interface VerifiedRecord {
  row: CertificateRow
  issuer: IssuerRow
  /** The keys that signed its forms. */
  keys: readonly IssuerKeyRow[]
}

/**
 * Whether the public log says what a verdict `verified` rests on (spec part 18, section 4): that the certificate was issued,
 * corrected or signed again, that its issuer was let stand again, that its keys were made. A leaf that is missing, not
 * published or another than the events give, and an entry that the log has and the database has not, are all reasons.
 * What only worsens a verdict counts without any leaf.
 * @returns what is missing, for the log of the process; null where nothing is, or where no log is asked for
 */
export function unloggedReason(record: VerifiedRecord, evidence: Evidence): string | null {
  if (!evidence.log) return null
  if (!evidence.log.isGenuine) return FOREIGN_STATE
  try {
    return reasonOf(record, evidence, evidence.log.publishedSize)
  } catch (error) {
    if (error instanceof LogFormatError) return 'a leaf of the public log is damaged here'
    throw error
  }
}

/**
 * Whether the public log has an entry of this certificate that is lost here. It may be an erasure: until it is known, no
 * verdict shows the person, not even one that says less than `verified`.
 * @returns what is lost, for the log of the process, or null
 */
export function lostReason(row: CertificateRow, evidence: Evidence): string | null {
  if (!evidence.log) return null
  if (knowsMore(row.lineageId, evidence)) return KNOWS_MORE
  const next = touchesOn(row, evidence).length + 1
  return isNextTagMissing(row, next, evidence) ? 'the public log has an entry that is lost here' : null
}

/** What its lineage's events say of this certificate. */
function touchesOn(row: CertificateRow, { events }: Evidence): EventTouch[] {
  return touchesOf(events.get(row.lineageId) ?? []).filter(({ certificateId }) => certificateId === row.id)
}

function reasonOf({ row, issuer, keys }: VerifiedRecord, evidence: Evidence, publishedSize: number): string | null {
  const lost = lostReason(row, evidence)
  if (lost !== null) return lost
  if ([issuer.id, ...keys.map(({ id }) => id)].some((id) => knowsMore(id, evidence))) return KNOWS_MORE
  const isPublished = (leaf: LoggedLeaf | undefined): leaf is LoggedLeaf =>
    leaf !== undefined && Number.isSafeInteger(leaf.index) && leaf.index >= 0 && leaf.index < publishedSize
  // Each is an issue, a correction or a signing again: whatever else an event says of a certificate, it is not verified.
  const touches = touchesOn(row, evidence)
  const waits = (event: SignedEvent) => evidence.now - event.at <= LONGEST_WAIT_MS
  const stateOf = (event: SignedEvent, part: number, isSame: (leaf: LoggedLeaf) => boolean) => {
    const leaf = leafOf(evidence, event.chainId, 'event', event.sequence, part)
    if (!isPublished(leaf)) return waits(event) ? 'waits' : 'lacks'
    return isSame(leaf) ? 'has' : 'lacks'
  }
  const touched = touches.map((touch) => stateOf(touch.event, touch.part, (leaf) => opensAs(leaf, touch, row.issuerId)))
  if (touches.length === 0 || touched.includes('lacks')) return 'a certificate is not in the public log as it is here'
  const resumed = (evidence.events.get(issuer.id) ?? [])
    .filter(({ type }) => type === 'resumed')
    .map((event) => stateOf(event, 0, ({ leaf }) => leaf === chainLeaf(event).toString()))
  if (resumed.includes('lacks')) return 'the end of a suspension is not in the public log as it is here'
  if (touched.includes('waits') || resumed.includes('waits')) return WAITS_FOR_LOG
  const hasKey = (key: IssuerKeyRow) => {
    const leaf = leafOf(evidence, key.id, 'key', 1, 0)
    return isPublished(leaf) && namesKey(leaf.leaf, key, issuer.did)
  }
  return keys.every(hasKey) ? null : 'a signing key is not in the public log as it is here'
}

/**
 * Whether the public log has an entry of an issuer's or a key's history that is lost here: what it says is worse than what is known here.
 * Read with its leaves.
 */
export function isBehindLog(chainId: string, evidence: Evidence): boolean {
  return evidence.log !== null && knowsMore(chainId, evidence)
}

/**
 * An entry was taken out of the database that its log has. In the place of a compromise that is lost a key may have been retired: no
 * other entry can stand in another's place.
 */
function knowsMore(chainId: string, { events, leaves }: Evidence): boolean {
  const here = events.get(chainId) ?? []
  const isLost = ({ kind, place, leaf }: LoggedLeaf) =>
    kind === 'event' &&
    (place > here.length || (leaf.includes(COMPROMISED) && !here.some(({ type }) => type === 'compromised')))
  return leaves.get(chainId)?.some(isLost) ?? false
}

/** Whether the published log has a next leaf of this certificate that the database does not even have as a leaf. */
function isNextTagMissing({ serialKey, issuerId }: CertificateRow, place: number, { log }: Evidence): boolean {
  if (!log?.missing) return false
  if (log.missing.vrfKey === null) return log.missing.issuers.has(issuerId)
  return issuerOfTag(serialKey, place, log.missing.tags, log.missing.vrfKey) !== undefined
}

/**
 * Whether a serial that no record here has is that of a certificate which the public log knows: its first leaf is among those that
 * the database lacks.
 * @param serialKey in its matching form
 * @param issuerId only a certificate of this issuer, or null for anybody's
 * @returns null where that cannot be told: nobody could look for such leaves; there are some, and the key that says whose they are
 *   cannot be had; or the database lacks the beginning of what its journal knows
 */
export function isKnownToLogAlone(
  serialKey: string,
  { log, lossUnknown, lacksServiceKey }: Evidence,
  issuerId: string | null = null,
): boolean | null {
  if (lossUnknown || lacksServiceKey) return null
  if (!log?.missing) return false
  const { tags, issuers, vrfKey } = log.missing
  if (vrfKey === null) return issuerId === null || issuers.has(issuerId) ? null : false
  const named = issuerOfTag(serialKey, 1, tags, vrfKey)
  return named !== undefined && (issuerId === null || named === issuerId)
}

function issuerOfTag(serialKey: string, place: number, tags: ReadonlyMap<string, string>, vrfKey: Buffer) {
  return tags.get(logTag(new VrfOutputs(vrfKey).of(Buffer.from(serialKey)), place).toString('hex'))
}

function leafOf({ leaves }: Evidence, subject: string, kind: LoggedLeaf['kind'], place: number, part: number) {
  return leaves.get(subject)?.find((leaf) => leaf.kind === kind && leaf.place === place && leaf.part === part)
}

/** The tag is not looked at here: whoever writes the log's files is held to it by everybody who reads them. */
function opensAs({ leaf, salt }: LoggedLeaf, touch: EventTouch, issuerId: string): boolean {
  if (salt === null) return false
  // The signature was checked: whatever carries it again is the same event.
  const facts = `${salt}\n${touch.event.signature}\n${touch.certificateId}\n${touch.place}\n${issuerId}`
  if (compared.get(leaf) === facts) return true
  const isSame = opensFor(leaf, salt, touch, issuerId)
  if (isSame) remember(leaf, facts)
  return isSame
}

function opensFor(leaf: string, salt: string, touch: EventTouch, issuerId: string): boolean {
  const sealed = parseSealedLeaf(Buffer.from(leaf, 'hex'))
  if (sealed.issuerId !== issuerId || sealed.at !== Math.floor(touch.event.at / 1000)) return false
  const entry = touchEntry(touch, issuerId, eventHash(touch.event), null)
  return opensCommitment(sealed.commitment, entry, Buffer.from(salt, 'hex'))
}

/** The last leaves that were compared, and with what: every check of an issuer compares the same two of its keys. */
const compared = new Map<string, string>()
const MOST_COMPARED = 2000

function remember(leaf: string, facts: string): void {
  if (compared.size >= MOST_COMPARED) compared.clear()
  compared.set(leaf, facts)
}

function namesKey(leaf: string, key: IssuerKeyRow, did: string): boolean {
  const facts = `${key.keyId}\n${key.publicJwk}\n${did}`
  if (compared.get(leaf) === facts) return true
  const parsed = parsePublicLeaf(Buffer.from(leaf))
  if (parsed.kind !== 'log-key/v1') return false
  const { key_id, owner, public_jwk, state } = parsed.fields
  const { kty, crv, x, y } = JSON.parse(key.publicJwk) as Record<string, string | undefined>
  const jwk = y === undefined ? { crv, kty, x } : { crv, kty, x, y }
  const isSame =
    key_id === key.keyId && owner === did && state === 'active' && canonicalJson(public_jwk) === canonicalJson(jwk)
  if (isSame) remember(leaf, facts)
  return isSame
}
