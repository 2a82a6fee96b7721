import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { exampleVerifyAnswer } from '@/lib/contract/examples'
import { checkReceipt } from './src/check-receipt'
import { isAccepted } from './src/is-accepted'
import { lookup } from './src/lookup'
import { validate } from './src/validate'
import { verify } from './src/verify'
import { verifyMany } from './src/verify-many'

type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** A service that answers as the test says, one answer after the other and the last one from then on. */
const hostile = { service: '', answers: [] as Answering[], asked: 0 }
const server = createServer((request, response) => {
  const answer = hostile.answers[Math.min(hostile.asked++, hostile.answers.length - 1)]
  answer?.(request, response)
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  hostile.service = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
afterEach(() => {
  hostile.asked = 0
})

/** Notices the waits of just so many milliseconds, and decides what comes of them. */
function onWait(milliseconds: number, then: (over: () => void) => void): { count: number } {
  const waits = { count: 0 }
  const real = globalThis.setTimeout
  const noticing = (over: () => void, after?: number, ...more: unknown[]) => {
    if (after !== milliseconds) return real(over, after, ...more)
    waits.count++
    queueMicrotask(() => then(over))
    return real(() => undefined, 0)
  }
  vi.stubGlobal('setTimeout', noticing)
  return waits
}

const genuine = exampleVerifyAnswer('https://verify.test')
const { serial } = genuine.certificate
const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answering =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const text =
  (body: string, type = 'application/json', status = 200): Answering =>
  (_, response) =>
    response.writeHead(status, { 'content-type': type }).end(body)
const asking = (...answers: Answering[]) => {
  hostile.answers = answers
  return verify(serial, { service: hostile.service, retries: 0 })
}
const changed = (change: (answer: typeof genuine) => unknown) => {
  const copy = structuredClone(genuine)
  return change(copy) ?? copy
}

describe('verify', () => {
  it('gives the answer of the service', async () => {
    expect(isAccepted(await asking(json(genuine)))).toBe(true)
  })

  it.each<[string, Answering]>([
    ['a page with 200', text('<p>verified</p>', 'text/html')],
    ['JSON that calls itself a page', text(JSON.stringify(genuine), 'text/html')],
    ['nothing', text('')],
    ['null', text('null')],
    ['a list', text(JSON.stringify([genuine]))],
    ['half of an answer', text(JSON.stringify(genuine).slice(0, -2))],
    ['a member named twice', text(JSON.stringify(genuine).replace('"success":true', '"success":false,"success":true'))],
    [
      'bytes that are no text',
      (_, response) => response.setHeader('content-type', 'application/json').end(Buffer.from([0x22, 0xff, 0x22])),
    ],
    ['five megabytes', text(`"${'a'.repeat(5 << 20)}"`)],
    ['another serial', json(changed((one) => void (one.certificate.serial = '0123-4567-89AB-CDE4')))],
    ['no serial', json(changed((one) => ({ ...one, certificate: { ...one.certificate, serial: undefined } })))],
    ['no name', json(changed((one) => ({ ...one, certificate: { ...one.certificate, recipient: {} } })))],
    [
      'an outcome that there is not',
      json(changed((one) => ({ ...one, verification: { ...one.verification, overall_status: 'fine' } }))),
    ],
    [
      'an outcome from the prototype',
      json(changed((one) => ({ ...one, verification: { ...one.verification, overall_status: 'constructor' } }))),
    ],
    ['verified, of a withdrawn one', json(changed((one) => void (one.certificate.status = 'withdrawn')))],
    [
      'verified, with a part that failed',
      json(changed((one) => void ((one.verification.checks[1] ?? { result: '' }).result = 'failed'))),
    ],
    ['verified, without parts', json(changed((one) => void (one.verification.checks = [])))],
    ['verified, without a signature', json(changed((one) => void (one.verification.cryptographic_valid = false)))],
    ['a success that is none', json({ ...genuine, success: 'true' })],
    ['members behind __proto__', text(`{"success":true,"__proto__":${JSON.stringify(genuine)}}`)],
    ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a permanent redirect', (_, response) => response.writeHead(308, { location: 'https://elsewhere.example' }).end()],
    [
      'a redirect to another site’s page',
      (_, response) => response.writeHead(307, { location: 'https://elsewhere.example/not-available' }).end(),
    ],
    ['a redirect to another page', (_, response) => response.writeHead(307, { location: '/not-available/x' }).end()],
    ['a redirect to no address', (_, response) => response.writeHead(307, { location: 'https://[' }).end()],
    ['404 of something else', json({ success: false, error: 'No such path.' }, 404)],
    ['a page with 404', text('<p>Not found</p>', 'text/html', 404)],
    ['201', json(genuine, 201)],
  ])('refuses %s', async (_, answer) => {
    await expect(asking(answer)).rejects.toMatchObject({ name: 'ClientError', code: 'not_the_service' })
    expect(hostile.asked).toBe(1)
  })

  it('says that it could not check where the service does not answer from here', async () => {
    const answer: Answering = (_, response) => response.writeHead(307, { location: '/not-available' }).end()
    await expect(asking(answer)).rejects.toMatchObject({ name: 'ClientError', code: 'undetermined', status: 307 })
    expect(hostile.asked).toBe(1)
  })

  it('says that there is no such certificate only where the service counted the question', async () => {
    const unknown = { success: false, error: 'No certificate has this serial.' }
    await expect(asking(json(unknown, 404, { 'x-ratelimit-limit': '240' }))).resolves.toBeNull()
  })

  it.each([
    ['undetermined', 503],
    ['limited', 429],
    ['refused', 400],
  ])('calls it %s where the status is %i', async (code, status) => {
    await expect(asking(json({ success: false, error: 'Sorry.' }, status))).rejects.toMatchObject({
      code,
      status,
      message: 'Sorry.',
    })
  })

  it.each(['', 'verify', '..', '/', '%2e%2e', 'x', '７K3M-9QXT', '7K3M?x=1', '\u0000', 'a'.repeat(5000)])(
    'asks nothing for %j, or only for a serial',
    async (typed) => {
      const paths: string[] = []
      hostile.answers = [
        (request, response) => {
          paths.push(request.url ?? '')
          json({ success: false, error: '' }, 404, { 'x-ratelimit-limit': '1' })(request, response)
        },
      ]
      const asked = verify(typed, { service: hostile.service }).catch((error: { code: string }) => error.code)
      expect([null, 'wrong_use']).toContain(await asked)
      expect((await asked) === 'wrong_use').toBe(paths.length === 0)
      expect(paths.filter((path) => !/^\/api\/public\/credentials\/verify\/[0-9A-Z%]+$/.test(path))).toEqual([])
    },
  )

  it.each([
    '',
    'Serial: 7K3M-9QXT-2VBD-8RWN',
    'verify.example.org/verify/7K3M-9QXT-2VBD-8RWN.',
    '7K3M-9QXT-2VBD-8RWN (Ann Lee)',
    'https://verify.example.org/verify/7K3M-9QXT-2VBD-8RWN',
  ])('does not say that there is no certificate for %j, which is no serial', async (typed) => {
    await expect(verify(typed, { service: hostile.service })).rejects.toMatchObject({ code: 'wrong_use' })
    const [result] = await verifyMany([typed], { service: hostile.service })
    expect(result).toMatchObject({ serial: typed, found: null, error: expect.stringContaining('no serial') as string })
    expect(isAccepted(result ?? null)).toBe(false)
  })

  it.each([
    'http://verify.example.org',
    'https://verify.example.org/path',
    'https://user@verify.example.org',
    'verify.example.org',
    'file:///etc',
    '',
  ])('does not ask %j', async (service) => {
    await expect(verify(serial, { service })).rejects.toMatchObject({ code: 'wrong_use' })
  })

  it('is unreachable where nobody listens', async () => {
    const cut: Answering = (request) => request.socket.destroy()
    await expect(asking(cut)).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('asks again after as long as the service says', async () => {
    const waits = onWait(7000, (over) => over())
    hostile.answers = [json({ success: false, error: 'Later.' }, 503, { 'retry-after': '7' }), json(genuine)]
    expect(isAccepted(await verify(serial, { service: hostile.service }))).toBe(true)
    expect([hostile.asked, waits.count]).toEqual([2, 1])
  })

  it('does not wait longer than it was told', async () => {
    const later = json({ success: false, error: 'Later.' }, 429, { 'retry-after': '61' })
    hostile.answers = [later]
    const asked = verify(serial, { service: hostile.service })
    await expect(asked).rejects.toMatchObject({ code: 'limited', retryAfterSeconds: 61 })
    expect(hostile.asked).toBe(1)
  })

  it('ends when the caller does, even while it waits', async () => {
    hostile.answers = [json({ success: false, error: 'Later.' }, 503, { 'retry-after': '50' })]
    const caller = new AbortController()
    const waits = onWait(50_000, () => caller.abort(new Error('enough')))
    const options = { service: hostile.service, signal: caller.signal }
    await expect(verify(serial, options)).rejects.toThrow('enough')
    await expect(verify(serial, options)).rejects.toThrow('enough')
    expect([hostile.asked, waits.count]).toEqual([1, 1])
  })
})

describe('the other calls', () => {
  const { success: _, ...checked } = genuine
  const result = { serial, found: true, ...checked, error: null }

  it.each<[string, unknown[]]>([
    ['too few results', []],
    ['too many results', [result, result]],
    ['a result for another text', [{ ...result, serial: '0123-4567-89AB-CDE4' }]],
    ['another certificate', [{ ...result, certificate: { ...result.certificate, serial: '0123-4567-89AB-CDE4' } }]],
    ['found, and nothing', [{ ...result, verification: null }]],
    ['not found, and something', [{ ...result, found: false }]],
    ['verified, with an error', [{ ...result, error: 'Not quite.' }]],
  ])('verifyMany refuses %s', async (_name, results) => {
    hostile.answers = [json({ success: true, complete: true, results })]
    const asked = verifyMany([serial], { service: hostile.service })
    await expect(asked).rejects.toMatchObject({ code: 'not_the_service' })
  })

  it('verifyMany sends a hundred at a time, each once, and keeps their order', async () => {
    const sent: string[][] = []
    hostile.answers = [
      (request, response) => {
        let body = ''
        request.on('data', (chunk: Buffer) => (body += chunk.toString()))
        request.on('end', () => {
          const { serials } = JSON.parse(body) as { serials: string[] }
          sent.push(serials)
          const none = { certificate: null, verification: null, replacement_certificate: null, error: null }
          json({
            success: true,
            complete: true,
            results: serials.map((one) => ({ serial: one, found: false, ...none })),
          })(request, response)
        })
      },
    ]
    const serials = Array.from({ length: 150 }, (_one, index) => `CASE-${index + 1000}`)
    const results = await verifyMany([...serials, 'case 1000'], { service: hostile.service })
    expect(results.map((one) => one.serial)).toEqual(serials)
    expect(sent.map(({ length }) => length)).toEqual([100, 50])
    expect(results.some(isAccepted)).toBe(false)
  })

  it('lookup says where the key is unknown, and never sends what is no key', async () => {
    hostile.answers = [json({ success: false, error: 'The key is unknown.' }, 401)]
    const options = { service: hostile.service, key: 'ck_x' }
    await expect(lookup([serial], options)).rejects.toMatchObject({ code: 'refused', status: 401 })
    await expect(lookup([serial], { ...options, key: 'a\r\nb: c' })).rejects.toMatchObject({ code: 'wrong_use' })
    hostile.answers = [
      json({ success: true, certificates: [{ serial, found: true, certificate: null, replaced: [] }] }),
    ]
    await expect(lookup([serial], options)).rejects.toMatchObject({ code: 'not_the_service' })
    const untold = { serial, found: true, certificate: null, replaced: [], error: 'Not now.' }
    hostile.answers = [json({ success: true, certificates: [untold] })]
    expect(await lookup([serial], options)).toEqual([untold])
  })

  it('validate believes valid only with 200', async () => {
    hostile.answers = [json({ success: true, validation: { valid: true } }, 422)]
    await expect(validate('{}', { service: hostile.service })).rejects.toMatchObject({ code: 'not_the_service' })
  })
})

describe('isAccepted', () => {
  const accept = isAccepted as (answer: unknown) => boolean

  it.each<[string, unknown]>([
    ['null', null],
    ['nothing', undefined],
    ['the word', 'verified'],
    ['true', true],
    ['a list', [genuine]],
    ['a promise', Promise.resolve(genuine)],
    ['an answer without success', { ...genuine, success: undefined }],
    ['the outcome by itself', { verification: genuine.verification }],
    [
      'the outcome in another case',
      changed((one) => ({ ...one, verification: { ...one.verification, overall_status: 'Verified' } })),
    ],
    ['a receipt', { success: true, receipt: { overall_status: 'verified' }, certificate: genuine.certificate }],
    ['members that are inherited', Object.create(genuine)],
    [
      'a member that throws',
      {
        get success() {
          throw new Error('no')
        },
      },
    ],
    [
      'a batch’s result with an error',
      { serial, found: true, certificate: genuine.certificate, verification: genuine.verification, error: 'no' },
    ],
  ])('is false for %s', (_, answer) => expect(accept(answer)).toBe(false))

  it.each(['invalid', 'withdrawn', 'superseded', 'issuer_suspended', 'expired', 'document_altered'] as const)(
    'is false for %s',
    (overall_status) => {
      expect(isAccepted({ ...genuine, verification: { ...genuine.verification, overall_status } })).toBe(false)
    },
  )

  it('does not read what was added to every object', () => {
    const everything = Object.prototype as Record<string, unknown>
    Object.assign(everything, { found: true, error: null, ...genuine })
    try {
      expect([{}, [], { success: true }, { found: true }].map(accept)).toEqual([false, false, false, false])
    } finally {
      for (const name of ['found', 'error', ...Object.keys(genuine)]) delete everything[name]
    }
  })
})

it.each([
  ['the text of receipt.json', JSON.stringify({ receipt_jwt: 'a.b.c' })],
  ['such a text behind a mark of its encoding', '\ufeff\n{"receipt_jwt": "a.b.c"}'],
  ['the bytes of a file', Buffer.from('a.b.c')],
  ['a record of several', { receipts: [{ receipt_jwt: 'a.b.c' }] }],
])('says of %s, which may hold good receipts, that it is to be taken apart first', async (_, file) => {
  await expect(checkReceipt(file, { keys: [] })).rejects.toMatchObject({ name: 'ClientError', code: 'wrong_use' })
})
