import type { UntrustedCanonizer } from '@/lib/crypto/json-ld/untrusted-canonizer'
import type { BadgeNetwork, FetchedDocument } from '@/lib/domain/badge/badge-network'

/** The means of one validation, its endorsements included. */
export interface ValidationBudget {
  /** For one more credential of the validation: with a network of its own, within what all may use. */
  network(): BadgeNetwork
  /** A canonizer that does nothing once time has run out. */
  inTime(canonize: UntrustedCanonizer): UntrustedCanonizer
}

/** Documents that are fetched for a badge and all its endorsements (spec part 6). */
const MOST_FETCHES = 24
/** The most that may pass from the first fetch or the first endorsement on, in milliseconds. */
const MILLISECONDS = 10_000
/** Larger documents are fetched again: together, those of this size are three megabytes. */
const MOST_REMEMBERED_BYTES = 128 * 1024

/**
 * Bounds what one validation may use up: 24 fetches and ten seconds in all. What time runs out for is undetermined. A document
 * that was fetched is not fetched again, since endorsements of one issuer share its keys and its list.
 * @param open gives the network of one credential
 * @param options `milliseconds` for tests
 */
export function validationBudget(
  open: () => BadgeNetwork,
  { milliseconds = MILLISECONDS }: { milliseconds?: number } = {},
): ValidationBudget {
  let end: number | undefined
  const fetched = new Map<string, FetchedDocument>()
  let fetches = 0

  function left(): number {
    end ??= performance.now() + milliseconds
    return end - performance.now()
  }

  async function fetchFrom(network: BadgeNetwork, ...asked: Parameters<BadgeNetwork['fetchDocument']>) {
    const key = asked.join(' ')
    const known = fetched.get(key)
    if (known) return known
    if (fetches >= MOST_FETCHES) return blocked(`more than ${MOST_FETCHES} documents would be needed`)
    fetches++
    const document = await before(left(), () => network.fetchDocument(...asked))
    const isSmall = document.kind !== 'document' || document.bytes.length <= MOST_REMEMBERED_BYTES
    if (isSmall) fetched.set(key, document)
    return document
  }

  return {
    network() {
      const network = open()
      return { fetchDocument: (url, kind) => fetchFrom(network, url, kind) }
    },
    inTime: (canonize) => (document, options) => {
      if (left() > 0) return canonize(document, options)
      return Promise.resolve({ kind: 'unavailable', reason: OUT_OF_TIME })
    },
  }
}

const OUT_OF_TIME = 'checking the badge and its endorsements takes too long'

function blocked(reason: string): FetchedDocument {
  return { kind: 'blocked', reason }
}

async function before(milliseconds: number, work: () => Promise<FetchedDocument>): Promise<FetchedDocument> {
  const tooLate: FetchedDocument = { kind: 'unreachable', reason: OUT_OF_TIME }
  if (milliseconds <= 0) return tooLate
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<FetchedDocument>((resolve) => {
    timer = setTimeout(() => resolve(tooLate), milliseconds)
  })
  return Promise.race([work(), late]).finally(() => clearTimeout(timer))
}
