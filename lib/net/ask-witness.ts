import { canParseUrl } from '@/lib/can-parse-url'
import { isLoopbackHttp } from '@/lib/domain/text/is-loopback'

/** The longest answer of a witness: lines of signatures, or a checkpoint. */
const MOST_BYTES = 64 * 1024
const MILLISECONDS = 5000

/** What a witness answered. */
interface WitnessAnswer {
  status: number
  text: string
}

/** Whether a witness can be asked at this address: over https; without, only one on this very machine. */
export function isWitnessAddress(url: string): boolean {
  return (canParseUrl(url) && url.startsWith('https://')) || isLoopbackHttp(url)
}

/**
 * Sends a checkpoint to a witness that the operator named (C2SP tlog-witness, "add-checkpoint").
 * @param url the witness's, such as `https://other.example/witness`
 * @throws Error where it does not answer within five seconds
 */
export async function askWitness(url: string, request: string): Promise<WitnessAnswer> {
  return exchange(`${url}/add-checkpoint`, { method: 'POST', body: request })
}

/**
 * Asks a witness which checkpoint of a log it confirmed last.
 * @param originHash SHA-256 of the log's origin, in lowercase hexadecimal
 * @throws Error as `askWitness`
 */
export async function askWitnessed(url: string, originHash: string): Promise<WitnessAnswer> {
  return exchange(`${url}/${originHash}/checkpoint`, { method: 'GET' })
}

async function exchange(address: string, init: RequestInit): Promise<WitnessAnswer> {
  if (!isWitnessAddress(address)) throw new Error(`${address} is not asked: it is not https.`)
  const answer = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(MILLISECONDS) })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error('the answer is too long')
    chunks.push(chunk)
  }
  return { status: answer.status, text: Buffer.concat(chunks).toString() }
}
