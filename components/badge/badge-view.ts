import type { Tone } from '@/components/verdict/verdict-view'
import type { BadgeCheckResult, BadgeFinding } from '@/lib/domain/badge/finding'
import type { Belonging } from '@/lib/scan/typed/where-it-belongs'

/**
 * Who vouches for the signature: this service, the owner of an address on the web, or only the signer, who may write
 * any name. `doubtful` is a signer who writes the name of an issuer of this service.
 */
type BadgeVoucher = 'this_service' | 'address' | 'nobody' | 'doubtful'

/** Who signed a badge, as far as that was checked. */
export interface BadgeSigner {
  id: string
  /** What the badge calls its issuer; only the signer's word. */
  name: string | null
  voucher: BadgeVoucher
  /** The host at which the key is published. */
  host: string | null
}

/** The badge itself, once nothing in it can be hidden behind other names. */
interface BadgeContent {
  id: string | null
  name: string | null
  validFrom: Date | null
  validUntil: Date | null
}

/** The issuer of this service whose name the signer goes by. */
export interface BadgeNamesake {
  name: string
  /** Its verified domain, where the badge is not signed; empty where it has none. */
  domain: string
}

/** All that is shown of a badge that could be read. */
export interface BadgeReport {
  verdict: 'valid' | 'not_valid' | 'could_not_check'
  checks: readonly BadgeCheckResult[]
  /** Null where the signature is not good: then nobody signed it. */
  signer: BadgeSigner | null
  /** Set with a `doubtful` signer. */
  namesake: BadgeNamesake | null
  content: BadgeContent | null
  /** How it is written and signed, such as “eddsa-rdfc-2022”; empty where that is not known. */
  algorithms: readonly string[]
  /** The page of the certificate, where it is a record of this service. */
  verificationPath: string | null
  /** The page of the correction that is current now, where it was replaced. */
  successorPath: string | null
}

export type BadgeOutcome =
  | { kind: 'report'; report: BadgeReport }
  /** Nothing that can be read as a badge; `belongs` where another page takes it. */
  | { kind: 'unreadable'; finding: BadgeFinding | null; belongs?: Belonging | null }
  | { kind: 'too_large' }
  | { kind: 'nothing_sent' }
  | { kind: 'too_many'; retryAfterSeconds: number }
  /** The check failed on our side. */
  | { kind: 'failed'; retryAfterSeconds: number }

/** One answer about a badge, and what every page needs to know about itself. */
export type BadgeView = BadgeOutcome & { host: string; origin: string; checkedAt: Date }

/** Shape and colour of a report. What is valid only by its own word never looks genuine. */
export function toneOf({ verdict, signer }: BadgeReport): Tone {
  if (verdict === 'not_valid') return 'stop'
  if (verdict === 'could_not_check') return 'unknown'
  return signer?.voucher === 'this_service' || signer?.voucher === 'address' ? 'genuine' : 'asserted'
}
