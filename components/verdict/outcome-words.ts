import type { ListedStatus } from '@/lib/contract/check/batch'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { type UnknownSerial, unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import type { MessageKey } from '@/lib/i18n/catalogues'
import { NOT_FOUND } from '@/lib/i18n/unknown-serial-heading'
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

/** Red stands only for a whole serial of our own form: everything else may be a slip of whoever typed it. */
export function notFoundWords(kind: UnknownSerial['kind']): { tone: Tone; heading: MessageKey } {
  return { tone: kind === 'own' ? 'stop' : 'unknown', heading: NOT_FOUND[kind] }
}

/** The same where no certificate may have the serial. */
export function listedWords(status: ListedStatus, serial: string): { tone: Tone; heading: MessageKey } {
  return status === 'not_found' ? notFoundWords(unknownSerial(serial).kind) : OUTCOME_WORDS[status]
}
