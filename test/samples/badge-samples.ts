import type { BadgeOutcome, BadgeReport, BadgeView } from '@/components/badge/badge-view'
import { BADGE_CHECKS } from '@/lib/contract/badge/badge-codes'
import type { BadgeCheckId, BadgeCheckResult } from '@/lib/domain/badge/finding'

const KEY = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'

/** The checks of one badge: all passed but for those that are named. */
export function sampleChecks(
  results: Partial<Record<BadgeCheckId, Partial<BadgeCheckResult>>> = {},
): BadgeCheckResult[] {
  return BADGE_CHECKS.map((id) => ({
    id,
    status: id === 'unbake' || id === 'record' ? 'not_applicable' : 'passed',
    errors: [],
    warnings: [],
    ...results[id],
  }))
}

const VALID: BadgeReport = {
  verdict: 'valid',
  checks: sampleChecks(),
  signer: {
    id: 'did:web:badges.northshore.example',
    name: 'Northshore Maritime College',
    voucher: 'address',
    host: 'badges.northshore.example',
  },
  namesake: null,
  content: {
    id: 'urn:uuid:8b0c2c52-6f0e-4a57-9d7c-1f7f7f0c8f11',
    name: 'Basic Safety Training, STCW VI/1',
    validFrom: new Date('2026-11-03T09:15:00Z'),
    validUntil: new Date('2031-11-03T23:59:59Z'),
  },
  algorithms: ['eddsa-rdfc-2022'],
  verificationPath: null,
  successorPath: null,
}

const report = (changes: Partial<BadgeReport>): BadgeOutcome => ({ kind: 'report', report: { ...VALID, ...changes } })

/** Made-up outcomes, one of each kind, for the tests and the pictures of the page of badges. */
export const SAMPLE_BADGES: Record<string, BadgeOutcome> = {
  valid: report({}),
  here: report({
    checks: sampleChecks({ record: { status: 'passed' } }),
    signer: {
      id: 'did:web:verify.example.org:issuers:5d0f2c52-6f0e-4a57-9d7c-1f7f7f0c8f11',
      name: 'Northshore Maritime College',
      voucher: 'this_service',
      host: 'verify.example.org',
    },
    verificationPath: '/verify/7K3M-9QXT-2VBD-8RWN',
  }),
  asserted: report({
    checks: sampleChecks({
      issuer: { warnings: [{ code: 'issuer_self_asserted', path: '$.issuer.id', detail: 'did:key' }] },
    }),
    signer: { id: KEY, name: 'Universität Musterstadt', voucher: 'nobody', host: null },
  }),
  impostor: report({
    verdict: 'not_valid',
    checks: sampleChecks({
      identity: {
        status: 'failed',
        errors: [
          { code: 'issuer_look_alike', path: '$.issuer', detail: 'Northshore Maritime College, northshore.example' },
        ],
      },
    }),
    signer: { id: KEY, name: 'Northshore Maritirne College', voucher: 'doubtful', host: null },
    namesake: { name: 'Northshore Maritime College', domain: 'northshore.example' },
  }),
  'not-valid': report({
    verdict: 'not_valid',
    checks: sampleChecks({
      context: {
        status: 'failed',
        errors: [{ code: 'context_inline', path: "$['@context'][2]", detail: null }],
      },
      schema: {
        status: 'failed',
        errors: [
          {
            code: 'schema_invalid',
            path: '$.credentialSubject.achievement.criteria',
            detail: 'must have required property “narrative”',
          },
        ],
      },
      proof: { status: 'failed', errors: [{ code: 'signature_invalid', path: '$.proof[0]', detail: null }] },
      status: { status: 'not_run' },
    }),
    signer: null,
    content: null,
  }),
  withdrawn: report({
    verdict: 'not_valid',
    checks: sampleChecks({
      status: { status: 'failed', errors: [{ code: 'revoked', path: '$.credentialStatus', detail: null }] },
    }),
  }),
  'could-not-check': report({
    verdict: 'could_not_check',
    checks: sampleChecks({
      status: {
        status: 'undetermined',
        errors: [{ code: 'status_unavailable', path: '$.credentialStatus', detail: 'no whole answer in time' }],
      },
    }),
  }),
  unreadable: { kind: 'unreadable', finding: { code: 'no_credential', path: '$', detail: null } },
  'wrong-box': {
    kind: 'unreadable',
    finding: { code: 'malformed_json', path: '$', detail: null },
    belongs: { kind: 'serial', serial: '7K3M-9QXT-2VBD-8RWN' },
  },
  'wrong-box-several': {
    kind: 'unreadable',
    finding: null,
    belongs: { kind: 'several', list: '7K3M-9QXT-2VBD-8RWN\nH8NC-4R2W-6PTX-9QAK' },
  },
  'too-large': { kind: 'too_large' },
  'nothing-sent': { kind: 'nothing_sent' },
  'too-many': { kind: 'too_many', retryAfterSeconds: 42 },
  failed: { kind: 'failed', retryAfterSeconds: 5 },
}

/** One page: an outcome on the sample site. */
export function sampleBadge(outcome: BadgeOutcome): BadgeView {
  return {
    ...outcome,
    host: 'verify.example.org',
    origin: 'https://verify.example.org',
    checkedAt: new Date('2026-11-20T14:07:31Z'),
  }
}
