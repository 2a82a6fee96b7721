import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How many inputs each parser gets: a few in the suite, as many as one likes by hand (`FUZZ_RUNS=100000`). */
export const FUZZ_RUNS = Number(process.env.FUZZ_RUNS ?? 300)

/** The inputs that are kept for a parser: what once was, or could be, read wrongly. */
export function corpus(name: string): Buffer[] {
  const folder = join(import.meta.dirname, 'corpus', name)
  return readdirSync(folder)
    .sort()
    .map((file) => readFileSync(join(folder, file)))
}

type Edit = { at: number; remove: number; insert: Uint8Array }

/** Inputs of a corpus as they are, cut, overwritten, doubled and joined, and bytes out of nowhere. */
export function mutated(seeds: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const seed = fc.constantFrom(...seeds)
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.oneof(fc.constant(0), fc.nat(8), fc.nat(4000)),
    insert: fc.oneof(fc.uint8Array({ maxLength: 6 }), fc.constantFrom(...TOKENS)),
  })
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(seed, fc.array(edit, { minLength: 1, maxLength: 6 })).map(applied) },
    { weight: 1, arbitrary: fc.tuple(seed, seed).map(([one, other]) => Buffer.concat([one, other])) },
    { weight: 1, arbitrary: seed },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  )
}

/** As text, so that lone surrogates come through, too. */
export function mutatedText(seeds: readonly Buffer[]): fc.Arbitrary<string> {
  return fc.oneof(
    mutated(seeds).map((bytes) => bytes.toString('utf8')),
    mutated(seeds).map((bytes) => bytes.toString('utf16le')),
    fc.string({ unit: 'binary', maxLength: 300 }),
  )
}

const TOKENS = [
  '\0',
  '"',
  '{',
  '[',
  ']',
  ',',
  '\r\n',
  '\\u0000',
  '\\ud800',
  '%',
  '%2F',
  '__proto__',
  '../',
  '<',
  '&',
  'obj',
  '-1',
]
  .map((text) => Uint8Array.from(Buffer.from(text)))
  .concat([Uint8Array.of(0xff), Uint8Array.of(0xc0, 0xaf), Uint8Array.of(0x7f, 0xff, 0xff, 0xff)])

function applied([seed, edits]: [Buffer, Edit[]]): Buffer {
  return edits.reduce((bytes, { at, remove, insert }) => {
    const place = Math.floor(at * bytes.length)
    return Buffer.concat([bytes.subarray(0, place), insert, bytes.subarray(place + remove)])
  }, seed)
}
