import { closeSync, openSync } from 'node:fs'
import { runInspector } from '@/lib/render/inspect/inspect-process'

// For a test: a process that has used up the files which it may open. It looks at a document meanwhile, with a few files more
// left each time (Node.js itself keeps one for good whenever it cannot start a process), until it could look at it, and prints
// how often it could not.
const FREED = 3
const PATIENT = { cpuMs: 9000, timeMs: 60_000, isNice: false }
const [document = ''] = process.argv.slice(2)
const job = { program: 'inspect/inspect-child.mjs', attachmentsOnly: false } as const
const taken: number[] = []
try {
  for (;;) taken.push(openSync('/dev/null', 'r'))
} catch {
  // none is left
}
const look = () => runInspector(document, PATIENT, job).catch(() => ({ end: 'unread' as const }))
let failed = 0
while ((await look()).end !== 'answered' && taken.length > FREED) {
  failed += 1
  for (const one of taken.splice(-FREED)) closeSync(one)
}
for (const one of taken) closeSync(one)
process.stdout.write(`${failed}\n`)
