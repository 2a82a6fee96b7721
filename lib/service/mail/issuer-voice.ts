import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { assuranceLabel } from '@/lib/domain/issuer/assurance-label'
import { workingPool } from '@/lib/store/database/database'
import { findMailSettings, type MailSettings } from '@/lib/store/mail/mail-settings'

/** What an issuer adds to the messages about its certificates. */
export interface IssuerVoice {
  /** One paragraph each. */
  words: readonly string[]
  replyTo: string | null
}

const NO_VOICE: IssuerVoice = { words: [], replyTo: null }

/**
 * What an issuer adds, while its domain counts: a stranger's words and address do not go out beside a name that nobody
 * vouches for (decision 106).
 */
export function voiceIn({ words, replyTo }: MailSettings, domainCounts: boolean): IssuerVoice {
  return domainCounts ? { words: words === null ? [] : words.split(/\n+/), replyTo } : NO_VOICE
}

/** What the issuer of a certificate adds, as it chose by now. */
export async function findIssuerVoice({ issuer, content }: GenuineCertificate): Promise<IssuerVoice> {
  const label = assuranceLabel(content.verifiedDomain, issuer)
  return voiceIn(
    await findMailSettings(workingPool(), issuer.id),
    label === 'Domain verified' || label === 'Domain attested',
  )
}
