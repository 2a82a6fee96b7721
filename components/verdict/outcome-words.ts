import type { OverallStatus } from '@/lib/contract/check/verification'
import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Tone } from './verdict-view'

/** The name of each outcome within a line, with its shape and colour: those of the verification page. */
export const OUTCOME_WORDS: Record<OverallStatus, { tone: Tone; heading: MessageKey }> = {
  verified: { tone: 'genuine', heading: 'genuine.heading' },
  superseded: { tone: 'replaced', heading: 'replaced.heading' },
  withdrawn: { tone: 'stop', heading: 'withdrawn.heading' },
  expired: { tone: 'stop', heading: 'expired.heading' },
  issuer_suspended: { tone: 'stop', heading: 'suspended.heading' },
  document_altered: { tone: 'stop', heading: 'altered.heading' },
  invalid: { tone: 'stop', heading: 'invalid.heading' },
}
