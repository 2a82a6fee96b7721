import { createPrivateKey, type KeyObject, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { decryptPrivateKey, encryptPrivateKey } from '@/lib/crypto/encryption/encrypted-key'
import { logKeyMac, verifyLogKeyMac } from '@/lib/crypto/seals/log-key-mac'
import { generateKeyPair, publicJwkOf } from '@/lib/crypto/signature/public-key'
import { localSigner, type Signer } from '@/lib/crypto/signature/signer'
import { makeNoteKey, type NoteKey } from '@/lib/crypto/tlog/note-key'
import { env } from '@/lib/env'
import { ServiceError, undetermined } from '@/lib/errors'
import { milliseconds } from '@/lib/store/database/sql-time'
import { keyEncryptionKey, requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { handedTagKey } from '@/lib/store/signer/handed-keys'
import { socketSigner } from '@/lib/store/signer/socket-signer'

/** What a key of the public log is for: its checkpoints, its tags, or our own cosignatures. */
type LogKeyPurpose = 'log' | 'vrf' | 'witness'

/** A row of the log's keys with its encrypted private half, which is null where the key is in a file. */
export interface LogKeyRow {
  id: string
  purpose: LogKeyPurpose
  name: string
  /** base64url of 32 bytes. */
  publicKey: string
  privateSealed: string | null
  state: 'active' | 'retired' | 'compromised'
  /** Milliseconds since 1970. */
  createdAt: number
  endedAt: number | null
  mac: string
}

/** A key of a note with what signs under it. */
interface HeldLogKey {
  row: LogKeyRow
  key: NoteKey
  signer: Signer
}

/** Of the keys of a rotation one begins and the other ends at a moment that was set before. */
export function signsAt({ state, createdAt, endedAt }: LogKeyRow, now: number): boolean {
  return state === 'active' && createdAt <= now && (endedAt === null || now < endedAt)
}

/** The owner that the log's encrypted keys are bound to. */
export const LOG_KEY_OWNER = 'log'

/**
 * Every key of the log whose row carries a good MAC, the newest first.
 * @throws ServiceError `unavailable` without the key encryption key
 */
export async function findLogKeys(db: pg.ClientBase | pg.Pool): Promise<LogKeyRow[]> {
  return (await readLogKeys(db)).filter((row) => verifyLogKeyMac(keyEncryptionKey(), row, row.mac))
}

/** Every row of the log's keys, as it stands. */
export async function readLogKeys(db: pg.ClientBase | pg.Pool): Promise<LogKeyRow[]> {
  const { rows } = await db.query<LogKeyRow>(
    `SELECT id, purpose, name, public_key AS "publicKey", private_sealed AS "privateSealed", state,
       ${milliseconds('created_at')}::float8 AS "createdAt", ${milliseconds('ended_at')}::float8 AS "endedAt", mac
     FROM log_keys ORDER BY created_at DESC, id`,
  )
  return rows
}

/** The text key of a log's or a witness's row. */
export function noteKeyOf({ name, purpose, publicKey }: LogKeyRow): NoteKey {
  return makeNoteKey(name, purpose === 'witness' ? 'witness' : 'log', Buffer.from(publicKey, 'base64url'))
}

/**
 * Opens the keys that sign checkpoints now, the newest first.
 * @param now milliseconds since 1970
 * @throws ServiceError `unavailable` where one can be opened neither here nor from LOG_KEY_FILE
 */
export function openNoteKeys(rows: readonly LogKeyRow[], purpose: 'log' | 'witness', now: number): HeldLogKey[] {
  return rows
    .filter((row) => row.purpose === purpose && signsAt(row, now))
    .map((row) => {
      const key = noteKeyOf(row)
      const signer =
        env().SIGNER === 'socket'
          ? socketSigner({ by: 'log', keyId: row.id }, 'EdDSA', key.publicKey, key.name)
          : localSigner(key.name, openPrivate(row))
      return { row, key, signer }
    })
}

/**
 * The 32 secret bytes of the key of the log's tags.
 * @throws ServiceError `unavailable` when there is none, or it cannot be opened
 */
export async function openVrfKey(rows: readonly LogKeyRow[]): Promise<Buffer> {
  const { SIGNER, SIGNER_SOCKET = '' } = env()
  if (SIGNER === 'socket') return handedTagKey(SIGNER_SOCKET)
  const row = rows.find(({ purpose }) => purpose === 'vrf')
  if (!row) throw new ServiceError('unavailable', 'The log has no key for its tags.')
  const { d = '' } = openPrivate(row).export({ format: 'jwk' })
  return Buffer.from(d, 'base64url')
}

function openPrivate(row: LogKeyRow): KeyObject {
  try {
    if (row.privateSealed === null) return keyOfFile(row)
    return decryptPrivateKey(row.privateSealed, requireKeyEncryptionKey(), { owner: LOG_KEY_OWNER, keyId: row.id })
  } catch (cause) {
    throw new ServiceError('unavailable', `The ${row.purpose} key of the public log cannot be used.`, { cause })
  }
}

/** The key of LOG_KEY_FILE that the row is of. */
function keyOfFile({ purpose, publicKey }: LogKeyRow): KeyObject {
  const file = env().LOG_KEY_FILE
  if (purpose !== 'log' || file === undefined) throw new Error('its private half is not here')
  const key = readKeyFile(file).find((one) => publicHalf(one) === publicKey)
  if (!key) throw new Error('LOG_KEY_FILE holds other keys')
  return key
}

/** While one key follows another the file holds both. */
function readKeyFile(file: string): KeyObject[] {
  const blocks = readFileSync(file, 'utf8').match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? []
  return blocks.map((key) => createPrivateKey({ key, format: 'pem' }))
}

function newKeyOfFile(file: string, known: readonly string[]): KeyObject {
  const key = readKeyFile(file).find((one) => !known.includes(publicHalf(one)))
  if (key) return key
  throw new ServiceError(
    'unavailable',
    `LOG_KEY_FILE holds no new key: add one as PEM to ${file}, on the machine that signs.`,
  )
}

function publicHalf(key: KeyObject): string {
  const jwk = publicJwkOf(key)
  if (jwk.crv !== 'Ed25519') throw new Error('the key is not an Ed25519 key')
  return jwk.x
}

/**
 * Makes a key; the log's own comes from LOG_KEY_FILE where that is set, and then only its public half is stored.
 * @param name that it signs under
 * @param at from when it signs, in milliseconds since 1970
 * @param known public keys of the log that were used before: the file's new key is none of them
 */
export function makeLogKey(purpose: LogKeyPurpose, name: string, at: number, known: readonly string[] = []): LogKeyRow {
  const file = purpose === 'log' ? env().LOG_KEY_FILE : undefined
  const privateKey = file === undefined ? generateKeyPair('EdDSA').privateKey : newKeyOfFile(file, known)
  const id = randomUUID()
  const facts = { id, purpose, name, publicKey: publicHalf(privateKey), createdAt: at, endedAt: null }
  const row = { ...facts, state: 'active' as const }
  const kek = requireKeyEncryptionKey()
  return {
    ...row,
    privateSealed: file === undefined ? encryptPrivateKey(privateKey, kek, { owner: LOG_KEY_OWNER, keyId: id }) : null,
    mac: logKeyMac(kek, row),
  }
}

/**
 * The key that this service confirms logs with; made where there is none yet, and in no other's place.
 * @param name that it signs under
 * @param at milliseconds since 1970
 * @throws ServiceError `unavailable` where it cannot be told or opened
 */
export async function requireWitnessKey(tx: pg.ClientBase, name: string, at: number): Promise<HeldLogKey> {
  await tx.query("SELECT pg_advisory_xact_lock(hashtextextended('witness-key', 0))")
  const rows = await findLogKeys(tx)
  if (!rows.some(({ purpose, state }) => purpose === 'witness' && state === 'active')) {
    // Somebody changed its row, or this process goes on under another key.
    if ((await readLogKeys(tx)).some(({ purpose, id }) => purpose === 'witness' && !rows.some((row) => row.id === id)))
      throw undetermined('the row of a key that logs are confirmed with fails its check')
    const made = makeLogKey('witness', name, at)
    await insertLogKey(tx, made)
    rows.push(made)
  }
  const [held] = openNoteKeys(rows, 'witness', at)
  if (!held) throw new ServiceError('unavailable', 'This service has no key to confirm logs with.')
  return held
}

/** Adds a key of the log. */
export async function insertLogKey(tx: pg.ClientBase, row: LogKeyRow): Promise<void> {
  await tx.query(
    `INSERT INTO log_keys (id, purpose, name, public_key, private_sealed, state, created_at, mac)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[row.id, row.purpose, row.name, row.publicKey, row.privateSealed, row.state],
      ...[new Date(row.createdAt).toISOString(), row.mac],
    ],
  )
}

/** Writes the MAC of a key of the log anew. */
export async function updateLogKeyMac(tx: pg.ClientBase, id: string, mac: string): Promise<void> {
  await tx.query('UPDATE log_keys SET mac = $2 WHERE id = $1', [id, mac])
}

/** Ends a key: at a moment that is set for later it goes on signing until then, else its private half goes. */
export async function endLogKey(
  tx: pg.ClientBase,
  row: LogKeyRow,
  { state, endedAt }: Pick<LogKeyRow, 'state'> & { endedAt: number },
): Promise<LogKeyRow> {
  const ended = { ...row, state, endedAt, privateSealed: state === 'active' ? row.privateSealed : null }
  const mac = logKeyMac(requireKeyEncryptionKey(), ended)
  await tx.query('UPDATE log_keys SET state = $2, ended_at = $3, private_sealed = $4, mac = $5 WHERE id = $1', [
    ...[row.id, state, new Date(endedAt).toISOString(), ended.privateSealed, mac],
  ])
  return { ...ended, mac }
}
