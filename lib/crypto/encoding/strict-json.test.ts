import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DuplicateKeyError, parseStrictJson, TooDeepError } from './strict-json'

describe('parseStrictJson', () => {
  it('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 1, '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent)
        expect(parseStrictJson(text)).toStrictEqual(JSON.parse(text))
      }),
    )
  })

  it('refuses what JSON.parse refuses', () => {
    const piece = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '"a"', '1', 'null', ' ', '\\u0061')
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const strict = outcome(() => parseStrictJson(text))
          const plain = outcome(() => JSON.parse(text))
          if (!(strict instanceof DuplicateKeyError))
            expect(strict instanceof SyntaxError).toBe(plain instanceof SyntaxError)
          if (plain instanceof SyntaxError) expect(strict).toBeInstanceOf(SyntaxError)
        },
      ),
    )
  })

  it('finds a member named twice at any place of any object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, pick) => {
        const entries = Object.entries(object).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
        const doubled = [...entries, entries[pick % entries.length]].join(', ')
        expect(() => parseStrictJson(`[{"outer": {${doubled}}}]`)).toThrow(DuplicateKeyError)
      }),
    )
  })

  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":{},"a" : 2}',
    String.raw`{"a":1,"\u0061":2}`,
    String.raw`{"\"":1,"\u0022":2}`,
    '{"":1,"":2}',
    '{"__proto__":1,"__proto__":2}',
    '[{"a":[{"a":1},{"a":1,"a":2}]}]',
  ])('refuses %s', (text) => {
    expect(() => parseStrictJson(text)).toThrow(DuplicateKeyError)
  })

  it.each([
    '[{"a":1},{"a":1}]',
    '{"a":{"a":{"a":"a"}},"b":["a","a"]}',
    String.raw`{"a":"{\"a\":1,\"a\":2}","a\\":"\\"}`,
  ])('takes %s', (text) => {
    expect(parseStrictJson(text)).toEqual(JSON.parse(text))
  })

  it('keeps __proto__ an own member and the prototype untouched', () => {
    const value = parseStrictJson('{"__proto__":{"admin":true}}')
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(value).not.toHaveProperty('admin')
  })

  it('counts depth outside of strings only', () => {
    expect(parseStrictJson('['.repeat(64) + ']'.repeat(64))).toBeInstanceOf(Array)
    expect(() => parseStrictJson('['.repeat(65) + ']'.repeat(65))).toThrow(TooDeepError)
    expect(() => parseStrictJson('{"a":{"b":[]}}', { maxDepth: 2 })).toThrow(TooDeepError)
    expect(parseStrictJson('["[[[[", {}, {}]', { maxDepth: 2 })).toEqual(['[[[[', {}, {}])
    expect(() => parseStrictJson('{"a":'.repeat(1e6))).toThrow(TooDeepError)
  })

  it('reads long runs of backslashes and of quotes in linear time', () => {
    const text = JSON.stringify(['\\'.repeat(100_000), '"'.repeat(100_000), '\\"'.repeat(100_000)])
    expect(parseStrictJson(text)).toEqual(JSON.parse(text))
  })
})

function outcome(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}
