import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { LOOKUP_BODY_BYTES, lookupRequestShape } from '@/lib/contract/check/lookup'
import { ServiceError } from '@/lib/errors'
import { parseInput } from '@/lib/http/receive/parse-input'
import { readJson } from '@/lib/http/receive/read-body'
import { readIssueFile } from '@/lib/service/issue/read-issue-file'
import { corpus, FUZZ_RUNS, mutated } from './corpus'

const runs = { numRuns: FUZZ_RUNS }

/** What is refused is refused in a sentence, as the caller's own fault. */
async function refusedOr<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError)
    expect((error as ServiceError).status).toBeGreaterThanOrEqual(400)
    expect((error as ServiceError).status).toBeLessThan(500)
    expect((error as ServiceError).message).toMatch(/[.…]$/)
    return null
  }
}

it('reads any body of a lookup, or refuses it', async () => {
  const property = fc.asyncProperty(mutated(corpus('lookups')), async (body) => {
    const request = new Request('http://x/', { method: 'POST', body: new Uint8Array(body) })
    const read = await refusedOr(async () => parseInput(lookupRequestShape, await readJson(request, LOOKUP_BODY_BYTES)))
    if (read === null) return
    expect(read.serials.length).toBeGreaterThan(0)
    expect(read.serials.length).toBeLessThanOrEqual(100)
    expect(read.serials.every((serial) => typeof serial === 'string')).toBe(true)
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
  })
  await fc.assert(property, runs)
})

it('reads any CSV file, or refuses it', async () => {
  const property = fc.asyncProperty(mutated(corpus('csv')), async (bytes) => {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await refusedOr(async () => {
      let line = 0
      for await (const record of readIssueFile(bytes, sha256)) {
        expect(record.line).toBeGreaterThan(line)
        line = record.line
        expect(record.columns).toContain('full_name')
      }
    })
  })
  await fc.assert(property, runs)
})
