import { describe, expect, it } from 'vitest'
import { ServiceError } from '@/lib/errors'
import { receiveSerials } from '@/lib/http/receive/receive-serials'
import { readForm } from './read-form'

const MOST = 2 << 20
/** Of this process's own work, so that other work on the machine does not count (ms). */
const MOMENT_MS = 1500
/** On a slow machine: so many times what one field of as many bytes takes there. */
const MOMENT_TIMES = 20

function post(body: string, type = 'application/x-www-form-urlencoded'): Request {
  return new Request('http://x/', { method: 'POST', headers: { 'content-type': type }, body })
}

/** The bound of a moment, where the machine is as busy and as slow as now. */
async function moment(): Promise<number> {
  const { ms } = await workOf(() => readForm(post(`a=${'x'.repeat(MOST - 100)}`), MOST))
  return Math.max(MOMENT_MS, MOMENT_TIMES * ms)
}

async function workOf(work: () => Promise<unknown>): Promise<{ ms: number; refusal: unknown }> {
  const before = process.cpuUsage()
  const refusal = await work().catch((error: unknown) => error)
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1000, refusal }
}

const filled = (piece: string) => piece.repeat(Math.floor((MOST - 100) / piece.length))
const multipart = (parts: string) => post(`${parts}--b--\r\n`, 'multipart/form-data; boundary=b')
const field = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'

describe('readForm', () => {
  it('reads what browsers send', async () => {
    const form = await readForm(post('a=1+2%2B3&b=%C3%A9&a=&c'))
    expect([...form]).toEqual([
      ['a', '1 2+3'],
      ['b', 'é'],
      ['a', ''],
      ['c', ''],
    ])
  })

  it.each(['a&', '&', 'a=b&', '%26&', '=&', '&&a'])('refuses megabytes of %j in a moment', async (piece) => {
    const { ms, refusal } = await workOf(() => readForm(post(filled(piece)), MOST))
    expect((refusal as ServiceError).status).toBe(400)
    expect(ms).toBeLessThan(await moment())
  })

  it.each(['+', '%2B', 'a+', '='])('reads megabytes of %j in a moment', async (piece) => {
    expect((await workOf(() => readForm(post(filled(piece)), MOST))).ms).toBeLessThan(await moment())
  })
})

describe('receiveSerials', () => {
  it.each([
    ['a plain form', () => post(filled('a&'))],
    ['fields', () => multipart(filled(field))],
    ['files', () => multipart(filled(field.replace('"a"', '"file"; filename="x"')))],
    ['headers', () => multipart(`--b\r\n${filled('a:b\r\n')}`)],
    ['ends of lines', () => multipart(filled('\r\n'))],
    ['near boundaries', () => multipart(field + filled('\r\n--c'))],
  ])('is done with megabytes of %s in a moment', async (_, request) => {
    const { ms, refusal } = await workOf(() => receiveSerials(request()))
    expect(ms).toBeLessThan(await moment())
    if (refusal instanceof Error) expect(refusal).toBeInstanceOf(ServiceError)
  })
})
