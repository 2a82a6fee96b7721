import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'

type LabelledIssuer = { verified_domain: string; assurance_label: string }

const LABELS = new Map<string, MessageKey>([
  ['Domain verified', 'assurance.verified'],
  ['Domain attested', 'assurance.attested'],
  ['Domain check lapsed', 'assurance.lapsed'],
  ['Domain not verified', 'assurance.notVerified'],
])

/**
 * The assurance label in the reader's language. Without a signed domain it is always “Domain not verified”, whatever
 * the live label says (spec part 3). A label without a translation is shown as it came.
 */
export function translateAssurance({ issuer }: { issuer: LabelledIssuer }, translator: Translator): string {
  if (!issuer.verified_domain) return translator.t('assurance.notVerified')
  const key = LABELS.get(issuer.assurance_label)
  return key ? translator.t(key) : issuer.assurance_label
}

/** Whether the domain that was signed can be relied on now: one that lapsed or was given up may be another's by then. */
export function isDomainRelied({ verified_domain: domain, assurance_label: label }: LabelledIssuer): boolean {
  return domain !== '' && (label === 'Domain verified' || label === 'Domain attested')
}
