/** Everything that can be wrong with a badge (definitions.md part 6, "Error codes"). */
export const BADGE_ERROR_CODES = [
  'too_large',
  'png_signature',
  'png_chunk_length',
  'png_crc',
  'png_truncated',
  'png_chunk_type',
  'png_compressed',
  'multiple_credentials',
  'no_credential',
  'svg_entities',
  'malformed_json',
  'malformed_jws',
  'duplicate_key',
  'too_deep',
  'not_an_object',
  'open_badges_2',
  'context_order',
  'context_inline',
  'not_compacted',
  'ob_context_missing',
  'context_unknown',
  'not_a_verifiable_credential',
  'not_an_open_badge',
  'schema_invalid',
  'vc_schema_invalid',
  'subject_not_identified',
  'jsonld_unsafe',
  'issuer_missing',
  'issuer_unresolvable',
  'issuer_key_mismatch',
  'issuer_key_unbound',
  'verification_method_missing',
  'verification_method_not_url',
  'verification_method_not_found',
  'not_assertion_method',
  'controller_mismatch',
  'did_document_id_mismatch',
  'did_key_fragment',
  'bad_did',
  'unsupported_did_method',
  'ssrf_blocked',
  'kid_not_url',
  'key_missing',
  'key_type',
  'proof_missing',
  'proof_unsupported',
  'proof_error',
  'proof_expired',
  'signature_invalid',
  'alg_not_allowed',
  'typ_not_allowed',
  'crit_unsupported',
  'private_key_in_header',
  'vc_claim_forbidden',
  'iss_mismatch',
  'jti_mismatch',
  'sub_mismatch',
  'nbf_mismatch',
  'exp_mismatch',
  'expired',
  'not_yet_valid',
  'validity_order',
  'revoked',
  'suspended',
  'status_type_unsupported',
  'status_unavailable',
  'status_entry_malformed',
  'status_list_malformed',
  'status_list_signature_invalid',
  'status_list_expired',
  'status_list_not_yet_valid',
  'status_list_too_short',
  'status_purpose_mismatch',
  'status_index_range',
  'record_unknown',
  'record_not_current',
] as const

export type BadgeErrorCode = (typeof BADGE_ERROR_CODES)[number]

/** What is odd about a badge without making it invalid. */
export const BADGE_WARNING_CODES = [
  'vcdm_1_1',
  'schema_vcdm11',
  'proof_not_array',
  'status_list_issuer_differs',
  'status_refresh',
  'issuer_self_asserted',
] as const

export type BadgeWarningCode = (typeof BADGE_WARNING_CODES)[number]

/** The checks in the order in which they are listed (definitions.md part 6, "Validation"). */
export const BADGE_CHECKS = [
  'size',
  'unbake',
  'parse',
  'format',
  'context',
  'type',
  'schema',
  'vc_schema',
  'subject',
  'jsonld',
  'issuer',
  'proof',
  'dates',
  'status',
  'record',
] as const

export type BadgeCheckId = (typeof BADGE_CHECKS)[number]

/** `not_run` where an earlier failure leaves nothing to check, such as the proof of what could not be parsed. */
export type BadgeCheckStatus = 'passed' | 'failed' | 'undetermined' | 'not_applicable' | 'not_run'

/** One thing that is wrong or odd, where it stands, and what was found there. */
export interface BadgeFinding<Code extends string = BadgeErrorCode> {
  code: Code
  /** JSON path such as `$.credentialSubject.achievement.id`; `$` for the whole. */
  path: string
  /** What was found or expected there, short and in English, cleaned for display; null where the code says it all. */
  detail: string | null
}

/** What one check came to. Errors of an `undetermined` check are about what could not be reached. */
export interface BadgeCheckResult {
  id: BadgeCheckId
  status: BadgeCheckStatus
  errors: BadgeFinding[]
  warnings: BadgeFinding<BadgeWarningCode>[]
}
