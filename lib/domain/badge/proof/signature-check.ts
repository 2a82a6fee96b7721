import type { BadgeCheckResult } from '@/lib/domain/badge/finding'
import type { IssuerMethod } from './key-result'

/** The result of checking the signatures of a credential. */
export interface SignatureCheck {
  issuer: BadgeCheckResult
  proof: BadgeCheckResult
  /** How the issuer is named; null while no key of it was found. */
  method: IssuerMethod | null
  /** Names of the algorithms or cryptosuites that were used. */
  algorithms: string[]
  /** The earliest end that a proof sets itself, in milliseconds since 1970. */
  proofExpires: number | null
}
