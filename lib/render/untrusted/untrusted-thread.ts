import type { Worker } from 'node:worker_threads'
import { compiledProgram } from '@/lib/project-dir'
import { threadCpuMs } from './thread-cpu'
import type { UntrustedAnswer, UntrustedJob } from './untrusted-job'
import { THREAD_MEMORY } from './untrusted-limits'

const STARTUP_MS = 60_000
/** Found by its path and not imported: a bundler would take an imported file for a part of its own. */
const { Worker: Thread } = process.getBuiltinModule('node:worker_threads')

/** What a thread reports to its pool. */
interface UntrustedThreadEvents {
  answered: (answer: Exclude<UntrustedAnswer, { kind: 'ready' }>) => void
  /** The thread ended by itself: too little memory, or it never got ready. */
  ended: (reason: string, isOutOfMemory: boolean) => void
}

/** One thread for documents of others. While it holds no job it does not keep its process alive. */
export class UntrustedThread {
  private readonly worker: Worker
  private readonly ready: Promise<void>
  private threadNumber: number | null = null

  constructor(private readonly events: UntrustedThreadEvents) {
    this.worker = new Thread(compiledProgram('untrusted-worker'), {
      execArgv: [],
      // Nothing of the service's: who takes over a library there must find no key or password.
      env: {},
      resourceLimits: THREAD_MEMORY,
    })
    this.ready = new Promise((resolve) => {
      const slow = setTimeout(() => this.kill(), STARTUP_MS)
      this.worker.on('message', (message) => {
        const answer = message as UntrustedAnswer
        if (answer.kind !== 'ready') return events.answered(answer)
        clearTimeout(slow)
        this.threadNumber = answer.threadNumber
        resolve()
      })
      this.worker.on('exit', () => clearTimeout(slow))
    })
    let [reason, isOutOfMemory] = ['the thread ended', false]
    this.worker.on('error', (error) => {
      reason = error instanceof Error ? error.message : String(error)
      isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    })
    this.worker.on('exit', () => events.ended(reason, isOutOfMemory))
  }

  /** Gives it a job, as soon as it is ready; `started` is called when it begins. */
  give(job: UntrustedJob, started: () => void): void {
    this.worker.ref()
    void this.ready.then(() => {
      started()
      try {
        this.worker.postMessage(job)
      } catch {
        this.events.answered({ kind: 'refused', detail: 'it cannot be copied' })
      }
    })
  }

  /** What it has spent on a processor so far, in milliseconds; null where the system does not tell. */
  cpuMs(): number | null {
    return this.threadNumber === null ? null : threadCpuMs(this.threadNumber)
  }

  /** Says that its job is done: the process may end without waiting for it. */
  rest(): void {
    this.worker.unref()
  }

  /** Ends it at once, whatever it is doing. */
  kill(): void {
    void this.worker.terminate()
  }
}
