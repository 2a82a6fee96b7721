import { request } from 'node:http'

/** An answer as it came, nothing of it decoded. */
export interface Exchange {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/**
 * Sends one request on a connection of its own: any method, any header, and no decompression behind the back of a test.
 * @param body left out: none
 */
export function exchange(
  method: string,
  address: string,
  headers: Record<string, string | string[]> = {},
  body?: string | Uint8Array,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('error', reject)
      answer.once('end', () => {
        const named = Object.entries(answer.headers).map(([name, value]) => [name, [value].flat().join(', ')])
        resolve({
          status: answer.statusCode ?? 0,
          headers: Object.fromEntries(named) as Record<string, string>,
          body: Buffer.concat(chunks),
        })
      })
    })
    sent.once('error', reject)
    sent.end(body)
  })
}
