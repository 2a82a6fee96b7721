import fc from 'fast-check'
import type { SignedContent } from '@/lib/domain/certificate/credential'

const text = (maxLength: number) => fc.string({ minLength: 1, maxLength, unit: 'grapheme' })
const uuid = fc.uuid({ version: 4 })
const seconds = fc.integer({ min: 0, max: 4_102_444_800 }).map((value) => value * 1000)
const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })

/** Everything that can be signed, in every kind: with and without number, date, end, domain; names in any script. */
export const anyContent: fc.Arbitrary<SignedContent> = fc
  .record({
    id: uuid,
    serial: fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/),
    fullName: text(200),
    registrationNumber: fc.option(text(100)),
    eventTitle: text(300),
    achievement: text(300),
    eventDate: fc.option(day.map((date) => date.toISOString().slice(0, 10))),
    issuedAt: seconds,
    lasts: fc.option(fc.integer({ min: 1, max: 2_000_000_000 })),
    issuer: fc.record({
      id: uuid,
      name: text(200),
      verifiedDomain: fc.constantFrom('', 'institute.example', 'xn--bcher-kva.example'),
    }),
    statusListId: uuid,
    statusIndex: fc.integer({ min: 0, max: 131_071 }),
  })
  .map(({ lasts, issuer, ...content }) => ({
    ...content,
    issuer: { ...issuer, did: `did:web:verify.test%3A3000:issuers:${issuer.id}` },
    expiresAt: lasts === null ? null : content.issuedAt + lasts * 1000,
  }))
