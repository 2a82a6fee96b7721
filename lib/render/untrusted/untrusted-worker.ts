import { parentPort } from 'node:worker_threads'
import { boundedCanonizer } from '@/lib/crypto/json-ld/bounded-canonizer'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { JsonLdError } from '@/lib/crypto/json-ld/json-ld-error'
import { readAlphabets } from './read-alphabets'
import { readSentTable, writeSentTable } from './sent-table'
import { ownThreadNumber } from './thread-cpu'
import type { UntrustedAnswer, UntrustedJob, UntrustedJobKind, UntrustedJobs } from './untrusted-job'
import { CANONIZE_LIMITS, WARM_UP_DOCUMENT } from './untrusted-limits'
import { WorkbookError } from './workbook-error'

// The thread of the pool: one job at a time, no environment.

/** jsonld keys objects by what documents say: without this accessor a node called `__proto__` is only a node. */
Reflect.deleteProperty(Object.prototype, '__proto__')

const canonize = boundedCanonizer(BADGE_CONTEXTS, CANONIZE_LIMITS)

const UNTRUSTED_WORK: {
  [Kind in UntrustedJobKind]: (input: UntrustedJobs[Kind]['input']) => Promise<UntrustedJobs[Kind]['output']>
} = {
  canonize: ({ document, digest }) => canonize(document, digest),
  issueTable: readSentTable,
  issueAlphabets: readAlphabets,
  issueFile: ({ sent, choice }) => writeSentTable(sent, choice),
}

// Processes the contexts once, so that the first document does not pay for it out of its time.
await canonize(WARM_UP_DOCUMENT)
parentPort?.on('message', (job) => void answer(job as UntrustedJob))
send({ kind: 'ready', threadNumber: ownThreadNumber() })

async function answer(job: UntrustedJob): Promise<void> {
  try {
    send({ kind: 'done', output: await work(job) })
  } catch (error) {
    // What a hostile document makes a library throw is its fault too, but not for its sender to read.
    send({
      kind: 'refused',
      detail: error instanceof JsonLdError || error instanceof WorkbookError ? error.message : 'it cannot be processed',
    })
  }
}

/** The input is of the job's kind, which the type of the table cannot say of a union. */
function work({ kind, input }: UntrustedJob): Promise<unknown> {
  return (UNTRUSTED_WORK[kind] as (given: typeof input) => Promise<unknown>)(input)
}

function send(message: UntrustedAnswer): void {
  parentPort?.postMessage(message)
}
