import type { SignedEvent } from '@/lib/domain/history/event'
import { journalSession } from '@/lib/store/database/note-server'
import { JournalKnowledge } from '@/lib/store/journal/journal-knowledge'
import { journalReady } from '@/lib/store/journal/journal-watch'

/**
 * Makes this process know of an entry of a history that the database does not have.
 * @returns what makes it forget that again
 */
export async function putBehindJournal(chainId: string): Promise<() => void> {
  await journalReady()
  const session = journalSession()
  const { knowledge } = session
  const lost = { chainId, chain: 'lineage', sequence: 99, type: 'withdrawn', signature: 'lost' } as SignedEvent
  session.knowledge = new JournalKnowledge()
  session.knowledge.learn({ kind: 'event', position: 1, event: lost })
  return () => {
    session.knowledge = knowledge
  }
}
