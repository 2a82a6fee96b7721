import { describe, expect, it } from 'vitest'
import { verdictPages } from '@/components/site/render-document'
import type { VerdictView } from '@/components/verdict/verdict-view'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { CheckId, LogWire, OverallStatus } from '@/lib/contract/check/verification'
import { OFFERED_LANGUAGES } from '@/lib/i18n/languages'
import { SAMPLE_CERTIFICATE, SAMPLE_VIEWS, sampleAnswer, sampleView } from '@/test/samples/sample-views'
import { KeptPages } from './kept-pages'
import type { CheckView } from './verdict-slots'

const ORIGIN = 'https://verify.example.org'

/** One check, as the service answers it. */
function check(status: OverallStatus, certificate: Partial<CertificateWire> = {}, log: Partial<LogWire> | null = null) {
  const answer = sampleAnswer(status, certificate)
  const { serial } = answer.certificate
  const path = `/api/public/credentials/verify/${serial}`
  const entered: LogWire = {
    ...{ origin: 'log.example', index: 7, tree_size: 9, state: 'entered', entered_at: '2026-11-03T09:15:03.000Z' },
    ...{ witnesses: [], witnessed_at: null, proof_url: `${ORIGIN}${path}/log-proof` },
  }
  return sampleView({
    kind: 'answer',
    answer: {
      ...answer,
      certificate: { ...answer.certificate, verification_url: `${ORIGIN}/verify/${serial}` },
      verification: { ...answer.verification, verified_at: '2026-11-20T14:07:31.000Z' },
      log: log && { ...entered, ...log },
    },
    copies: [
      { kind: 'open_badge', href: `/api/public/credentials/${serial}/openbadge` },
      { kind: 'receipt', href: `${path}/receipt?format=pdf` },
    ],
    watchable: true,
  }) as CheckView
}

const render = await verdictPages()
const renderedOnce = new WeakMap<VerdictView, string>()

/** What is rendered of a view, which is done once: nothing costs more here. */
function rendered(view: VerdictView): string {
  const page = renderedOnce.get(view) ?? render(view)
  renderedOnce.set(view, page)
  return page
}

/** Kept pages, with how often one was rendered, and how often a template gave another. */
function counting(renders: (view: VerdictView) => string = rendered) {
  const seen = { rendered: 0, differed: 0 }
  const kept = new KeptPages()
  const counted = (view: VerdictView) => {
    seen.rendered += 1
    return renders(view)
  }
  const page = async (view: VerdictView) => {
    const given = await kept.page(
      view,
      () => Promise.resolve(counted),
      () => (seen.differed += 1),
    )
    return typeof given === 'string' ? given : Buffer.from(given).toString()
  }
  return { page, seen }
}

function withdrawn(certificate: Partial<CertificateWire> = {}): CheckView {
  const reason = 'It was <b>wrong</b>.'
  const times = { withdrawn_at: '2026-11-12T16:20:00Z', withdrawal_reason: reason, pdf_url: undefined }
  return check('withdrawn', { status: 'withdrawn', ...times, ...certificate })
}

/** A check by serial of which one part failed. */
function failed(id: CheckId): CheckView {
  const { answer, ...view } = check('issuer_suspended')
  const checks = answer.verification.checks.map((one) => (one.id === id ? { ...one, result: 'failed' as const } : one))
  return { ...view, answer: { ...answer, verification: { ...answer.verification, checks } } }
}

const { recipient, event, issuer } = SAMPLE_CERTIFICATE
const CHECKS: Record<string, CheckView> = {
  'genuine and current': check('verified'),
  'without an end': check('verified', { expires_at: null }),
  'without a number of the person': check('verified', { recipient: { ...recipient, registration_number: null } }),
  'without a day': check('verified', { event: { ...event, date: null } }),
  'of an issuer without a page': check('verified', { issuer: { ...issuer, slug: '' } }),
  'of an issuer without a domain': check('verified', { issuer: { ...issuer, verified_domain: '' } }),
  'of a domain that lapsed': check('verified', { issuer: { ...issuer, assurance_label: 'Domain check lapsed' } }),
  'without a PDF': check('verified', { pdf_url: undefined }),
  'of a third version': check('verified', { revision: 3 }),
  'that nobody can watch': { ...check('verified'), watchable: false },
  'without copies': { ...check('verified'), copies: [] },
  'at another host': { ...check('verified'), host: 'other.example' },
  'of another time than it was signed at': check('verified', { issued_at: '2025-12-01T00:00:00Z' }),
  'with a long word in its name': check('verified', {
    recipient: { ...recipient, full_name: 'Wolfeschlegelsteinhausen' },
  }),
  'in a log that nobody watches': check('verified', {}, {}),
  'in a log that two watch': check(
    'verified',
    {},
    { witnesses: ['a', 'b & c'], witnessed_at: '2026-11-20T14:00:00.000Z' },
  ),
  'in a log that two watched once': check('verified', {}, { witnesses: ['a', 'b & c'] }),
  'taken in by the log later': check('verified', {}, { state: 'taken_in' }),
  'that waits for the log': check('verified', {}, { state: 'waiting' }),
  'without a time in the log': check('verified', {}, { entered_at: null }),
  'without a proof in the log': check('verified', {}, { proof_url: null }),
  withdrawn: withdrawn(),
  'withdrawn, for no public reason': withdrawn({ withdrawal_reason: null }),
  'withdrawn, nobody knows when': withdrawn({ withdrawn_at: null }),
  'of a suspended issuer': check('issuer_suspended'),
  'that failed in one part': failed('issuer_standing'),
  expired: check('expired', { expires_at: '2026-11-01T23:59:59Z' }),
}

/** Another check of the same shape, with what tries to be taken for something else. */
function another({ answer, ...view }: CheckView, text: string): CheckView {
  const { certificate, verification } = answer
  const long = certificate.recipient.full_name.startsWith('Wolfe') ? 'Wolfeschlegelsteinhausen ' : ''
  return {
    ...view,
    answer: {
      ...answer,
      verification: { ...verification, verified_at: '2027-01-01T00:00:00.000Z' },
      certificate: {
        ...certificate,
        recipient: { ...certificate.recipient, full_name: `${long}${text}` },
        event: { ...certificate.event, title: text, achievement: text === 'a' ? '' : `${text}${text}` },
        issuer: { ...certificate.issuer, name: text },
        withdrawal_reason: certificate.withdrawal_reason && text,
      },
    },
  }
}

const TEXTS = [
  'a',
  '$& $1 \\',
  `"'<script> alert(1) </script> &amp;`,
  'محمد \u202E علي',
  '</title><!--',
  '{name} 李小龍',
  'name<&"\'>1',
]

/** Has a shape's template made. */
async function warm(page: (view: VerdictView) => Promise<string>, view: VerdictView) {
  for (let times = 0; times < 3; times++) expect(await page(view)).toBe(rendered(view))
}

describe('a page of its shape’s template', () => {
  it.each(Object.entries(CHECKS))('is what is rendered, letter for letter: %s', async (_, view) => {
    const { page, seen } = counting()
    await warm(page, view)
    const before = seen.rendered
    for (const text of TEXTS) expect(await page(another(view, text)), text).toBe(render(another(view, text)))
    expect(rendered(view)).toBe(render(view))
    expect(seen).toEqual({ rendered: before, differed: 0 })
  })

  it('is so in every language, one shape after the other', async () => {
    const { page, seen } = counting()
    const views = OFFERED_LANGUAGES.flatMap(({ code }) =>
      Object.values(CHECKS).map((view) => ({ ...view, language: code })),
    )
    // No more than are kept.
    const kept = views.slice(0, 200)
    for (const view of kept) await warm(page, view)
    const before = seen.rendered
    for (const one of kept) {
      const view = another(one, 'O’Neil & "Söhne"')
      expect(await page(view)).toBe(rendered(view))
    }
    expect(seen).toEqual({ rendered: before, differed: 0 })
  })
})

it('no other page than that of a check is kept', async () => {
  const { page, seen } = counting()
  const views = Object.values(SAMPLE_VIEWS)
  for (let times = 1; times <= 5; times++) {
    for (const view of views) expect(await page(view)).toBe(rendered(view))
    expect(seen.rendered).toBe(times * views.length)
  }
})

it('a page whose components look at what they show has no template', async () => {
  const looking = (view: VerdictView) => rendered(view) + (JSON.stringify(view).includes('Ana') ? 'Ana' : '')
  const { page, seen } = counting(looking)
  const [view] = Object.values(CHECKS) as [CheckView]
  for (let times = 0; times < 5; times++) expect(await page(view)).toBe(looking(view))
  const before = seen.rendered
  expect(await page(another(view, 'a'))).toBe(looking(another(view, 'a')))
  expect(seen.rendered).toBe(before + 1)
})

it('a template that gives another page is given up, and somebody is told', async () => {
  const [view] = Object.values(CHECKS) as [CheckView]
  let isChanged = false
  const { page, seen } = counting((one) => rendered(one) + (isChanged ? '!' : ''))
  for (let times = 0; times < 10; times++) await page(view)
  isChanged = true
  for (let times = 10; times < 999; times++) expect((await page(view)).endsWith('!')).toBe(false)
  expect((await page(view)).endsWith('!')).toBe(true)
  expect(seen.differed).toBe(1)
  expect((await page(view)).endsWith('!')).toBe(true)
  expect(seen.differed).toBe(1)
})

it('no more shapes are kept than there is room for', async () => {
  const { page, seen } = counting((view) => JSON.stringify(view.kind))
  const version = (revision: number) => check('verified', { revision })
  for (let revision = 1; revision <= 201; revision++)
    for (let times = 0; times < 3; times++) await page(version(revision))
  const before = seen.rendered
  await page(version(201))
  expect(seen.rendered).toBe(before)
  await page(version(1))
  expect(seen.rendered).toBe(before + 1)
})

it('a shape that is asked for again and again is kept, however many others come by', async () => {
  const { page, seen } = counting((view) => JSON.stringify(view.kind))
  const version = (revision: number) => check('verified', { revision })
  for (let times = 0; times < 3; times++) await page(version(1))
  for (let revision = 2; revision <= 250; revision++) {
    await page(version(revision))
    const before = seen.rendered
    await page(version(1))
    expect(seen.rendered).toBe(before)
  }
})
