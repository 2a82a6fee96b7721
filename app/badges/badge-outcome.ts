import type { BadgeOutcome, BadgeReport, BadgeSigner } from '@/components/badge/badge-view'
import { verdictPath } from '@/components/verdict/verdict-view'
import { canParseUrl } from '@/lib/can-parse-url'
import type { Belonging } from '@/lib/scan/typed/where-it-belongs'
import type { BadgeValidation } from '@/lib/service/badges/validate-open-badge'

/**
 * What the page says about a validation.
 * @param belongs where it leads if it is no badge
 */
export function badgeOutcome(validation: BadgeValidation, belongs: Belonging | null = null): BadgeOutcome {
  const { verdict, checks, credential, algorithms, serial, successor } = validation
  if (verdict === 'too_large') return { kind: 'too_large' }
  if (verdict === 'unreadable') {
    const finding = checks.find(({ status }) => status === 'failed')?.errors[0] ?? null
    return { kind: 'unreadable', finding, belongs: belongs?.kind === 'badge' ? null : belongs }
  }
  const report: BadgeReport = {
    verdict: verdict === 'undetermined' ? 'could_not_check' : verdict,
    checks,
    signer: signerOf(validation),
    namesake: validation.issuer?.identity === 'impersonation_suspected' ? validation.namesake : null,
    content: credential && {
      ...credential,
      validFrom: dateOf(credential.validFrom),
      validUntil: dateOf(credential.validUntil),
    },
    algorithms,
    verificationPath: serial === null ? null : verdictPath(serial),
    successorPath: successor === null ? null : verdictPath(successor),
  }
  return { kind: 'report', report }
}

const VOUCHERS = {
  ours: 'this_service',
  resolved: 'address',
  self_asserted: 'nobody',
  impersonation_suspected: 'doubtful',
} as const
const STATUSES = { valid: 200, not_valid: 422, could_not_check: 503 } as const

/** The status of the page: that of the API for the same badge. */
export function statusOf(outcome: BadgeOutcome): number {
  if (outcome.kind === 'report') return STATUSES[outcome.report.verdict]
  return outcome.kind === 'too_large' ? 413 : 400
}

/** Nobody signed a badge whose signature is not good, whatever name it holds. */
function signerOf({ issuer }: BadgeValidation): BadgeSigner | null {
  if (!issuer || issuer.identity === 'unverified') return null
  return { id: issuer.id, name: issuer.name, voucher: VOUCHERS[issuer.identity], host: hostOf(issuer.id) }
}

/** The host at which a key is published: of `did:web:host%3Aport:path`, or of an https address. */
function hostOf(id: string): string | null {
  const web = /^did:web:([^:]+)/.exec(id)?.[1]
  const address = web === undefined ? id : `https://${web.replace(/%3A/i, ':')}/`
  return /^https:/i.test(address) && canParseUrl(address) ? new URL(address).host : null
}

/** A date past what the calendar holds is none that could be shown. */
function dateOf(milliseconds: number | null): Date | null {
  if (milliseconds === null) return null
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? null : date
}
