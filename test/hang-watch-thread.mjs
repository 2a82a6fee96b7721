import { appendFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'

const LOOK_MS = 5000
let limit

parentPort.on('message', (file) => {
  clearTimeout(limit)
  limit = setTimeout(() => end(file), workerData.limitMs)
})

/** Says what the process does instead of its tests, and ends it: Vitest counts that as an error, and goes on with other files. */
function end(file) {
  const say = (what) => {
    const minutes = workerData.limitMs / 60_000
    const sentence = `\n${file} has run for ${minutes} minutes, and its process is ended. It ${what}\n`
    writeSync(2, sentence)
    if (workerData.record) appendFileSync(workerData.record, sentence)
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(() => say('waits for an event, or within a call of the system.'), LOOK_MS)
  const session = new Session()
  session.connectToMainThread()
  const scripts = new Map()
  session.on('Debugger.scriptParsed', ({ params }) => scripts.set(params.scriptId, params.url))
  session.on('Debugger.paused', ({ params }) => {
    const frames = params.callFrames.map(({ functionName, location }) => {
      return `  at ${functionName || '(anonymous)'} (${scripts.get(location.scriptId)}:${location.lineNumber + 1})`
    })
    say(`is busy with:\n${frames.join('\n')}`)
  })
  session.post('Debugger.enable')
  session.post('Debugger.pause')
}
