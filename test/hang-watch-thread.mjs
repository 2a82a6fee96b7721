import { appendFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import pg from 'pg'

/** What the expression that stops the process is called. */
const OURS = 'hang-watch'

const { limitMs, lookMs, record } = workerData
let limit

parentPort.on('message', (watched) => {
  clearTimeout(limit)
  limit = setTimeout(() => void end(watched), limitMs)
})

/** Says what the process does instead of its tests, and ends it: Vitest counts that as an error, and goes on with other files. */
async function end({ file, broker }) {
  const session = new Session()
  session.connectToMainThread()
  // What the database does is asked first: a pause stops nothing of it, but what the process waits for may end meanwhile.
  const [asked, database] = await Promise.all([ask(session), within(lookMs, statementsUnderWay(broker))])
  const busy = await within(lookMs, busyWith(session))
  const minutes = Math.round((limitMs / 60_000) * 100) / 100
  const said = [
    `${file} has run for ${minutes} minutes, and its process is ended.`,
    busy ?? 'It waits within a call of the system.',
    asked ?? 'It answers nothing.',
    database ?? 'The database answers nothing.',
  ]
  const text = `\n${said.join('\n')}\n`
  writeSync(2, text)
  if (record) appendFileSync(record, text)
  process.kill(process.pid, 'SIGKILL')
}

/** @returns null past the time, and where it fails */
function within(milliseconds, work) {
  return Promise.race([work.catch(() => null), sleep(milliseconds, null)])
}

/** What test/hang-watch.ts knows of the file; null where the process is within a call of the system. */
function ask(session) {
  const answer = new Promise((resolve) => {
    const expression = { expression: 'globalThis.whatHangs?.()', returnByValue: true }
    session.post('Runtime.evaluate', expression, (error, answered) =>
      resolve(answered?.result.value ?? error?.message ?? null),
    )
  })
  return within(lookMs, answer)
}

/** The functions that it is in. Where it is in none, it is stopped within the expression that it is given. */
async function busyWith(session) {
  const scripts = new Map()
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
  const paused = new Promise((resolve) => session.on('Debugger.paused', ({ params }) => resolve(params.callFrames)))
  session.post('Debugger.enable')
  session.post('Debugger.pause')
  session.post('Runtime.evaluate', { expression: `0//# sourceURL=${OURS}` })
  const frames = (await paused)
    .map(({ functionName, location }) => ({
      functionName,
      url: scripts.get(location.scriptId),
      line: location.lineNumber + 1,
    }))
    .filter(({ url }) => url !== OURS)
  if (frames.length === 0) return 'It waits for an event.'
  const lines = frames.map(({ functionName, url, line }) => `  at ${functionName || '(anonymous)'} (${url}:${line})`)
  return `It is busy with:\n${lines.join('\n')}`
}

/** What the PostgreSQL of the tests does for anybody, and who waits there for whom. */
async function statementsUnderWay(broker) {
  if (!broker) return ''
  const { adminUrl } = await (await fetch(broker)).json()
  const db = new pg.Client({ connectionString: adminUrl, connectionTimeoutMillis: lookMs, query_timeout: lookMs })
  await db.connect()
  const { rows } = await db.query(
    `SELECT pid, client_port, datname, state, wait_event, pg_blocking_pids(pid) AS blockers, left(query, 200) AS query,
       round(extract(epoch FROM clock_timestamp() - state_change)) AS seconds
     FROM pg_stat_activity WHERE backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()`,
  )
  const lines = rows.map(({ pid, client_port: port, datname, state, wait_event: event, blockers, query, seconds }) => {
    const behind = blockers.length > 0 ? `, behind ${blockers.join(' and ')}` : ''
    return `  ${pid} of port ${port} in ${datname}, ${state} for ${seconds} s, waits for ${event}${behind}: ${query}`
  })
  return [`Statements under way: ${rows.length}`, ...lines].join('\n')
}
