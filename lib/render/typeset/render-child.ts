import { fork, type ChildProcess } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { localPath } from '@/lib/local-path'
import { compiledProgram, projectDir } from '@/lib/project-dir'
import { FIRST_CODE_STAYS } from './engine-flags'
import { packagesFolder, permissionFlags } from './permission-flags'
import type { RenderAnswer, RenderTask } from './render-message'

const STARTUP_MS = 60_000
const STDERR_KEPT = 2000

/** Makes glibc return the memory of freed pictures. Otherwise a process that draws a few grows from 250 to 380 MB. */
const MEMORY_SETTINGS: Record<string, string> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

/** With little memory, and no file but the programs, their packages, templates and fonts: no data folder, no variables. */
export function renderFlags(): string[] {
  const project = realpathSync(projectDir())
  const parts = ['dist', 'lib/render'].map((part) => localPath(project, part, '*'))
  // By its migrations the project's folder is found.
  const found = ['package.json', 'prisma/migrations'].map((part) => localPath(project, part))
  const readable = [...parts, localPath(packagesFolder(), '*'), ...found]
  return ['--max-old-space-size=128', FIRST_CODE_STAYS, ...permissionFlags(readable, { addons: true })]
}

/** What a child reports to its pool. */
interface RenderChildEvents {
  answered: (answer: Exclude<RenderAnswer, { kind: 'ready' }>) => void
  /** The process ended, or never got ready: with the end of what it wrote. */
  ended: (lastWords: string) => void
  /** The system did not start the process. */
  unstarted: (error: Error) => void
}

/** One rendering process. While it holds no task it does not keep its parent alive, and it ends with its parent. */
export class RenderChild {
  /** Tasks given to it so far. */
  tasks = 0
  private readonly process: ChildProcess
  private readonly ready: Promise<void>
  private lastWords = ''

  constructor(events: RenderChildEvents) {
    this.process = fork(/* turbopackIgnore: true */ compiledProgram('render-worker'), {
      cwd: projectDir(),
      execArgv: renderFlags(),
      // Nothing of the service's: who takes over the typesetter must find no key or password there.
      env: MEMORY_SETTINGS as NodeJS.ProcessEnv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    const slow = setTimeout(() => this.kill(), STARTUP_MS)
    this.ready = new Promise((resolve) => {
      this.process.on('message', (message) => {
        const answer = message as RenderAnswer
        if (answer.kind !== 'ready') return events.answered(answer)
        clearTimeout(slow)
        resolve()
      })
    })
    this.process.stderr?.on('data', (chunk: Buffer) => {
      this.lastWords = (this.lastWords + chunk.toString('utf8')).slice(-STDERR_KEPT)
    })
    let over = false
    const end = (tell: () => void) => {
      clearTimeout(slow)
      if (!over) tell()
      over = true
    }
    this.process.on('exit', () => end(() => events.ended(this.lastWords)))
    // It comes instead of `exit` where the process could not even start, and has no number then.
    this.process.on('error', (error) =>
      end(() => (this.pid === undefined ? events.unstarted(error) : events.ended(error.message))),
    )
  }

  /** The system's id of the process, for supervision. */
  get pid(): number | undefined {
    return this.process.pid
  }

  /** Gives it a task, as soon as it is ready; `started` is called when it begins. */
  give(task: RenderTask, started: () => void): void {
    this.tasks += 1
    this.hold(true)
    void this.ready.then(() => {
      if (!this.process.connected) return
      started()
      this.process.send(task)
    })
  }

  /** Says that its task is done: the parent may end without waiting for it. */
  rest(): void {
    this.hold(false)
  }

  /** Lets it end by itself. */
  dismiss(): void {
    if (this.process.connected) this.process.disconnect()
  }

  /** Ends it at once. */
  kill(): void {
    this.process.kill('SIGKILL')
  }

  private hold(held: boolean): void {
    const verb = held ? 'ref' : 'unref'
    this.process[verb]()
    this.process.channel?.[verb]()
    const stderr = this.process.stderr as { ref?: () => void; unref?: () => void } | null
    stderr?.[verb]?.()
  }
}
