import { beforeAll, describe, expect, it } from 'vitest'
import { POST as verifyPdf } from '@/app/api/public/credentials/verify/pdf/route'
import { POST as checkFile } from '@/app/check/route'
import { POST as verifyFile } from '@/app/verify/file/route'
import type { ReceiptAnswer } from '@/lib/contract/check/receipt'
import { withPeerAddress } from '@/lib/http/request-context'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { showCertificate } from '@/lib/service/check/show-certificate'
import { giveBatchReceipt } from '@/lib/service/receipts/give-batch-receipt'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { makeBatchReceiptPdf } from '@/lib/service/receipts/make-batch-receipt-pdf'
import { makeReceiptPdf } from '@/lib/service/receipts/make-receipt-pdf'
import { presentReceipt } from '@/lib/service/receipts/present-receipt'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issuedPdf } from '@/test/documents/issued-pdf'
import { patientInspections } from '@/test/documents/patient-inspections'
import { usePlaces } from '@/test/endpoint-fixture'
import { readHeading } from '@/test/expect-verdict'
import { newAddress } from '@/test/verify-requests'
import { GET, POST } from './route'

useServiceDatabase()
let serial: string
let receipt: ReceiptAnswer
let pdf: Uint8Array<ArrayBuffer>

beforeAll(() => patientInspections())
beforeAll(async () => {
  serial = await issueOne(await mintIssuer())
  const given = await giveReceipt(serial, 'Case 2026/118')
  if (!given) throw new Error('no receipt was given')
  receipt = presentReceipt(given, null)
  pdf = new Uint8Array(await makeReceiptPdf(receipt))
})

type Handler = typeof POST
type Fields = Record<string, string | Uint8Array<ArrayBuffer>>

function send(handler: Handler, fields: Fields, address = newAddress()): Promise<Response> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    body.append(name, typeof value === 'string' ? value : new File([value], 'receipt.pdf'))
  return handler(withPeerAddress(new Request('https://verify.test/', { method: 'POST', body }), address))
}

const toneOf = (html: string) => /class="verdict (\w+)"/.exec(html)?.[1]
/** What a person reads: without markup and without what waits in a template. */
const words = (html: string) => html.replace(/<template[\s\S]*?<\/template>/g, '').replace(/<[^>]+>/g, '')

describe('answers', () => {
  it('a form that works without JavaScript', async () => {
    const html = await (await GET(withPeerAddress(new Request('https://verify.test/receipts'), newAddress()))).text()
    expect(readHeading(html)).toBe('Check a receipt')
    for (const part of ['action="/receipts"', 'method="post"', 'name="file"', 'name="text"'])
      expect(html).toContain(part)
  })

  it('the PDF and the text, and never in green', async () => {
    const sent: Fields[] = [{ file: pdf, text: '' }, { text: receipt.receipt_jwt }, { text: JSON.stringify(receipt) }]
    for (const fields of sent) {
      const response = await send(POST, fields)
      const html = await response.text()
      expect([response.status, readHeading(html)]).toEqual([200, 'A receipt of a check'])
      expect(toneOf(html)).toBe('asserted')
      expect(words(html)).toMatch(/it said “Genuine and current”\. Now: “Genuine and current”\./)
      expect(html).toContain(`href="/verify/${serial}"`)
      expect(words(html)).toContain('Case 2026/118')
      expect(words(html)).not.toMatch(/Müller/)
    }
  })

  it('a receipt where a certificate is expected as what it is: no changed file, and no check', async () => {
    const before = (await showCertificate(serial)).check_count
    const page = await send(verifyFile, { file: pdf })
    const html = await page.text()
    expect([page.status, readHeading(html)]).toEqual([200, 'A receipt of a check'])
    expect(words(html)).not.toMatch(/was changed|Do not accept/)
    const api = await send(verifyPdf, { file: pdf })
    expect(api.status).toBe(404)
    expect(await api.json()).toEqual({ success: false, error: expect.stringMatching(/receipt of a check, not a cert/) })
    expect((await showCertificate(serial)).check_count).toBe(before)
  })

  it('a receipt of several checks there, too, whatever their serials look like', async () => {
    const before = (await showCertificate(serial)).check_count
    for (const serials of [[serial], [serial, '7K3M-9QXT-2VBD-8RWN'], ['NS/2024/0042']]) {
      const { receipt: given } = await giveBatchReceipt(serials, null, (signed) => Promise.resolve(signed))
      if (!given) throw new Error('no receipt was given')
      const file = new Uint8Array(await makeBatchReceiptPdf(given))
      const page = await send(verifyFile, { file })
      expect([page.status, readHeading(await page.text())]).toEqual([200, 'A receipt of several checks'])
      const api = await send(verifyPdf, { file })
      expect([api.status, await api.text()]).toEqual([404, expect.stringMatching(/receipt of a check, not a cert/)])
    }
    expect((await showCertificate(serial)).check_count).toBe(before + 2)
  })

  it('how it stands now', async () => {
    await withdrawCertificate(serial, { reason: 'kept inside', publicReason: null, actor: 'test' })
    const html = await (await send(POST, { text: receipt.receipt_jwt })).text()
    expect(toneOf(html)).toBe('stop')
    expect(words(html)).toMatch(/it said “Genuine and current”\. Now: “Withdrawn”\./)
  })
})

describe('refuses', () => {
  it('a changed one: 422, and shows nothing of it', async () => {
    const response = await send(POST, { text: JSON.stringify({ ...receipt, certificate: { name: 'Mallory' } }) })
    const html = await response.text()
    expect([response.status, readHeading(html), toneOf(html)]).toEqual([422, 'This receipt fails its check', 'stop'])
    expect(html).not.toMatch(/Mallory/)
  })

  it('what is no receipt: 400, in grey', async () => {
    for (const fields of [{ text: 'hello' }, { text: '' }]) {
      const response = await send(POST, fields)
      expect([response.status, toneOf(await response.text())]).toEqual([400, 'unknown'])
    }
  })
})

it('the record of a long list is not judged: the script of the page checks it', async () => {
  for (const receipts of [['eyJ.b.c', 'eyJ.d.e'], Array.from({ length: 150 }, (_, at) => `eyJ${at}.b.c`)]) {
    const response = await send(POST, { file: Buffer.from(JSON.stringify({ receipts }, null, 2)), text: '' })
    const html = await response.text()
    expect([response.status, readHeading(html), toneOf(html)]).toEqual([
      400,
      'This file holds several receipts',
      'unknown',
    ])
  }
})

describe('what belongs elsewhere, in grey with the way there:', () => {
  it('a genuine certificate', async () => {
    const response = await send(POST, { file: new Uint8Array(await issuedPdf(serial)), text: '' })
    const html = await response.text()
    expect([response.status, readHeading(html), toneOf(html)]).toEqual([422, 'This is not a receipt', 'unknown'])
    expect(html).toContain('<a class="button primary" href="/verify/file">')
    expect(words(html)).not.toMatch(/fails its check|Do not rely/)
  })

  it('a serial, a link, several of them, and a badge', async () => {
    const link = `https://verify.test/verify/${serial}`
    const jwt = `${Buffer.from('{"alg":"ES256","typ":"vc+jwt"}').toString('base64url')}.e30.e30`
    for (const [text, status, way] of [
      [serial, 400, `href="/verify/${serial}"`],
      [link, 400, `href="/verify/${serial}"`],
      [`${serial}\n7K3M-9QXT-2VBD-8RWN`, 400, 'action="/check-many"'],
      ['{"@context":[]}', 400, 'href="/badges"'],
      [jwt, 422, 'href="/badges"'],
    ] as const) {
      const response = await send(POST, { text })
      const html = await response.text()
      expect([response.status, readHeading(html), toneOf(html)], text).toEqual([
        status,
        'This is not a receipt',
        'unknown',
      ])
      expect(html).toContain(way)
    }
  })
})

it('searches no more texts of one network in a minute than lists, and validates its receipts all the same', async () => {
  const address = newAddress()
  await usePlaces('sent_list', 30, address)
  const refused = await send(POST, { text: `${serial}\n7K3M-9QXT-2VBD-8RWN` }, address)
  expect([refused.status, (await send(POST, { text: receipt.receipt_jwt }, address)).status]).toEqual([429, 200])
})

describe('POST /check, without scripts', () => {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))

  it('leads each kind of file to the page that judges it', async () => {
    for (const [file, location] of [
      [pdf, '/verify/file'],
      [bytes(JSON.stringify(receipt)), '/receipts'],
      [bytes('{"@context":[]}'), '/badges'],
      [bytes('\x89PNG\r\n\x1A\n....iTXtopenbadgecredential'), '/badges'],
      [bytes(`serial\n${serial}\n`), '/check-many'],
    ] as const) {
      const response = await send(checkFile, { file })
      expect([response.status, response.headers.get('location')]).toEqual([307, location])
    }
  })

  it.each([
    ['a spreadsheet', 'PK\x03\x04xl/workbook.xml', 'Save it as CSV'],
    ['a picture', '\xFF\xD8\xFF\xE0', 'Without JavaScript pictures cannot be read'],
    ['a program', 'MZ\0\0', 'kind of file cannot be checked here'],
    ['nothing', '', 'kind of file cannot be checked here'],
  ])('says of %s what to do, in grey', async (_, file, sentence) => {
    const response = await send(checkFile, { file: bytes(file) })
    const html = await response.text()
    expect([response.status, toneOf(html)]).toEqual([400, 'unknown'])
    expect(html).toContain(sentence)
  })
})
