import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newNoteKey } from '@/test/tlog/note-keys'
import { formatCheckpoint } from './checkpoint'
import { makeInclusionProof } from './inclusion-proof'
import { LogFormatError } from './log-format-error'
import { formatLogProof, parseLogProof, verifyLogProof } from './log-proof'
import { formatVkey, makeNoteKey } from './note-key'
import { cosignNote, signNote } from './note-signature'
import { formatNote } from './signed-note'
import { leafHash, rootOf } from './tree-hash'
import { isQuorum, parsePolicy } from './trust-policy'
import { verifyCheckpoint } from './verify-checkpoint'

const ORIGIN = 'log.example/log'
const NOW = 1_700_000_000
const log = newNoteKey(ORIGIN, 'log')
const witnesses = ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'].map((name) => newNoteKey(`${name}.example`, 'witness'))
const witnessLines = witnesses.map(({ key }) => `witness ${key.name.slice(0, 2)} ${formatVkey(key)}\n`).join('')
/** The example of the specification. */
const EXAMPLE = `# Whom we trust
log ${formatVkey(log.key)} https://log.example/log/

${witnessLines}
\tgroup X-witnesses  2 X1 X2 X3\t
group Y-witnesses any Y1 Y2 Y3
group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`
const other = newNoteKey('other.example', 'witness')
const read = (text: string) => parsePolicy(Buffer.from(text))

const leaves = Array.from({ length: 11 }, (_, index) => Buffer.from(`leaf ${index}`))
const hashes = leaves.map(leafHash)
const subtrees = async (height: number, index: number) =>
  rootOf(hashes.slice(index * 2 ** height, (index + 1) * 2 ** height))

async function checkpointOf(signers: typeof witnesses, { time = NOW, root = rootOf(hashes), origin = ORIGIN } = {}) {
  const text = formatCheckpoint({ origin, size: leaves.length, root })
  const cosignatures = await Promise.all(signers.map(({ key, signer }) => cosignNote(key, signer, text, time)))
  return formatNote({ text, signatures: [await signNote(log.key, log.signer, text), ...cosignatures] })
}

describe('a policy', () => {
  it('names logs, witnesses and a quorum', () => {
    const policy = read(EXAMPLE)
    expect(policy.logs).toEqual([{ key: log.key, url: 'https://log.example/log/' }])
    expect(policy.witnesses.map(({ name, key }) => [name, key])).toEqual(
      witnesses.map(({ key }) => [key.name.slice(0, 2), key]),
    )
    expect(read('quorum none\n')).toEqual({ logs: [], witnesses: [], quorum: null })
  })

  it('counts its quorum as the groups say, for every set of witnesses', () => {
    const { quorum, witnesses: all } = read(EXAMPLE)
    for (let set = 0; set < 64; set++) {
      const signed = all.filter((_, place) => set & (1 << place))
      const [x, y] = ['X', 'Y'].map((letter) => signed.filter(({ name }) => name.startsWith(letter)).length)
      expect(isQuorum(quorum, new Set(signed))).toBe((x ?? 0) >= 2 && (y ?? 0) >= 1)
    }
  })

  const wrong: [string, string][] = [
    ['no quorum', EXAMPLE.replace(/quorum.*\n/, '')],
    ['two quorums', `${EXAMPLE}quorum none\n`],
    ['an unknown name', EXAMPLE.replace('quorum X-and-Y', 'quorum Z')],
    ['a name of a later line', 'quorum X1\n' + witnessLines],
    ['a group of itself', EXAMPLE.replace('all X-witnesses', 'all X-and-Y')],
    ['a member twice in a group', EXAMPLE.replace('2 X1 X2 X3', '2 X1 X2 X2')],
    ['a member of two groups', EXAMPLE.replace('any Y1', 'any X1')],
    ['a group without members', EXAMPLE.replace('any Y1 Y2 Y3', 'any')],
    ['more than all', EXAMPLE.replace('2 X1', '4 X1')],
    ['fewer than one', EXAMPLE.replace('2 X1', '0 X1')],
    ['a strange number', EXAMPLE.replace('2 X1', '02 X1')],
    ['the name none', EXAMPLE.replaceAll('X-witnesses', 'none')],
    ['a name twice', EXAMPLE.replace('group Y-witnesses', 'group X-witnesses')],
    ['a name of a witness, given to a group', `${EXAMPLE}witness W ${formatVkey(other.key)}\ngroup X1 any W\n`],
    ['a log twice', `log ${formatVkey(log.key)}\n${EXAMPLE}`],
    ['a log under a second name', `log ${formatVkey(makeNoteKey('b', 'log', log.key.publicBytes))}\n${EXAMPLE}`],
    ['a witness twice', EXAMPLE.replace(/(witness) X1 (.*)\n/, '$1 X1 $2\n$1 Z $2\n')],
    ['a witness as a log', EXAMPLE.replace(formatVkey(log.key), formatVkey(newNoteKey('x', 'witness').key))],
    ['a log as a witness', EXAMPLE.replace(/witness X1 .*/, `witness X1 ${formatVkey(newNoteKey('x', 'log').key)}`)],
    ['another word', `trust everybody\n${EXAMPLE}`],
    ['another word for the quorum', EXAMPLE.replace('quorum X', 'quora X')],
    ['words too many', EXAMPLE.replace('quorum X-and-Y', 'quorum X-and-Y or-none')],
    ['words behind a log', EXAMPLE.replace('https://log.example/log/', 'https://log.example/log/ more')],
    ['words behind a witness', EXAMPLE.replace(/(witness X1 .*)/, '$1 https://x.example more')],
    ['a log that is none', `log\n${EXAMPLE}`],
    ['a witness without a key', `witness W\n${EXAMPLE}`],
    ['a witness without a name', `witness\n${EXAMPLE}`],
    ['a group without a rule', `group G\n${EXAMPLE}`],
    ['a group without a name', `group\n${EXAMPLE}`],
    ['a control character', EXAMPLE.replace('# Whom', '# \u0000Whom')],
    ['too many bytes', `#${'x'.repeat(256 * 1024)}\n${EXAMPLE}`],
    ['a carriage return', EXAMPLE.replaceAll('\n', '\r\n')],
    ['a cut end', EXAMPLE.slice(0, -1)],
    ['a damaged key', EXAMPLE.replace(/(log .*).( https)/, '$1$2')],
  ]
  it.each(wrong)('is refused for %s', (_, text) => expect(() => read(text)).toThrow(LogFormatError))

  it('is refused when it was cut off behind its quorum', () => {
    const vkey = formatVkey(log.key)
    expect(read(`quorum none\nlog ${vkey}\n`).logs).toHaveLength(1)
    expect(() => read(`quorum none\nlog ${vkey}`)).toThrow('does not end')
  })

  it('is refused as a whole, with the line that is wrong', () => {
    expect(() => read('# a\n\nquorum X\n')).toThrow('Line 3 of the policy: it names what no line before it defines.')
  })

  it('is read from any text without another exception, and never grows a looser quorum from a cut one', () => {
    const lines = EXAMPLE.split('\n')
    const property = fc.property(fc.subarray(lines), fc.nat(EXAMPLE.length), (some, cut) => {
      for (const text of [some.join('\n'), EXAMPLE.slice(0, cut)]) {
        try {
          expect(isQuorum(read(text).quorum, new Set())).toBe(false)
        } catch (error) {
          expect(error).toBeInstanceOf(LogFormatError)
        }
      }
    })
    fc.assert(property, { numRuns: 300 })
  })
})

describe('a checkpoint under a policy', () => {
  const policy = read(EXAMPLE)
  const verify = async (...args: Parameters<typeof checkpointOf>) =>
    verifyCheckpoint(Buffer.from(await checkpointOf(...args)), policy, NOW)

  it('is witnessed by those whose cosignatures hold', async () => {
    const found = await verify(witnesses.slice(1, 4))
    expect(found).toMatchObject({ origin: ORIGIN, size: 11, logKey: log.key, isWitnessed: true })
    expect(found.witnesses.map(({ witness, time }) => [witness.name, time])).toEqual([
      ['X2', NOW],
      ['X3', NOW],
      ['Y1', NOW],
    ])
    expect((await verify(witnesses.slice(0, 3))).isWitnessed).toBe(false)
    expect((await verify([newNoteKey('X1.example', 'witness')])).witnesses).toEqual([])
  })

  it('is not witnessed in the future', async () => {
    expect((await verify(witnesses, { time: NOW + 299 })).isWitnessed).toBe(true)
    expect(await verify(witnesses, { time: NOW + 301 })).toMatchObject({ isWitnessed: false, witnesses: [] })
  })

  it('is refused without a log of the policy, and of another origin than the key is for', async () => {
    await expect(verify(witnesses, { origin: 'other.example' })).rejects.toThrow('No log of the policy signed')
    const stranger = read(EXAMPLE.replace(formatVkey(log.key), formatVkey(newNoteKey(ORIGIN, 'log').key)))
    const note = Buffer.from(await checkpointOf(witnesses))
    expect(() => verifyCheckpoint(note, stranger, NOW)).toThrow('No log of the policy signed')
  })

  it('carries a proof of a leaf, which holds for that leaf and that policy', async () => {
    const index = 5
    const proof = {
      extra: Buffer.from('{}'),
      index,
      hashes: await makeInclusionProof(subtrees, index, leaves.length),
      checkpoint: await checkpointOf(witnesses),
    }
    const text = formatLogProof(proof)
    const leaf = leaves[index] as Buffer
    expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra e30=\nindex 5\n(?:\S{44}\n){4}\nlog\.example\/log\n11\n/)
    expect(parseLogProof(Buffer.from(text))).toEqual(proof)
    expect(parseLogProof(Buffer.from(formatLogProof({ ...proof, extra: null }))).extra).toBeNull()
    expect(verifyLogProof(proof, leaf, policy, NOW).size).toBe(11)
    expect(() => verifyLogProof(proof, Buffer.from('leaf 6'), policy, NOW)).toThrow('does not lead')
    expect(() => verifyLogProof({ ...proof, index: 6 }, leaf, policy, NOW)).toThrow('does not lead')
    const alone = { ...proof, checkpoint: await checkpointOf([]) }
    expect(() => verifyLogProof(alone, leaf, policy, NOW)).toThrow('lacks the quorum')
    expect(verifyLogProof(alone, leaf, { ...policy, quorum: null }, NOW).size).toBe(11)

    const property = fc.property(fc.nat(text.length), fc.nat(text.length), fc.string(), (from, to, some) => {
      const changed = text.slice(0, from) + some + text.slice(to)
      try {
        const found = parseLogProof(Buffer.from(changed))
        expect(formatLogProof(found)).toBe(changed)
      } catch (error) {
        expect(error).toBeInstanceOf(LogFormatError)
      }
    })
    fc.assert(property, { numRuns: 500 })
  })

  it.each([
    '',
    'c2sp.org/tlog-proof@v1\n',
    'c2sp.org/tlog-proof@v1\nindex 01\n\n',
    'c2sp.org/tlog-proof@v1\nextra\nindex 1\n\n',
    'c2sp.org/tlog-proof@v1\nextra !\nindex 1\n\n',
    'c2sp.org/tlog-proof@v1\nindex 1\nAAAA\n\n',
    'c2sp.org/tlog-proof@v2\nindex 1\n\n',
    'c2sp.org/tlog-proof@v1\nplace 1\n\n',
    '\ufeffc2sp.org/tlog-proof@v1\nindex 1\n\n',
    'c2sp.org/tlog-proof@v1\r\nindex 1\r\n\r\n',
    `c2sp.org/tlog-proof@v1\nindex 1\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\n`,
  ])('and no proof is %j', (text) => expect(() => parseLogProof(Buffer.from(text))).toThrow(LogFormatError))

  it('and no proof is what is not UTF-8, or too long', () => {
    const start = 'c2sp.org/tlog-proof@v1\nindex 1\n\n'
    expect(parseLogProof(Buffer.from(start)).index).toBe(1)
    expect(() => parseLogProof(Buffer.from(`${start}\u00ff`, 'latin1'))).toThrow(LogFormatError)
    expect(() => parseLogProof(Buffer.from(start + 'x'.repeat(512 * 1024)))).toThrow(LogFormatError)
  })
})
