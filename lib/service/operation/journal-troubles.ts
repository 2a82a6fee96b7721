import { journalSession } from '@/lib/store/database/note-server'

/**
 * What the comparisons with the journal last came to, in the words of readiness: `checks` where none is answered until somebody has seen to
 * it, `journal` where its folder is not there or takes nothing more, so that nothing can be withdrawn. Empty until the first one has ended.
 */
export function journalTroubles(): string[] {
  const { unreadable, uncompared, contradicted, unwritable } = journalSession()
  return [...(unreadable || uncompared || contradicted ? ['checks'] : []), ...(unwritable ? ['journal'] : [])]
}
