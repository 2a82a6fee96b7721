import { beforeAll, describe, expect, it } from 'vitest'
import { type IssueRow, parseIssueRow } from '@/lib/domain/issue/issue-row'
import { env, setEnv } from '@/lib/env'
import { paragraphText } from '@/lib/render/typeset/mail-body'
import { eraseSignatures } from '@/lib/service/designs/erase-signature'
import { readDesign } from '@/lib/service/designs/read-design'
import { setDesign } from '@/lib/service/designs/set-design'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { findOwnVoice } from '@/lib/service/desk/mail-settings'
import { issuedPart } from '@/lib/service/files/certificate-page'
import { getCertificatePdf, getSignedCredential } from '@/lib/service/files/get-certificate-file'
import { previewRow } from '@/lib/service/issue/preview-row'
import { previewCertificateMail } from '@/lib/service/mail/preview-certificate-mail'
import { writeMail } from '@/lib/service/mail/write-mail'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { readPage } from '@/test/documents/rendered-page'
import { POST as SEND } from '../../rows/route'
import { GET as RUN, POST as CONFIRM } from '../route'
import { GET as ROWS, POST as CHANGE } from '../rows/route'
import { GET } from './route'

useServiceDatabase()

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

const HEAD = 'full_name,event_title,achievement,issued_at,expires_at,registration_number,email,language'
const LONGEST = 'عبد الرحمن بن محمد بن خلدون الحضرمي الإشبيلي التونسي'
const cells = (name: string) =>
  `${name},Knots & “Splices”,Passed,2026-01-05,2091-02-03,R-17,reader@example.org,ar`.split(',')

const plain = (accent: string) =>
  readDesign({ layout: 'diploma', colours: { accent } }, () => Promise.reject(new Error('no picture is named')))

const SIGNATURE = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><path d="M5 25L85 5L45 20Z"/></svg>'

const runOf = (answer: Response) => /issue\/([\w-]{36})/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''

async function send(names: readonly string[]): Promise<string> {
  const rows = [HEAD, ...names.map((name) => cells(name).join(','))].join('\n')
  return runOf(await owner.browser.visit(SEND, '/dashboard/issue/rows', { form: { rows } }))
}

const see = (run: string, query: string, person = owner) =>
  person.browser.visit(GET, `/dashboard/issue/${run}/page?${query}`, { params: { run } })
const look = async (run: string, query = '') =>
  (await owner.browser.visit(RUN, `/dashboard/issue/${run}${query}`, { params: { run } })).text()
const confirm = (run: string) =>
  owner.browser.visit(CONFIRM, `/dashboard/issue/${run}`, { params: { run }, form: { choice: 'issue' } })

async function issued(name: string): Promise<{ id: string; serial: string; issuedAt: Date }[]> {
  await issueRunsEnded()
  const { rows } = await workingPool().query<{ id: string; serial: string; issuedAt: Date }>(
    'SELECT id, serial, issued_at AS "issuedAt" FROM certificates WHERE full_name = $1',
    [name],
  )
  return rows
}

function rowOf(name: string): IssueRow {
  const raw = Object.fromEntries(HEAD.split(',').map((column, at) => [column, cells(name)[at] ?? '']))
  const parsed = parseIssueRow(raw, { now: new Date() })
  if (!parsed.ok) throw new Error(parsed.reasons.join())
  return parsed.row
}

describe('what is shown before issuing', () => {
  it.each([
    ['the service’s own page', null],
    ['a design', '#7a1f2b'],
  ])('is byte for byte what is issued, but for what issuing adds: %s', async (what, accent) => {
    if (accent !== null) await setDesign(issuer.id, 'Diploma', await plain(accent), { forEvent: '' })
    const name = `${LONGEST} ${accent === null ? 'الأول' : 'الثاني'}`
    const run = await send([`Bo ${accent ?? ''}`, name])
    const page = await look(run)
    expect(page).toContain(`src="/dashboard/issue/${run}/page?line=3&amp;as=jpeg"`)
    const shown = await see(run, 'line=3')
    expect(shown.headers.get('content-type')).toBe('application/pdf')
    const before = await readPage(new Uint8Array(await shown.arrayBuffer()))
    expect((await see(run, 'line=3&as=jpeg')).headers.get('content-type')).toBe('image/jpeg')
    await confirm(run)
    const [certificate] = await issued(name)
    if (!certificate) throw new Error(`${what} was not issued`)
    const { bytes: pdf } = await getCertificatePdf(certificate.serial)
    const credential = Buffer.from((await getSignedCredential(certificate.serial)).bytes).toString('ascii')
    const part = issuedPart(certificate.serial, certificate.issuedAt.getTime(), credential)
    const drawn = await previewRow(issuer.id, rowOf(name), null, part)
    expect(Buffer.from(drawn).equals(pdf)).toBe(true)
    // And the preview itself says the same words, with another serial and a code that leads to no certificate.
    const words = (text: string, serial: string) => text.replaceAll(serial, '').replace(/\s+/g, ' ')
    expect(before.text).toContain('PREVIEW, NOT ISSUED')
    expect(words(before.text, 'PREVIEW, NOT ISSUED')).toBe(words((await readPage(pdf)).text, certificate.serial))
  })

  it('is looked at again where a design was changed meanwhile: nothing is issued before', async () => {
    const run = await send(['Changed Look'])
    await setDesign(issuer.id, 'Diploma', await plain('#1f3a5f'), { forEvent: '' })
    expect([(await see(run, 'line=2')).status, (await see(run, 'line=2')).headers.get('content-type')]).toEqual([
      400,
      'text/html; charset=utf-8',
    ])
    const answer = await confirm(run)
    expect(answer.headers.get('location')).toMatch(/\?changed=yes$/)
    expect(await issued('Changed Look')).toEqual([])
    const next = runOf(answer)
    expect(await look(next, '?changed=yes')).toContain('Nothing was issued')
    expect((await see(next, 'line=2')).status).toBe(200)
    await confirm(next)
    expect(await issued('Changed Look')).toHaveLength(1)
  })

  it('is looked at again where the picture of a signature was erased meanwhile', async () => {
    const signatories = [{ name: 'Ada', title: 'Head', picture: 'signature.svg' }]
    const written = { layout: 'diploma', colours: { accent: '#1f3a5f' }, signatories }
    const read = await readDesign(written, () => Promise.resolve(Buffer.from(SIGNATURE)))
    await setDesign(issuer.id, 'Signed', read, { forEvent: '' })
    const run = await send(['Signed For'])
    const hashes = read.pictures.map(({ sha256 }) => sha256)
    await eraseSignatures(issuer.id, hashes, () => Promise.resolve())
    const answer = await confirm(run)
    expect(await issued('Signed For')).toEqual([])
    expect(answer.headers.get('location')).toMatch(/\?changed=yes$/)
    await confirm(runOf(answer))
    expect(await issued('Signed For')).toHaveLength(1)
  })

  it('is, of a message, what is sent', async () => {
    const before = env()
    setEnv({ ...before, SMTP_URL: 'smtp://127.0.0.1:1' })
    try {
      const rows = `${HEAD}\n${cells('Mail Reader').join(',')}\n`
      const answer = await owner.browser.visit(SEND, '/dashboard/issue/rows', { form: { rows, notify: 'yes' } })
      const page = await look(runOf(answer))
      await confirm(runOf(answer))
      const [certificate] = await issued('Mail Reader')
      if (!certificate) throw new Error('it was not issued')
      const shown = previewCertificateMail(rowOf('Mail Reader'), issuer.name, await findOwnVoice(owner.member))
      const about = { serial: certificate.serial, certificateId: certificate.id }
      const sent = await writeMail({ kind: 'certificate' }, 'ar', about, Date.now())
      if ('dropped' in sent || !shown) throw new Error('there is no message')
      const { paragraphs, footer, language, dir } = sent.body
      const text = paragraphs.map(paragraphText)
      const withoutSerial = text.map((one) =>
        one.replace(`/verify/${certificate.serial}`, '/verify/…').replace(certificate.serial, '····-····-····-····'),
      )
      expect(shown).toEqual({
        ...{ to: 'reader@example.org', subject: sent.subject, language, dir },
        ...{ paragraphs: withoutSerial, footer },
      })
      expect(page).toContain('reader@example.org')
      expect(page).toContain(`<b>${sent.subject.replace('&', '&amp;')}</b>`)
    } finally {
      setEnv(before)
    }
  })
})

describe('rows', () => {
  it('good ones can be changed too, found by a part of a cell without its accents', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `Person ${at} Óne`)
    const run = await send([...names, 'Zoë Ünique'])
    const rows = async (query: string) =>
      (await owner.browser.visit(ROWS, `/dashboard/issue/${run}/rows${query}`, { params: { run } })).text()
    const first = await rows('')
    expect(first.match(/<legend>/g)).toHaveLength(25)
    expect(first).toMatch(/<button (?=[^>]*name="after")[^>]*value="26"/)
    expect((await rows('?after=26')).match(/<legend>/g)).toHaveLength(6)
    const found = await rows('?sought=unique')
    expect(found.match(/<legend>/g)).toHaveLength(1)
    expect(found).toContain('value="Zoë Ünique"')
    const form = { 'cell.32.0': 'Zoë Changed', 'cell.999.0': 'nobody', 'cell.2.99': 'nowhere' }
    const next = runOf(await owner.browser.visit(CHANGE, `/dashboard/issue/${run}/rows`, { params: { run }, form }))
    await confirm(next)
    expect([(await issued('Zoë Changed')).length, (await issued('Zoë Ünique')).length]).toEqual([1, 0])
  })

  it('shows no page of a row that is refused, that is not there, or that waits no more', async () => {
    const run = await send([''])
    expect((await see(run, 'line=2')).status).toBe(400)
    for (const query of ['line=99', 'line=x', '']) expect((await see(run, query)).status).toBe(404)
    const good = await send(['Somebody Else'])
    expect((await see(run, 'line=2')).status).toBe(404)
    const stranger = await mintPerson(await mintIssuer(), 'owner')
    expect((await see(good, 'line=2', stranger)).status).toBe(404)
    const reader = await mintPerson(issuer, 'reader')
    expect((await see(good, 'line=2', reader)).status).toBe(403)
  })
})
