import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { ServiceError } from '@/lib/errors'
import type { Transaction } from '@/lib/store/database/database'
import { findReaders } from '@/lib/store/evidence/issued-certificates'
import { enqueueMail } from './enqueue-mail'

/** The links of a passport that was just made. */
interface PassportLinks {
  certificateIds: readonly string[]
  handle: string
  url: string
  manageUrl: string
  published: boolean
}

/**
 * Queues the links of a passport for its holder, in the transaction that makes it. They go to the address of its
 * certificates, which must be one and the same: whoever has the links may do everything.
 * @returns whether it was queued: not where mail is off
 * @throws ServiceError `malformed` when there is no such address
 */
export async function mailPassportLinks(tx: Transaction, made: PassportLinks, issuerId?: string): Promise<boolean> {
  const reader = await findOneReader(tx, made.certificateIds)
  if (reader === null) {
    throw new ServiceError(
      'malformed',
      'These certificates did not all come with the same address: hand the links over.',
    )
  }
  const { handle, url, manageUrl, published } = made
  const links = { publicLink: published ? url : null, manageLink: manageUrl }
  const { email: to, language } = reader
  return enqueueMail(tx, {
    ...{ kind: 'passport_link', ...links, to, language, about: sha256Hex(handle) },
    issuerId: issuerId ?? null,
  })
}

/** Where the links of a passport of these certificates, by their ids, can be sent; null where there is not one address. */
export async function findOneReader(
  db: Pick<Transaction, 'query'>,
  certificateIds: readonly string[],
): Promise<{ email: string; language: string | null } | null> {
  const readers = await findReaders(db, certificateIds)
  const [first] = readers
  const addresses = new Set(readers.map(({ email }) => email?.toLowerCase() ?? ''))
  if (!first?.email || addresses.size !== 1) return null
  return { email: first.email, language: first.language }
}
