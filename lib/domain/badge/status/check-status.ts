import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import type { Badge } from '@/lib/domain/badge/badge'
import type { FetchedDocument } from '@/lib/domain/badge/badge-network'
import type {
  BadgeCheckResult,
  BadgeCheckStatus,
  BadgeErrorCode,
  BadgeFinding,
  BadgeWarningCode,
} from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { issuerIdOf } from '@/lib/domain/badge/proof/check-credential-signatures'
import type { KeySources } from '@/lib/domain/badge/proof/resolve-issuer-key'
import { readRevocationList } from './revocation-list'
import { statusValue } from './status-bits'
import { readStatusEntries, type CredentialStatus, type StatusPurpose } from './status-entry'
import { checkStatusList, type CheckedStatusList } from './status-list'

/** What one entry came to. `undetermined`: its errors are about what could not be reached. */
interface Outcome {
  errors: BadgeFinding[]
  warnings: BadgeFinding<BadgeWarningCode>[]
  undetermined: boolean
}

const SET: Partial<Record<StatusPurpose, BadgeErrorCode>> = { revocation: 'revoked', suspension: 'suspended' }

/**
 * The check `status` (spec part 6): every entry of `credentialStatus` is looked up in its list, whose signature
 * is checked like a badge's. What cannot be looked up is never a pass: undetermined when it could not be reached, else failed.
 * @param sources of the list and of its issuer's key
 */
export async function checkStatus(
  { credential }: Badge,
  sources: KeySources,
  canonize: UntrustedCanonizer,
): Promise<BadgeCheckResult> {
  const entries = readStatusEntries(credential)
  if (entries.length === 0) return { id: 'status', status: 'not_applicable', errors: [], warnings: [] }
  const fetched = new Map<string, FetchedDocument>()
  const outcomes: Outcome[] = []
  for (const entry of entries) {
    outcomes.push('code' in entry ? failed(entry) : await checkEntry(entry, credential, sources, canonize, fetched))
  }
  return {
    id: 'status',
    status: statusOf(outcomes),
    errors: outcomes.flatMap(({ errors }) => errors),
    warnings: outcomes.flatMap(({ warnings }) => warnings),
  }
}

function statusOf(outcomes: readonly Outcome[]): BadgeCheckStatus {
  if (outcomes.some(({ errors, undetermined }) => errors.length > 0 && !undetermined)) return 'failed'
  return outcomes.some(({ undetermined }) => undetermined) ? 'undetermined' : 'passed'
}

async function checkEntry(
  entry: CredentialStatus,
  credential: Record<string, unknown>,
  sources: KeySources,
  canonize: UntrustedCanonizer,
  fetched: Map<string, FetchedDocument>,
): Promise<Outcome> {
  const { path, url } = entry
  // A list for several purposes is fetched once: the network allows few fetches.
  const document = fetched.get(url) ?? (await sources.network.fetchDocument(url, 'status_list'))
  fetched.set(url, document)
  switch (document.kind) {
    case 'blocked':
      return failed(makeFinding('ssrf_blocked', path, document.reason))
    case 'missing':
      return failed(makeFinding('status_unavailable', path, `the server answered ${document.status}`))
    case 'unreachable':
      return { ...failed(makeFinding('status_unavailable', path, document.reason)), undetermined: true }
    case 'own_list': {
      if (entry.type === '1edtech') return failed(makeFinding('status_list_malformed', path, 'no revokedCredential'))
      const { issuerId, purpose, bits } = document
      return judge(entry, { errors: [], undetermined: false, issuerId, purposes: [purpose], bits }, credential)
    }
    case 'document': {
      if (entry.type === '1edtech') return failed(...readRevocationList(document.bytes, credential, path))
      return judge(entry, await checkStatusList(document.bytes, path, sources, canonize), credential)
    }
  }
}

function judge(
  entry: Extract<CredentialStatus, { type: 'bitstring' }>,
  list: CheckedStatusList,
  credential: Record<string, unknown>,
): Outcome {
  const { path, purpose } = entry
  const { errors, bits } = list
  const warnings: Outcome['warnings'] = []
  const onlyOpen = errors.every(({ code }) => code === 'status_unavailable') && list.undetermined
  if (list.issuerId !== issuerIdOf(credential)) {
    warnings.push(makeFinding('status_list_issuer_differs', path, list.issuerId))
  }
  if (bits && !list.purposes.includes(purpose)) {
    return { errors: [...errors, makeFinding('status_purpose_mismatch', path, purpose)], warnings, undetermined: false }
  }
  const value = bits && statusValue(bits, entry.index, entry.size)
  if (bits && value === null) {
    const finding = makeFinding('status_index_range', `${path}.statusListIndex`, String(entry.index))
    return { errors: [...errors, finding], warnings, undetermined: false }
  }
  // What a list says that fails its own check is not repeated: whoever wrote it is not known.
  if (errors.length > 0 || list.undetermined) return { errors, warnings, undetermined: onlyOpen }
  if (!value) return { errors, warnings, undetermined: false }
  const code = SET[purpose]
  if (purpose === 'refresh') warnings.push(makeFinding('status_refresh', path))
  return { errors: code ? [makeFinding(code, path)] : [], warnings, undetermined: false }
}

function failed(...errors: BadgeFinding[]): Outcome {
  return { errors, warnings: [], undetermined: false }
}
