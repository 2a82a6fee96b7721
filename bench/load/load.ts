import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** What a stretch of load came to. */
export interface Load {
  requestsPerSecond: number
  /** Milliseconds, to the microsecond. */
  p50: number
  p99: number
  /** How many requests were answered. */
  requests: number
  /** Answers from 400 on, and requests without an answer. */
  refused: number
}

/** One kind of request, in many variants so that no cache and no limit sees the same twice in a row. */
export interface Target {
  url: string
  method?: 'GET' | 'POST'
  paths: string[]
  headers?: Record<string, string>
  bodies?: string[]
  /** API keys, taken in turn. */
  keys?: string[]
  /** How many requests are under way at a time; left out, 64. */
  connections?: number
}

/** Enough that queries are gathered and a commit serves many, as it is under load. */
const CONNECTIONS = 64
const ADDRESSES = 50_000
/** Requests with a body are long, and all of them are held by wrk. */
const WITH_BODY = 2_000

const runProgram = promisify(execFile)

/**
 * Sends as much load as is answered for some seconds, each request from another address through a trusted
 * `x-forwarded-for`. The program `wrk` sends it, which takes next to nothing of the processors that the servers share with it.
 */
export async function sendLoad(target: Target, seconds: number): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-wrk-'))
  try {
    const script = join(folder, 'requests.lua')
    writeFileSync(script, luaOf(target))
    const connections = String(target.connections ?? CONNECTIONS)
    const args = ['-t', '1', '-c', connections, '-d', `${seconds}s`, '--timeout', '30s', '-s', script, target.url]
    const { stdout } = await runProgram('wrk', args).catch(explain)
    return JSON.parse(/^LOAD (.*)$/m.exec(stdout)?.[1] ?? 'null') as Load
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Sends at least so many requests. @throws Error when one was not answered by 200 */
export async function sendRequests(target: Target, amount: number): Promise<number> {
  let sent = 0
  while (sent < amount) {
    const { requests, refused } = await sendLoad(target, 2)
    if (refused > 0) throw new Error(`${refused} answers were errors`)
    sent += requests
  }
  return sent
}

function explain(error: unknown): never {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  throw isMissing ? new Error('The benches need wrk. On Debian, as root: apt-get install wrk', { cause: error }) : error
}

/** All requests are written before the first is sent, so that a request costs wrk no more than taking the next one. */
function luaOf({ method = 'GET', paths, headers = {}, bodies, keys }: Target): string {
  const count = bodies ? WITH_BODY : ADDRESSES
  const first = Math.floor(Math.random() * ADDRESSES)
  const list = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(',')}}`
  return `
local paths, bodies, keys, requests, at = ${list(paths)}, ${list(bodies ?? [])}, ${list(keys ?? [])}, {}, 0
function init()
  for index = 0, ${count - 1} do
    local one = (${first} + index) % ${ADDRESSES}
    local headers = { ${Object.entries(headers)
      .map(([name, value]) => `[${JSON.stringify(name)}] = ${JSON.stringify(value)}`)
      .join(', ')} }
    headers["x-forwarded-for"] = string.format("10.%d.%d.%d", math.floor(one / 65536), math.floor(one / 256) % 256, one % 256)
    if #keys > 0 then headers["authorization"] = "Bearer " .. keys[one % #keys + 1] end
    local body = #bodies > 0 and bodies[one % #bodies + 1] or nil
    requests[index] = wrk.format(${JSON.stringify(method)}, paths[one % #paths + 1], headers, body)
  end
end
function request()
  at = (at + 1) % ${count}
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'LOAD {"requestsPerSecond":%.3f,"p50":%.3f,"p99":%.3f,"requests":%d,"refused":%d}\\n',
    summary.requests / summary.duration * 1000000, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    summary.requests, errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
`
}
