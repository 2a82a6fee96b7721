import type { Transaction } from '@/lib/store/database/database'
import { enqueueMail, enqueueMails } from './enqueue-mail'

/** The address and the language that a recipient is written to in. */
interface Reader {
  email: string | null
  language: string | null
}

/**
 * Queues the link of each certificate for its recipient, in the transaction that issues them.
 * @param ids of the certificates, in the order of their readers
 * @returns how many have an address
 */
export async function mailRecipients(
  tx: Transaction,
  issuerId: string,
  readers: readonly Reader[],
  ids: readonly string[],
): Promise<number> {
  const orders = readers.flatMap(({ email, language }, index) => {
    const id = ids[index]
    if (email === null || id === undefined) return []
    return [{ kind: 'certificate' as const, to: email, language, issuerId, certificateId: id, about: id }]
  })
  return enqueueMails(tx, orders)
}

/**
 * Queues the notice of a correction or a withdrawal, in the transaction that makes it.
 * @param change what happened to which certificate; of a correction the new one
 * @returns whether there is an address
 */
export async function mailChange(
  tx: Transaction,
  issuerId: string,
  { email, language }: Reader,
  change: { certificateId: string; kind: 'withdrawal' | 'correction' },
): Promise<boolean> {
  if (email === null) return false
  return enqueueMail(tx, { ...change, to: email, language, issuerId, about: change.certificateId })
}
