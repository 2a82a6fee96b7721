import type { Transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { findSealed, holdSealed, insertSealed, isSealed, updateSealed } from '@/lib/store/keys/sealed-rows'

/** A passkey of a person; `id` is the credential's id in base64url. */
export interface StoredPasskey {
  id: string
  userId: string
  name: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
  backedUp: boolean
}

/** A passkey as its owner sees it. */
export interface ListedPasskey extends Pick<StoredPasskey, 'id' | 'name' | 'backedUp' | 'transports'> {
  createdAt: Date
  lastUsedAt: Date | null
}

/** How many passkeys a person has, also such as do not count: who has none may set up a first second factor. */
export async function countPasskeys(userId: string): Promise<number> {
  return prisma().deskPasskey.count({ where: { userId } })
}

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(userId: string): Promise<ListedPasskey[]> {
  const rows = await prisma().deskPasskey.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } })
  return rows
    .filter((row) => isSealed('desk_passkeys', row))
    .map(({ id, name, backedUp, transports, createdAt, lastUsedAt }) => {
      return { id, name, backedUp, transports, createdAt, lastUsedAt }
    })
}

/** The passkey with this credential id, or null. */
export async function findPasskey(id: string): Promise<StoredPasskey | null> {
  const row = await prisma().deskPasskey.findUnique({ where: { id } })
  if (!row || !isSealed('desk_passkeys', row)) return null
  const { userId, name, publicKey, counter, transports, backedUp } = row
  return { id, userId, name, publicKey, counter: Number(counter), transports, backedUp }
}

/** @returns false when this credential is registered already */
export async function insertPasskey(tx: Transaction, passkey: StoredPasskey): Promise<boolean> {
  const row = { ...passkey, publicKey: Buffer.from(passkey.publicKey), counter: BigInt(passkey.counter) }
  return (await insertSealed(tx, 'desk_passkeys', [row], '(id) DO NOTHING')).length === 1
}

/**
 * Notes that a passkey was used, with the count that its device keeps.
 * @returns false when another use counted as far meanwhile (a copy of the device), or the passkey is gone
 */
export async function notePasskeyUse(id: string, counter: number): Promise<boolean> {
  const used = await prisma().$executeRaw`
    UPDATE desk_passkeys SET counter = ${counter}, last_used_at = clock_timestamp()
    WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0))`
  return used === 1
}

/** @returns false when the person has no such passkey */
export async function renamePasskey(tx: Transaction, userId: string, id: string, name: string): Promise<boolean> {
  return (await updateSealed(tx, 'desk_passkeys', 'user_id = $1 AND id = $2', [userId, id], { name })).length === 1
}

/** @returns false when the person has no such passkey */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM desk_passkeys WHERE user_id = $1 AND id = $2', [userId, id])
  return rowCount === 1
}

/** Whether a person has this passkey, which stays until the transaction ends. */
export async function holdPasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await findSealed(tx, 'desk_passkeys', 'user_id = $1 AND id = $2 FOR SHARE', [userId, id])).length === 1
}

/** The ids of a person's passkeys, held until the transaction ends. */
export async function holdPasskeys(tx: Transaction, userId: string): Promise<string[]> {
  const own = await holdSealed(tx, 'desk_passkeys', 'user_id = $1 ORDER BY id', [userId])
  return own.map(({ id }) => id)
}
