import { beforeAll, describe, expect, it } from 'vitest'
import { formatCheckpoint, parseCheckpoint } from '@/lib/crypto/tlog/checkpoint'
import { makeConsistencyProof } from '@/lib/crypto/tlog/consistency-proof'
import { signNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, parseNote } from '@/lib/crypto/tlog/signed-note'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import { EMPTY_ROOT } from '@/lib/crypto/tlog/tree-hash'
import { formatWitnessRequest } from '@/lib/crypto/tlog/witness-request'
import { ExampleLog, ORIGIN, sealedLeaf, someLeaves } from '@/test/tlog/example-log'
import { type HeldNoteKey, newNoteKey } from '@/test/tlog/note-keys'
import { readWitnessRequest, refuseBranch, type SignedRequest, type WitnessRefusal } from './judge-checkpoint'

const own = newNoteKey(ORIGIN, 'log')
const next = newNoteKey(ORIGIN, 'log')
const stranger = newNoteKey(ORIGIN, 'log')
const other = newNoteKey('other.example/log', 'log')
const known = [other.key, own.key, next.key]
const root = Buffer.alloc(32, 5)
const text = (size = 7) => formatCheckpoint({ origin: ORIGIN, size, root })

/** A request whose checkpoint these keys signed. */
async function requestOf(body: string, keys: readonly HeldNoteKey[], oldSize = 0): Promise<Buffer> {
  const signatures = await Promise.all(keys.map(({ key, signer }) => signNote(key, signer, body)))
  return Buffer.from(formatWitnessRequest({ oldSize, proof: [], checkpoint: formatNote({ text: body, signatures }) }))
}

const refused = (found: SignedRequest | WitnessRefusal) => ('status' in found ? found.status : 'read')

describe('a request to a witness', () => {
  it('is read with one signature of each key that is known', async () => {
    const found = readWitnessRequest(await requestOf(text(), [stranger, next, own, own], 7), known)
    if ('status' in found) throw new Error(String(found.status))
    expect(found).toMatchObject({
      origin: ORIGIN,
      head: { size: 7, root },
      request: { oldSize: 7 },
      note: { text: text() },
    })
    expect(found.note.signatures.map(({ keyId }) => keyId)).toEqual([own.key.id, next.key.id])
    expect(readWitnessRequest(await requestOf(text(), [stranger, own]), known)).toMatchObject({
      note: { signatures: [{ keyId: own.key.id }] },
    })
  })

  it.each<[string, string, HeldNoteKey[], number, number | 'read']>([
    ['with lines behind the root', `${text()}more\n`, [own], 0, 'read'],
    ['of a log that it does not know', text().replace(ORIGIN, 'x.example/log'), [own], 0, 404],
    ['that nobody known signed', text(), [stranger], 0, 403],
    ['that the key of another log signed', text(), [other], 0, 403],
    ['whose old size is above the new one', text(), [own], 8, 400],
    ['that nobody known signed, whatever its sizes', text(), [stranger], 8, 403],
    ['whose text is as long as can be', `${text()}${'x'.repeat(16 * 1024 - text().length - 1)}\n`, [own], 0, 'read'],
    ['whose text is longer', `${text()}${'x'.repeat(16 * 1024 - text().length)}\n`, [own], 0, 400],
    ['whose text is no checkpoint', 'x\n', [own], 0, 400],
  ])('%s', async (_, body, keys, oldSize, expected) => {
    expect(refused(readWitnessRequest(await requestOf(body, keys, oldSize), known))).toBe(expected)
  })

  it('is refused where a signature of a known key does not hold', async () => {
    const request = (await requestOf(text(), [own])).toString()
    const forged = request.replace(root.toString('base64'), Buffer.alloc(32, 6).toString('base64'))
    expect(refused(readWitnessRequest(Buffer.from(forged), known))).toBe(403)
    expect(refused(readWitnessRequest(Buffer.from('old x'), known))).toBe(400)
  })
})

describe('a witness', () => {
  type Head = SignedRequest['head']
  interface Trees {
    old: Head
    now: Head
    whole: Buffer[]
  }
  let trees: Trees
  beforeAll(async () => {
    const log = new ExampleLog(own, [])
    const headOf = () => parseCheckpoint(parseNote(log.files.get('checkpoint') ?? Buffer.alloc(0)).text)
    await log.grow(someLeaves(own, 4))
    const old = headOf()
    await log.grow([sealedLeaf(51), sealedLeaf(52), sealedLeaf(53)])
    const now = headOf()
    const hashes = tileHashes(9, async (tile) => log.files.get(tilePath(tile)) ?? Buffer.alloc(0))
    trees = { old, now, whole: await makeConsistencyProof(hashes, 6, 9) }
  })

  it.each<[string, (at: Trees) => [Head | null, number, Buffer[], Head], number | null]>([
    ['goes on with its log', ({ old, now, whole }) => [old, 6, whole, now], null],
    ['confirms the same again', ({ now }) => [now, 9, [], now], null],
    ['begins with a first tree', ({ now }) => [null, 0, [], now], null],
    ['begins with an empty tree', () => [null, 0, [], { size: 0, root: EMPTY_ROOT }], null],
    ['is asked for another old size', ({ old, now, whole }) => [old, 5, whole, now], 409],
    ['is asked as if it knew nothing', ({ old, now }) => [old, 0, [], now], 409],
    ['is asked as if it knew something', ({ now, whole }) => [null, 6, whole, now], 409],
    ['is shown another tree of the same size', ({ old }) => [old, 6, [], { size: 6, root }], 409],
    ['is shown no proof', ({ old, now }) => [old, 6, [], now], 422],
    ['is shown a branch', ({ old, whole }) => [old, 6, whole, { size: 9, root }], 422],
  ])('%s', (_, make, status) => {
    const [confirmed, oldSize, shown, head] = make(trees)
    const request = { oldSize, proof: shown, checkpoint: '' }
    const refusal = refuseBranch({ request, origin: ORIGIN, head, note: { text: '', signatures: [] } }, confirmed)
    expect(refusal?.status ?? null).toBe(status)
    if (refusal?.status === 409) expect(refusal.size).toBe(confirmed?.size ?? 0)
  })
})
