import type { BadgeCheckResult, BadgeCheckStatus, BadgeFinding } from '@/lib/domain/badge/finding'
import { makeFinding } from '@/lib/domain/badge/make-finding'
import { type IssuerMethod, isSelfAsserted, type KeyResult } from './key-result'
import type { SignatureCheck } from './signature-check'
import type { ProofResult } from './verify-proof'

/** Gathers the findings about a credential's signatures into its checks `issuer` and `proof`. */
export class SignatureFindings {
  readonly #now: number
  readonly #issuer = new Gathered()
  readonly #proof = new Gathered()
  readonly #keys = new Map<unknown, KeyResult>()
  readonly #algorithms: string[] = []
  #method: IssuerMethod | null = null
  #expires: number | null = null

  /** @param now milliseconds since 1970 */
  constructor(now: number) {
    this.#now = now
  }

  refuseIssuer(finding: BadgeFinding): void {
    this.#issuer.fail(finding)
  }

  refuseProof(finding: BadgeFinding): void {
    this.#proof.fail(finding)
  }

  /** Remembers what secures the credential, and until when. */
  use(algorithm: string, expires: number | null, path: string): void {
    if (!this.#algorithms.includes(algorithm)) this.#algorithms.push(algorithm)
    if (expires === null) return
    this.#expires = Math.min(this.#expires ?? expires, expires)
    if (expires <= this.#now) this.#proof.fail(makeFinding('proof_expired', `${path}.expires`))
  }

  /** Finds the key of a method; several proofs with one key cost one fetch. */
  async once(method: unknown, find: () => Promise<KeyResult>): Promise<KeyResult> {
    const result = this.#keys.get(method) ?? (await find())
    this.#keys.set(method, result)
    return result
  }

  addKey(result: KeyResult): void {
    if (result.kind === 'failed') this.#issuer.fail(result.finding)
    else if (result.kind === 'undetermined') this.#issuer.leaveOpen(result.finding)
    else if (result.kind === 'key') {
      this.#issuer.pass()
      this.#method = result.method
    }
  }

  addProof(result: ProofResult, path: string): void {
    switch (result.kind) {
      case 'verified':
        return this.#proof.pass()
      case 'invalid':
        return this.#proof.fail(makeFinding('signature_invalid', path))
      case 'malformed':
        return this.#proof.fail(makeFinding('proof_error', path, result.detail))
      case 'unsafe':
        return this.#proof.fail(makeFinding('jsonld_unsafe', path, result.detail))
      case 'unavailable':
        return this.#proof.leaveOpen()
    }
  }

  result(): SignatureCheck {
    const [issuer, proof] = [this.#issuer.result('issuer'), this.#proof.result('proof')]
    const isSigned = issuer.status === 'passed' && proof.status === 'passed'
    if (isSigned && isSelfAsserted(this.#method)) issuer.warnings.push(makeFinding('issuer_self_asserted', '$.issuer'))
    return {
      issuer,
      proof,
      method: this.#method,
      algorithms: this.#algorithms,
      proofExpires: this.#expires,
    }
  }
}

/** What one check came to: failed once anything failed, passed only when something was looked at and held. */
class Gathered {
  readonly #errors: BadgeFinding[] = []
  #failed = false
  #open = false
  #passed = false

  pass(): void {
    this.#passed = true
  }

  fail(finding: BadgeFinding): void {
    this.#failed = true
    this.#errors.push(finding)
  }

  leaveOpen(...findings: BadgeFinding[]): void {
    this.#open = true
    this.#errors.push(...findings)
  }

  result(id: 'issuer' | 'proof'): BadgeCheckResult {
    return { id, status: this.#status(), errors: this.#distinct(), warnings: [] }
  }

  #status(): BadgeCheckStatus {
    if (this.#failed) return 'failed'
    if (this.#open) return 'undetermined'
    return this.#passed ? 'passed' : 'not_run'
  }

  /** Two proofs that name the same key fail for the same reason. */
  #distinct(): BadgeFinding[] {
    const of = ({ code, detail }: BadgeFinding) => `${code} ${detail ?? ''}`
    return [...new Map(this.#errors.toReversed().map((finding) => [of(finding), finding])).values()].toReversed()
  }
}
