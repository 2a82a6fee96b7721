import { describe, expect, it } from 'vitest'
import { newNoteKey } from '@/test/tlog/note-keys'
import { formatCheckpoint } from './checkpoint'
import { LogFormatError } from './log-format-error'
import { formatVkey } from './note-key'
import { cosignNote, signNote } from './note-signature'
import { formatNote, type NoteSignature } from './signed-note'
import { parsePolicy } from './trust-policy'
import { verifyCheckpoint } from './verify-checkpoint'

const ORIGIN = 'log.example/log'
const NOW = 1_780_000_000
const log = newNoteKey(ORIGIN, 'log')
const witness = newNoteKey('witness.example/w', 'witness')
/** A witness that calls itself as the log does. */
const namesake = newNoteKey(ORIGIN, 'witness')
const policy = parsePolicy(
  Buffer.from(
    `log ${formatVkey(log.key)}\nwitness w ${formatVkey(witness.key)}\nwitness n ${formatVkey(namesake.key)}\nquorum w\n`,
  ),
)
const text = formatCheckpoint({ origin: ORIGIN, size: 1, root: Buffer.alloc(32, 1) })
const ofLog = await signNote(log.key, log.signer, text)
const cosigned = (key: typeof witness, time: number) => cosignNote(key.key, key.signer, text, time)
const verify = (...signatures: NoteSignature[]) =>
  verifyCheckpoint(Buffer.from(formatNote({ text, signatures })), policy, NOW)

describe('a checkpoint', () => {
  it('is confirmed by a witness, once, at the time of its first signature', async () => {
    const [first, second] = [await cosigned(witness, NOW - 9), await cosigned(witness, NOW)]
    expect(first.bytes).toHaveLength(8 + 64)
    const found = verify(ofLog, first, second, ofLog)
    expect(found).toMatchObject({ origin: ORIGIN, size: 1, isWitnessed: true, logKey: log.key })
    expect(found.witnesses).toEqual([{ witness: policy.witnesses[0], time: NOW - 9 }])
  })

  it('is not the log’s where a witness signed that has the log’s name', async () => {
    const named = await cosigned(namesake, NOW)
    expect(() => verify(named)).toThrow('No log of the policy signed the checkpoint.')
    expect(verify(named, ofLog)).toMatchObject({ logKey: log.key, isWitnessed: false })
  })

  it.each<[string, Buffer]>([
    ['nothing behind its time', Buffer.alloc(8)],
    ['not even a time', Buffer.alloc(3)],
    ['a time that no number is', Buffer.concat([Buffer.alloc(8, 0xff), Buffer.alloc(64)])],
    ['another signature', Buffer.alloc(72)],
  ])('is refused with a cosignature of %s', (_, bytes) => {
    const { name, id: keyId } = witness.key
    expect(() => verify(ofLog, { name, keyId, bytes })).toThrow(LogFormatError)
    expect(() => verify(ofLog, { name, keyId, bytes })).toThrow('does not hold')
  })
})
