/**
 * A bystander, as a process of its own: `node --import tsx faults/siege/bystander.ts JSON`. Checks a certificate every 100 ms, each
 * time over a connection of its own, from addresses that nobody attacks from; prints what came of it as one line of JSON.
 */
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { pause } from '../load'
import type { BystanderOrder, BystanderResult } from './siege-order'

const CHECK_EVERY_MS = 100
const FILE_EVERY_MS = 1000
/** Longer than any check may take. */
const PATIENCE_MS = 30_000
/** Addresses in turn, so that none of them meets its limit. */
const ADDRESSES = 20

const { port, pid, seconds, serials, file } = JSON.parse(process.argv[2] ?? '{}') as BystanderOrder
const result: BystanderResult = {
  checks: 0,
  worst: 0,
  worked: 0,
  failures: [],
  files: 0,
  worstFile: 0,
  fileFailures: [],
}

/** Milliseconds on processors until now, in steps of ten. */
function worked(): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** One check, and how long it took from when it was due. */
function check(turn: number, path: string, body: Buffer | null): Promise<{ took: number; failure: string | null }> {
  const began = performance.now()
  return new Promise((resolve) => {
    const end = (failure: string | null) => resolve({ took: performance.now() - began, failure })
    const options = {
      host: '127.0.0.1',
      port,
      path,
      localAddress: `127.9.0.${1 + (turn % ADDRESSES)}`,
      agent: false as const,
      timeout: PATIENCE_MS,
      method: body ? 'POST' : 'GET',
      headers: body ? { 'content-type': 'application/pdf' } : {},
    }
    const sent = request(options, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('error', (error) => end(error.message))
      answer.on('end', () => end(/"overall_status":"/.test(text) ? null : `${answer.statusCode} ${text.slice(0, 100)}`))
    })
    sent.on('error', (error) => end(error.message))
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.end(body)
  })
}

async function every(milliseconds: number, ask: (turn: number) => Promise<void>): Promise<void> {
  const asked: Promise<void>[] = []
  const until = performance.now() + seconds * 1000
  for (let turn = 0; performance.now() < until; turn++) {
    asked.push(ask(turn))
    await pause(milliseconds)
  }
  await Promise.all(asked)
}

const checks = every(CHECK_EVERY_MS, async (turn) => {
  const before = worked()
  const { took, failure } = await check(turn, `/api/public/credentials/verify/${serials[turn % serials.length]}`, null)
  result.checks += 1
  result.worked = Math.max(result.worked, worked() - before)
  result.worst = Math.max(result.worst, took)
  if (failure) result.failures.push(failure)
})
const bytes = file === null ? null : readFileSync(file)
const files = every(FILE_EVERY_MS, async (turn) => {
  if (!bytes) return
  const { took, failure } = await check(turn, '/api/public/credentials/verify/pdf', bytes)
  result.files += 1
  result.worstFile = Math.max(result.worstFile, took)
  if (failure) result.fileFailures.push(failure)
})
await Promise.all([checks, files])
process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0))
