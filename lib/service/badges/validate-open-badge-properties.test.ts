import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { networkOf } from '@/test/badges/badge-documents'
import { signJsonLd, signJwt, TEST_DID_ADDRESS, testBadge, testDidDocument } from '@/test/badges/signed-badge'
import { useServiceDatabase } from '@/test/database/service-database'
import { validateOpenBadge } from './validate-open-badge'

useServiceDatabase()

/** So long that no test depends on how busy the machine is. */
const milliseconds = 600_000
const BADGES = ['json', 'jwt'] as const
const bytes = { json: Buffer.alloc(0), jwt: Buffer.alloc(0) }

beforeAll(async () => {
  bytes.json = Buffer.from(JSON.stringify(await signJsonLd(testBadge({ validUntil: '2090-01-01T00:00:00Z' }))))
  bytes.jwt = Buffer.from(signJwt(testBadge({ validUntil: '2090-01-01T00:00:00Z' })))
})

const verdictOf = async (badge: Uint8Array) =>
  (await validateOpenBadge(badge, { network: networkOf({ [TEST_DID_ADDRESS]: testDidDocument() }), milliseconds }))
    .verdict

describe.each(BADGES)('a valid badge as %s', (kind) => {
  it('is valid', async () => {
    expect(await verdictOf(bytes[kind])).toBe('valid')
  })

  it('is not valid with any bit changed, and nothing breaks', async () => {
    const place = fc.tuple(fc.nat({ max: bytes[kind].length - 1 }), fc.nat({ max: 7 }))
    await fc.assert(
      fc.asyncProperty(place, async ([at, bit]) => {
        const changed = Buffer.from(bytes[kind])
        changed[at] = (changed[at] ?? 0) ^ (1 << bit)
        expect(['not_valid', 'unreadable', 'undetermined']).toContain(await verdictOf(changed))
      }),
      { numRuns: 300 },
    )
  })

  it('is not valid when it ends early or goes on, and nothing breaks', async () => {
    const length = fc.nat({ max: bytes[kind].length - 1 })
    await fc.assert(
      fc.asyncProperty(length, async (end) => {
        expect(['not_valid', 'unreadable']).toContain(await verdictOf(bytes[kind].subarray(0, end)))
        const longer = Buffer.concat([bytes[kind], bytes[kind].subarray(0, end + 1)])
        expect(['not_valid', 'unreadable']).toContain(await verdictOf(longer))
      }),
      { numRuns: 100 },
    )
  })

  it('is not valid with a member taken away or given another value', async () => {
    if (kind === 'jwt') return
    const badge = JSON.parse(bytes.json.toString()) as Record<string, unknown>
    const change = fc.tuple(fc.constantFrom(...Object.keys(badge)), fc.option(fc.jsonValue()))
    await fc.assert(
      fc.asyncProperty(change, async ([name, value]) => {
        const { [name]: before, ...rest } = badge
        const changed = value === null ? rest : { ...rest, [name]: value }
        fc.pre(JSON.stringify(before) !== JSON.stringify(value))
        expect(['not_valid', 'undetermined']).toContain(await verdictOf(Buffer.from(JSON.stringify(changed))))
      }),
      { numRuns: 150 },
    )
  })
})
