import { canParseUrl } from '@/lib/can-parse-url'
import type { BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { asArray } from '@/lib/domain/badge/read/as-array'

/** What a status list may be asked about a credential. */
export type StatusPurpose = 'revocation' | 'suspension' | 'refresh' | 'message'

/** One member of `credentialStatus` that can be looked up. */
export type CredentialStatus =
  | { type: 'bitstring'; path: string; url: string; purpose: StatusPurpose; index: number; size: number }
  | { type: '1edtech'; path: string; url: string }

const PURPOSES: readonly string[] = ['revocation', 'suspension', 'refresh', 'message']
const MAX_ENTRIES = 16
const MAX_SIZE = 8

/**
 * Reads `credentialStatus` (VCDM 2.0 section 4.10; Bitstring Status List 1.0 section 2.1; 1EdTech Revocation List Status
 * Method 1.0): what cannot be looked up is an error, never passed over.
 */
export function readStatusEntries(credential: Record<string, unknown>): (CredentialStatus | BadgeFinding)[] {
  const { credentialStatus: status } = credential
  const entries = asArray(status)
  if (entries.length > MAX_ENTRIES) return [makeFinding('status_entry_malformed', '$.credentialStatus', 'too many')]
  return entries.map((entry, index) =>
    readEntry(entry, Array.isArray(status) ? `$.credentialStatus[${index}]` : '$.credentialStatus'),
  )
}

function readEntry(entry: unknown, path: string): CredentialStatus | BadgeFinding {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    return makeFinding('status_entry_malformed', path, 'not an object')
  }
  const fields = entry as Record<string, unknown>
  const [type, ...others] = asArray(fields.type)
  if (others.length === 0 && type === 'BitstringStatusListEntry') return readBitstringEntry(fields, path)
  if (others.length === 0 && type === '1EdTechRevocationList') {
    return isAddress(fields.id) ? { type: '1edtech', path, url: fields.id } : malformed(`${path}.id`)
  }
  return makeFinding('status_type_unsupported', `${path}.type`, typeof type === 'string' ? type : null)
}

function readBitstringEntry(fields: Record<string, unknown>, path: string): CredentialStatus | BadgeFinding {
  const { statusPurpose: purpose, statusListCredential: url, statusListIndex, statusSize = 1 } = fields
  if (typeof purpose !== 'string') return malformed(`${path}.statusPurpose`)
  if (!isPurpose(purpose)) return makeFinding('status_type_unsupported', `${path}.statusPurpose`, purpose)
  if (!isAddress(url)) return malformed(`${path}.statusListCredential`)
  const index = readIndex(statusListIndex)
  if (index === null) return malformed(`${path}.statusListIndex`)
  if (typeof statusSize !== 'number' || !Number.isInteger(statusSize) || statusSize < 1 || statusSize > MAX_SIZE) {
    return malformed(`${path}.statusSize`)
  }
  return { type: 'bitstring', path, url, purpose, index, size: statusSize }
}

/** A number in digits, as the recommendation asks, or a number, as it is seen. */
function readIndex(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null
}

function isPurpose(purpose: string): purpose is StatusPurpose {
  return PURPOSES.includes(purpose)
}

/** Whether it may be fetched is for the network to say, which refuses all but https. */
function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\//.test(value) && canParseUrl(value)
}

function malformed(path: string): BadgeFinding {
  return makeFinding('status_entry_malformed', path)
}
