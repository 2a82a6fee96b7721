import { describe, expect, it } from 'vitest'
import { renderVerdictPage } from '@/components/site/render-document'
import type { VerifyAnswer } from '@/lib/contract/check/verification'
import { SAMPLE_CERTIFICATE, SAMPLE_VIEWS, sampleAnswer, sampleView } from '@/test/samples/sample-views'
import type { CopyLink, VerdictView } from './verdict-view'

const NAME = SAMPLE_CERTIFICATE.recipient.full_name

function sample(name: string): VerdictView {
  const view = SAMPLE_VIEWS[name]
  if (!view) throw new Error(`no sample is called ${name}`)
  return view
}

const rendered = (name: string) => renderVerdictPage(sample(name))
const answered = (answer: VerifyAnswer, copies?: CopyLink[]) =>
  renderVerdictPage(sampleView({ kind: 'answer', answer, copies }))

/** What a person reads: the body without markup and without what waits in a template. */
function words(html: string): string {
  const body = html.slice(html.indexOf('<body>')).replace(/<template[\s\S]*?<\/template>/g, '')
  return body.replace(/<[^>]+>/g, '').replace(/&#x27;/g, "'")
}

const head = (html: string) => html.slice(0, html.indexOf('<body>'))

describe('every outcome', () => {
  it.each([
    ...['not-found-half', 'not-found-name', 'link-elsewhere', 'file-refused'].map(
      (name) => [name, sample(name)] as const,
    ),
    ['an unknown fingerprint', sampleView({ kind: 'file_unknown', sent: false })],
  ] as const)('%s says that no check has run, and nowhere that one was completed', async (_, view) => {
    const read = words(await renderVerdictPage(view))
    expect(read).toMatch(/until the check has run|nothing was checked/)
    expect(read).toContain('no check was completed')
    expect(read).not.toContain('Checked')
  })

  it('a file with a code that leads elsewhere is not said to agree with the record, though both look the same', async () => {
    const view = sample('file-recreated')
    if (view.kind !== 'answer' || !view.document) throw new Error('no file')
    const findings = [{ id: 'qr_code_elsewhere' as const, message: '', host: 'look-alike.example' }]
    const read = words(await renderVerdictPage({ ...view, document: { ...view.document, match: 'altered', findings } }))
    expect(read).toContain('A program cannot tell whether this file agrees')
    expect(read).not.toContain('Its words agree')
  })

  it('of a key that is not the issuer’s to use does not say that the record was changed', async () => {
    const answer = sampleAnswer('invalid', { status: 'invalid' }, null, ['issuer_key'])
    expect(words(await answered(answer))).toContain('or the key that signed it cannot be trusted')
  })

  it.each([
    [
      'verified',
      'Genuine and current',
      'Northshore Maritime College issued this certificate. It was current at 14:07 on 20 November 2026 (UTC).',
    ],
    ['superseded', 'Replaced by a correction', 'Do not accept this version.'],
    ['withdrawn', 'Withdrawn', 'Do not accept this certificate.It was withdrawn at 16:20 on 12 November 2026 (UTC).'],
    [
      'expired',
      'Expired',
      'Do not accept this certificate as current.It was valid until 23:59 on 1 November 2026 (UTC).',
    ],
    ['issuer-suspended', 'Issuer suspended', 'Do not accept this certificate for now.'],
    ['invalid', 'Fails its check', 'The record does not match what the issuer signed'],
    ['document-altered', 'Not the original file', 'Do not accept this file until it has been compared.'],
    ['file-recreated', 'Not the original file', 'Its words agree with the record; compare the pictures.'],
    ['file-uncompared', 'Not the original file', 'Compare it with the genuine record yourself.'],
    ['file-differs', 'The NAME differs', 'Do not accept this file.'],
    ['not-found', 'No such certificate', 'No certificate with this serial was issued here.'],
    ['not-found-mistyped', 'This serial has a typing mistake', 'type the serial again.'],
    ['not-found-half', 'This is not a whole serial', 'has 16 characters: 8 are missing.'],
    ['not-found-number', 'No certificate with this number here', 'Check it against the document.'],
    ['not-found-name', 'No serial found here', 'No serial was found in what was entered.'],
    ['link-lookalike', 'This link leads elsewhere', 'this service is verify.example.org'],
    ['link-elsewhere', 'This link leads elsewhere', 'not to this service (verify.example.org)'],
    ['link-rewritten', 'This link leads elsewhere', 'If a serial stands in the field'],
    ['could-not-check', 'Could not check just now', 'This says nothing about the certificate.'],
    ['record-lost', 'Could not check just now', 'Ask the issuer for a new certificate.'],
    ['too-many', 'Too many checks from your network', 'Wait 42 seconds, then check again.'],
    ['prefetch', 'Not checked yet', 'a check runs only when a person opens it'],
  ])('%s has its heading and its sentence', async (name, heading, sentence) => {
    const html = await rendered(name)
    expect(html.match(/<h1>(.*?)<\/h1>/)?.[1]).toBe(heading)
    expect(words(html)).toContain(sentence)
  })

  it.each(Object.keys(SAMPLE_VIEWS))('%s says host and time, and loads nothing from elsewhere', async (name) => {
    const html = await rendered(name)
    expect(html.startsWith('<!doctype html><html lang="en" dir="ltr">')).toBe(true)
    expect(words(html)).toContain('You are on verify.example.org')
    expect(words(html)).toContain('14:07 on 20 November 2026 (UTC)')
    expect(html).not.toMatch(
      /<style|<script(?! type="module" src="\/assets\/| type="application\/ld\+json">)|\sstyle=|\son[a-z]+=|http-equiv/,
    )
    const elsewhere =
      /<a class="button" href="https:\/\/www\.linkedin\.com\/[^"]*" rel="noopener noreferrer nofollow">/g
    expect(html.match(elsewhere) ?? []).toHaveLength(html.includes('class="verdict genuine"') ? 1 : 0)
    for (const [, address] of html.replace(elsewhere, '').matchAll(/(?:src|href)="([^"]*)"/g)) {
      expect(address).toMatch(/^(\/(?!\/)|#|data:image\/png;base64,|https:\/\/verify\.example\.org\/)/)
    }
  })

  it.each(Object.keys(SAMPLE_VIEWS))('%s names neither person nor verdict in its head', async (name) => {
    const html = head(await rendered(name))
    expect(html).toBe(head(await rendered('verified')))
    expect(html).not.toContain(NAME)
    expect(html).not.toMatch(/genuine|withdrawn|expired|7K3M/i)
    expect(html).toContain('<title>Certificate check · verify.example.org</title>')
  })

  it.each(Object.keys(SAMPLE_VIEWS).filter((name) => !name.startsWith('verified')))(
    '%s never says that it is genuine and current',
    async (name) =>
      expect(await rendered(name)).not.toMatch(/Genuine and current|class="verdict genuine"|compare-heading/),
  )
})

describe('where nothing was found', () => {
  const tone = async (name: string) => /class="verdict (\w+)"/.exec(await rendered(name))?.[1]

  it('red stands for a whole serial of our own form alone, and for a look-alike', async () => {
    expect(await tone('not-found')).toBe('stop')
    expect(await tone('link-lookalike')).toBe('stop')
    for (const name of ['mistyped', 'half', 'number', 'name'])
      expect([name, await tone(`not-found-${name}`)]).toEqual([name, 'unknown'])
    expect(await tone('link-elsewhere')).toBe('unknown')
    expect(await tone('link-rewritten')).toBe('unknown')
  })

  it('a link to another host is never a link here', async () => {
    for (const name of ['link-lookalike', 'link-rewritten', 'link-elsewhere'])
      expect(await rendered(name)).not.toContain('href="https://verify-example.look-alike.example')
  })
})

describe('the facts beside a verdict', () => {
  it.each(['verified', 'superseded', 'withdrawn', 'expired', 'issuer-suspended', 'document-altered'])(
    '%s: issuer, domain, assurance, serial',
    async (name) => {
      const text = words(await rendered(name))
      expect(text).toContain('Northshore Maritime College')
      expect(text).toContain('northshore.example · Domain verified')
      expect(text).toContain('7K3M-9QXT-2VBD-8RWN')
    },
  )

  it('calls an issuer without a signed domain unverified, whatever its label says', async () => {
    const issuer = { ...SAMPLE_CERTIFICATE.issuer, verified_domain: '', assurance_label: 'Domain verified' }
    const text = words(await answered(sampleAnswer('verified', { issuer })))
    expect(text).toContain('Domain not verified')
    expect(text).not.toContain('Domain verified')
  })

  it('shows when it was recorded only where that was on another day', async () => {
    expect(words(await rendered('verified'))).not.toContain('Recorded here')
    const late = sampleAnswer('verified', { recorded_at: '2026-11-04T09:15:01Z' })
    expect(words(await answered(late))).toContain('Recorded here4 November 2026')
  })
})

describe('an invalid certificate', () => {
  it('shows no name and no details, even if the record still held them', async () => {
    const full = sampleAnswer('invalid', { ...SAMPLE_CERTIFICATE, status: 'invalid' }, null, ['signature'])
    const html = await answered(full, [{ kind: 'jpeg', href: '/file' }])
    for (const secret of [NAME, 'NMC-2026', 'Basic Safety', 'distinction', 'Northshore', '/pdf', '/file']) {
      expect(html).not.toContain(secret)
    }
  })

  it('folds away what failed, and only that', async () => {
    const html = await rendered('invalid')
    expect(html).toMatch(/<details><summary>Show what failed<\/summary>/)
    expect(words(html)).toContain('The record does not match what was signed.')
    expect(words(html)).not.toContain('The issuer is not suspended.')
  })
})

describe('files', () => {
  const copies: CopyLink[] = [
    { kind: 'receipt', href: '/receipt?format=pdf' },
    { kind: 'open_badge', href: '/badge' },
  ]

  it('are offered for a current certificate that has them', async () => {
    const html = await answered(sampleAnswer('verified'), copies)
    expect(html).toContain(`href="${SAMPLE_CERTIFICATE.pdf_url ?? ''}"`)
    // A browser would show its JSON as text.
    expect(html).toMatch(/<a [^>]*href="\/badge"[^>]* download=""/)
    expect(await answered(sampleAnswer('verified', { pdf_url: undefined }))).not.toContain('/pdf"')
  })

  it.each([
    ['withdrawn', 'withdrawn'],
    ['superseded', 'superseded'],
  ] as const)('are never offered once it is %s, but evidence of the check is', async (outcome, status) => {
    const html = await answered(sampleAnswer(outcome, { status }), copies)
    expect(html).not.toContain('/pdf"')
    expect(html).not.toContain('href="/badge"')
    expect(html).toMatch(/<form (?=[^>]*action="\/receipt")[^>]*method="get"/)
    expect(html).toContain('<input type="hidden" name="format" value="pdf"/>')
    expect(html).toContain('name="reference"')
  })
})

describe('names', () => {
  it('are isolated for direction, untranslated, and exactly as issued', async () => {
    const html = await rendered('verified-arabic-name')
    expect(html).toContain('<bdi translate="no" class="as-issued">محمد عبد الرحمن الفارسي</bdi>')
  })

  it('that are hostile stay text', async () => {
    const name = '<script>alert(1)</script>" onload="x\u202egnihton'
    const recipient = { full_name: name, registration_number: '<img src=x>' }
    const html = await answered(sampleAnswer('verified', { recipient }))
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot; onload=&quot;x\u202egnihton</bdi>')
  })

  it('with the syntax of messages stay as they are', async () => {
    const recipient = { full_name: "{issuer} '{name}' #", registration_number: null }
    expect(words(await answered(sampleAnswer('verified', { recipient })))).toContain("{issuer} '{name}' #")
  })

  it('typed as a serial stay text', async () => {
    const html = await renderVerdictPage(sampleView({ kind: 'not_found', serial: '"><script>x</script>' }))
    expect(html).not.toContain('<script>x')
  })
})

describe('a replaced certificate', () => {
  it('leads to the current one and lists what changed, and nothing else', async () => {
    const html = await rendered('superseded')
    expect(html).toContain('href="/verify/H8NC-4R2W-6PTX-9QAK"')
    const rows = [...html.matchAll(/role="rowheader">(.*?)<\/th>/g)].map(([, label]) => label)
    expect(rows).toEqual(['Name', 'Achievement', 'Issued', 'Serial'])
    expect(html).toContain('Ana-Lucía Müller Nguyễn Trần')
  })

  it.each([
    ['superseded-withdrawn', 'The correction has been withdrawn too. Do not accept either of them.'],
    ['superseded-invalid', 'The correction fails its own check. Do not accept either of them.'],
  ])('%s says so and shows no comparison', async (name, sentence) => {
    const html = await rendered(name)
    expect(words(html)).toContain(sentence)
    expect(html).not.toContain('<table')
    expect(html).not.toContain('Trần')
  })

  it('says when its correction has expired', async () => {
    const correction = { ...SAMPLE_CERTIFICATE, serial: 'H8NC-4R2W-6PTX-9QAK', expires_at: '2026-11-19T23:59:59Z' }
    const answer = sampleAnswer('superseded', { status: 'superseded' }, correction)
    expect(words(await answered(answer))).toContain('The correction was valid until 23:59 on 19 November 2026 (UTC)')
  })

  it('keeps a serial that holds a slash or a host inside its own path', async () => {
    const answer = sampleAnswer('superseded', { status: 'superseded' }, { ...SAMPLE_CERTIFICATE, serial: '//evil/a?b' })
    expect(await answered(answer)).toContain('href="/verify/%2F%2Fevil%2Fa%3Fb"')
  })
})
