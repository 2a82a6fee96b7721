import fc from 'fast-check'
import { usualWords } from '@/lib/contract/design/design-words'
import { LAYOUTS } from '@/lib/contract/design/layouts'
import type { PageDesign, PagePicture } from '@/lib/render/certificate/page-design'

const channel = fc.integer({ min: 0, max: 255 })
const colour = (min: number, max: number) =>
  fc.tuple(channel, channel, channel).map(
    (all) =>
      `#${all
        .map((one) =>
          Math.round(min + (one / 255) * (max - min))
            .toString(16)
            .padStart(2, '0'),
        )
        .join('')}`,
  )

/** Pictures that would cover a page if they could: dark, bright, wide and high. */
const picture: fc.Arbitrary<PagePicture> = fc
  .record({ width: fc.constantFrom(10, 100, 2000), height: fc.constantFrom(10, 100, 2000), fill: colour(0, 255) })
  .map(({ width, height, fill }) => ({
    mediaType: 'image/svg+xml' as const,
    bytes: Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
        `<rect x="-500" y="-500" width="5000" height="5000" fill="${fill}"/></svg>`,
    ),
  }))
const orNone = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })
const words = (maxLength: number) =>
  fc
    .array(
      fc.constantFrom('Dean', 'W'.repeat(20), 'of', 'الأكاديمية', '海事学院', 'Sicherheitsbeauftragter', 'श्री', 'i'),
      {
        minLength: 1,
        maxLength: 12,
      },
    )
    .map((all) => all.join(' ').slice(0, maxLength).trim())

/** Any design at all, those with colours that nobody could read among them. */
export const anyDesign: fc.Arbitrary<PageDesign> = fc.record({
  layout: fc.constantFrom(...LAYOUTS),
  paper: fc.constantFrom('a4' as const, 'letter' as const),
  colours: fc.record({ ink: colour(0, 90), accent: colour(0, 160), paper: colour(215, 255) }),
  logo: orNone(picture),
  background: orNone(fc.record({ picture, use: fc.constantFrom('border' as const, 'ground' as const) })),
  signatories: fc.array(fc.record({ name: words(80), title: words(120), picture: orNone(picture) }), { maxLength: 4 }),
  language: fc.constantFrom('en', 'de', 'ar'),
  words: fc.record({
    title: fc.oneof(fc.constant(''), words(80)),
    certifies: words(80),
    registration_number: words(40),
    event_date: words(40),
    issued_at: words(40),
    expires_at: words(40),
    check_at: fc.constantFrom(usualWords('en').check_at, 'Überprüfen Sie es unter', 'تحقق على'),
  }),
  line: fc.oneof(fc.constant(''), words(200)),
})
