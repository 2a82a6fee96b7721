import type { OverallStatus } from './verification'

interface Outcome {
  meaning: string
  /** The caller's decision about the document that it was given. */
  action: string
}

/** What each value of `overall_status` means, in the order in which the first that applies is chosen (spec part 3). */
export const OUTCOMES: Record<OverallStatus, Outcome> = {
  invalid: {
    meaning: 'The record does not match what the issuer signed, or its key cannot be trusted. No name is returned.',
    action: 'Do not accept it.',
  },
  withdrawn: { meaning: 'The issuer withdrew it.', action: 'Do not accept it.' },
  superseded: {
    meaning: 'It was replaced by a correction, which is in `replacement_certificate`.',
    action: 'Do not accept this version. Verify the serial of the correction.',
  },
  issuer_suspended: {
    meaning: 'The operator of the service suspended the issuer.',
    action: 'Do not accept it for now.',
  },
  expired: { meaning: 'It is past its `expires_at`.', action: 'Do not accept it as current.' },
  document_altered: {
    meaning: 'The record is genuine, but the file that was sent is not the issued one. Only when a file is verified.',
    action: 'Do not accept the file.',
  },
  verified: {
    meaning: 'Genuine and current.',
    action: 'Compare the name and details in `certificate` with the document, and accept it if they agree.',
  },
}

/** The rule for every caller of verification (interface.md part 1). */
export const DECISION_RULE =
  'Accept only when `verification.overall_status` is `verified`. Every other value, and every failed request, means ' +
  'that the certificate is not accepted yet. After a `verified` result, compare the name and details in `certificate` ' +
  'with the document that you were given.'
