import { parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { LogFormatError } from '@/lib/crypto/tlog/log-format-error'
import { formatVkey, parseVkey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures, isOfTheFuture } from '@/lib/crypto/tlog/note-signature'
import { parseNote } from '@/lib/crypto/tlog/signed-note'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { isWitnessAddress } from '@/lib/net/ask-witness'
import { transaction, workingPool } from '@/lib/store/database/database'
import { databaseTime } from '@/lib/store/evidence/event-log'
import { logKeysNow, publishedOrder } from '@/lib/store/log/keys/key-times'
import { noteKeyOf, requireWitnessKey } from '@/lib/store/log/keys/log-keys'
import { logStore } from '@/lib/store/log/open-log-store'
import { addToLogPolicy, logPolicy, logPolicyFile } from '@/lib/store/log/witness/log-policy'
import { findWitnessedTree, originHash } from '@/lib/store/log/witness/witnessed-trees'
import { witnessName } from './cosign-checkpoint'

const MOST_NOTE_BYTES = 64 * 1024

/**
 * Names a witness that is asked to confirm our log, by one line in the policy.
 * @param address where it is asked, without `/add-checkpoint`
 * @returns the file that has the line
 * @throws ServiceError `malformed` for a name, key or address that is none, or that stands in the policy already
 */
export async function nameWitness(witness: { name: string; key: string; address: string }): Promise<string> {
  const { name, key, address } = witness
  if (!/^[\w.-]{1,64}$/.test(name))
    throw new ServiceError('malformed', 'The name of a witness is a word of letters, digits and . _ -')
  if (!isWitnessAddress(address) || /\s/.test(address))
    throw new ServiceError(
      'malformed',
      'The address of a witness is an https address, such as https://other.example/witness.',
    )
  keyOf(key)
  await addToLogPolicy(`witness ${name} ${key} ${address.replace(/\/$/, '')}`)
  return logPolicyFile()
}

/** Who confirms our log, and whose log we confirm. */
interface DescribedWitnesses {
  /** Keys of our log; none where there is no log. */
  vkeys: string[]
  /** What somebody else names us with. */
  own: { name: string; key: string; address: string }
  witnesses: { name: string; key: string; address: string | null; size: number | null; at: string | null }[]
  confirms: { origin: string; key: string; size: number | null }[]
}

/** @throws ServiceError `malformed` where LOG_POLICY or WITNESS_LOGS is wrong */
export async function describeWitnesses(): Promise<DescribedWitnesses> {
  const { key: own } = await transaction(async (tx) => requireWitnessKey(tx, witnessName(), await databaseTime(tx)))
  const { rows, now } = await logKeysNow(workingPool())
  const vkeys = publishedOrder(rows, now)
    .filter(({ state }) => state === 'active')
    .map((row) => formatVkey(noteKeyOf(row)))
  const { witnesses } = await logPolicy()
  const heads = await readConfirmed()
  return {
    vkeys,
    own: {
      name: new URL(env().BASE_URL).hostname,
      key: formatVkey(own),
      address: `${env().BASE_URL}/witness`,
    },
    witnesses: witnesses.map(({ name, key, url }) => {
      const found = heads.flatMap(({ note, size }) => {
        const time = checkNoteSignatures(note, [key])[0]?.time
        return time == null || isOfTheFuture(time, Math.floor(Date.now() / 1000)) ? [] : [{ size, time }]
      })
      const newest = found.sort((a, b) => b.time - a.time)[0]
      const at = newest ? new Date(newest.time * 1000).toISOString() : null
      return { name, key: formatVkey(key), address: url, size: newest?.size ?? null, at }
    }),
    confirms: await Promise.all(
      env().WITNESS_LOGS.map(async (vkey) => {
        const { name: origin } = keyOf(vkey)
        const tree = await findWitnessedTree(workingPool(), originHash(origin))
        return { origin, key: vkey, size: tree?.size ?? null }
      }),
    ),
  }
}

async function readConfirmed() {
  const store = await logStore()
  const files = await Promise.all(
    ['checkpoint', 'checkpoint.witnessed'].map((path) => store.read(path, MOST_NOTE_BYTES)),
  )
  return files.flatMap((bytes) => {
    if (!bytes) return []
    const note = parseNote(bytes)
    return [{ note, size: parseCheckpoint(note.text).size }]
  })
}

function keyOf(text: string) {
  try {
    return parseVkey(text)
  } catch (error) {
    if (error instanceof LogFormatError) throw new ServiceError('malformed', error.message)
    throw error
  }
}
