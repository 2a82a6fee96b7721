import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newNoteKey, seededNoteKey } from '@/test/tlog/note-keys'
import { formatCheckpoint, parseCheckpoint } from './checkpoint'
import { LogFormatError } from './log-format-error'
import { formatVkey, makeNoteKey, parseVkey } from './note-key'
import { checkNoteSignatures, cosignNote, signNote } from './note-signature'
import { formatNote, parseNote } from './signed-note'
import { EMPTY_ROOT, leafHash } from './tree-hash'

/** The example of Go's `sumdb/note`. */
const NEUMANN = {
  seed: Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1),
  vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
}
const ORIGIN = 'log.example/log'
const log = newNoteKey(ORIGIN, 'log')
const witness = newNoteKey('witness.example/w1', 'witness')
const root = leafHash(Buffer.from('x'))
const text = formatCheckpoint({ origin: ORIGIN, size: 1, root })
const signed = formatNote({
  text,
  signatures: [
    await signNote(log.key, log.signer, text),
    await cosignNote(witness.key, witness.signer, text, 1_700_000_000),
  ],
})
const bytes = Buffer.from(signed)

describe('keys', () => {
  it('are written and read as others do', () => {
    const { key } = seededNoteKey('PeterNeumann', 'log', NEUMANN.seed)
    expect(formatVkey(key)).toBe(NEUMANN.vkey)
    expect(parseVkey(NEUMANN.vkey)).toEqual(key)
    expect(parseVkey(formatVkey(witness.key))).toEqual(witness.key)
    const golang = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8'
    expect(formatVkey(parseVkey(golang))).toBe(golang)
  })

  it.each([
    '',
    'PeterNeumann',
    'PeterNeumann+c74f20a3',
    NEUMANN.vkey.replace('c74f20a3', 'c74f20a4'),
    NEUMANN.vkey.replace('c74f20a3', 'C74F20A3'),
    NEUMANN.vkey.replace('Peter', 'peter'),
    NEUMANN.vkey.replace('PeterN', 'Peter N'),
    NEUMANN.vkey.replace('+ARpc', '+BRpc'),
    NEUMANN.vkey.replace('+ARpc', '+AhpcARpc'),
    `${NEUMANN.vkey}\n`,
    ` ${NEUMANN.vkey}`,
  ])('are not %j', (vkey) => expect(() => parseVkey(vkey)).toThrow(LogFormatError))

  it('are no points of small order, under which everything would hold', () => {
    const one = Buffer.from('0100000000000000000000000000000000000000000000000000000000000000', 'hex')
    expect(() => makeNoteKey('x', 'log', one)).toThrow(LogFormatError)
  })

  it('are read from any text without another exception', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(() => parseVkey(`${a}+033de0ae+${b}`)).toThrow(LogFormatError)
      }),
    )
  })
})

describe('notes', () => {
  it('are signed and read as others do', async () => {
    const { key, signer } = seededNoteKey('PeterNeumann', 'log', NEUMANN.seed)
    const note = formatNote({ text: NEUMANN.text, signatures: [await signNote(key, signer, NEUMANN.text)] })
    expect(note).toBe(`${NEUMANN.text}\n${NEUMANN.line}`)
    expect(checkNoteSignatures(parseNote(Buffer.from(note)), [key])).toEqual([{ key, time: null }])
  })

  it('keep text and signatures, also where the text has empty lines', () => {
    expect(formatNote(parseNote(bytes))).toBe(signed)
    const poem = `one\n\ntwo\n\n${NEUMANN.line}`
    expect(parseNote(Buffer.from(poem))).toMatchObject({ text: 'one\n\ntwo\n', signatures: [{ name: 'PeterNeumann' }] })
  })

  it('tell which known keys signed, each once, and pass over others', () => {
    const note = parseNote(bytes)
    const twice = { ...note, signatures: [...note.signatures, ...note.signatures] }
    expect(checkNoteSignatures(twice, [log.key, witness.key])).toEqual([
      { key: log.key, time: null },
      { key: witness.key, time: 1_700_000_000 },
    ])
    expect(checkNoteSignatures(note, [newNoteKey(ORIGIN, 'log').key])).toEqual([])
    // The same bytes of a key are another key under another name, or for another purpose.
    expect(checkNoteSignatures(note, [makeNoteKey('other', 'log', log.key.publicBytes)])).toEqual([])
    expect(checkNoteSignatures(note, [makeNoteKey(witness.key.name, 'log', witness.key.publicBytes)])).toEqual([])
  })

  it('are refused when anything that a known key signed was changed', () => {
    const keys = [log.key, witness.key]
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      let found: unknown
      try {
        found = checkNoteSignatures(parseNote(changed), keys).length
      } catch (error) {
        found = error instanceof LogFormatError ? 'refused' : error
      }
      // A changed name or id makes it a stranger's signature, which counts for nothing.
      expect(found === 'refused' || found === 1).toBe(true)
    }
  })

  it.each([
    '',
    'text\n',
    'text\n\n',
    'text\n\n— x08go\n',
    `text\n${NEUMANN.line}`,
    `text\n\n${NEUMANN.line.trimEnd()}`,
    `text\n\n${NEUMANN.line}more\n`,
    `text\n\n${NEUMANN.line.replace('— ', '- ')}`,
    `text\n\n${NEUMANN.line.replace(' x08', '  x08')}`,
    `text\n\n${NEUMANN.line.replace('=', '')}`,
    `text\n\n${NEUMANN.line.replace('\n', ' \n')}`,
    `te\rxt\n\n${NEUMANN.line}`,
    `te\u0000xt\n\n${NEUMANN.line}`,
    `text\n\n${NEUMANN.line.replace('PeterNeumann', 'Peter+Neumann')}`,
    `text\n\n${NEUMANN.line.replace('PeterNeumann', 'Peter\u2003Neumann')}`,
    `text\n\n${'— PeterNeumann AAAAAA==\n'}`,
    `text\n\n${NEUMANN.line.repeat(101)}`,
    `${'text\n'.repeat(14_000)}\n${NEUMANN.line}`,
  ])('are not %#', (note) => {
    expect(() => parseNote(Buffer.from(note))).toThrow(LogFormatError)
  })

  it('are UTF-8, without a mark of its order', () => {
    expect(() => parseNote(Buffer.concat([Buffer.from([0xff]), bytes]))).toThrow(LogFormatError)
    const marked = parseNote(Buffer.concat([Buffer.from('\ufeff'), bytes]))
    expect(() => checkNoteSignatures(marked, [log.key])).toThrow(LogFormatError)
  })

  it('are read from any bytes without another exception', () => {
    const property = fc.property(
      fc.uint8Array({ maxLength: 100 }),
      fc.nat(bytes.length),
      fc.nat(bytes.length),
      (some, from, to) => {
        const mixed = Buffer.concat([bytes.subarray(0, from), some, bytes.subarray(to)])
        try {
          checkNoteSignatures(parseNote(mixed), [log.key, witness.key])
        } catch (error) {
          expect(error).toBeInstanceOf(LogFormatError)
        }
      },
    )
    fc.assert(property, { numRuns: 500 })
  })
})

describe('checkpoints', () => {
  it('say what they said', () => {
    expect(parseCheckpoint(text)).toEqual({ origin: ORIGIN, size: 1, root })
    expect(parseCheckpoint(formatCheckpoint({ origin: 'x', size: 0, root: EMPTY_ROOT })).size).toBe(0)
    expect(parseCheckpoint(`${text}further\n`, 'passed over')).toEqual({ origin: ORIGIN, size: 1, root })
  })

  it.each([
    '',
    '\n',
    text.trimEnd(),
    `${text}further\n`,
    `${text}\n`,
    text.replace(ORIGIN, ''),
    text.replace('\n1\n', '\n01\n'),
    text.replace('\n1\n', '\n-1\n'),
    text.replace('\n1\n', '\n1 \n'),
    text.replace('\n1\n', '\n0x1\n'),
    text.replace('\n1\n', '\n9007199254740992\n'),
    text.replace('\n1\n', '\n0\n'),
    text.replace('=\n', '\n'),
    text.replace(root.toString('base64'), root.toString('hex')),
    text.replace(root.toString('base64'), root.subarray(1).toString('base64')),
  ])('are not %j', (wrong) => expect(() => parseCheckpoint(wrong)).toThrow(LogFormatError))
})
