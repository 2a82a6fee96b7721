import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { env, setEnv } from '@/lib/env'
import { takeHandedKeys } from '@/lib/store/signer/handed-keys'
import { closeSigner } from '@/lib/store/signer/signer-client'
import { ensureBuilt } from '@/scripts/ensure-built.mjs'
import { saidBy } from '@/test/server/said-by'

const ROOT = resolve(import.meta.dirname, '../..')

/** The compiled signer as a process of its own, which is stopped, killed and started again in the same folder. */
export class SignerProcess {
  readonly folder = mkdtempSync(join(tmpdir(), 'signer-'))
  #child: ChildProcess | null = null

  private constructor(private readonly variables: Record<string, string>) {}

  /** Starts one on the suite's database and waits until it listens. */
  static async start(variables: Record<string, string> = {}): Promise<SignerProcess> {
    ensureBuilt(ROOT)
    const { DATABASE_URL = '', DATA_DIR, BASE_URL } = env()
    const started = new SignerProcess({ DATABASE_URL, DATA_DIR, BASE_URL, ...variables })
    await started.start()
    return started
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  socket(role: 'desk' | 'public'): string {
    return join(this.folder, role, 'signer.sock')
  }

  async start(): Promise<void> {
    const { KEY_ENCRYPTION_KEY = '', PATH = '', DATABASE_SECONDS } = process.env
    const child = spawn(process.execPath, [join(ROOT, 'dist', 'signer.mjs')], {
      env: {
        PATH,
        KEY_ENCRYPTION_KEY,
        DATABASE_SECONDS,
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
        SIGNER_DIR: this.folder,
        ...this.variables,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.#child = child
    await saidBy(child, /^(Signing for) /)
  }

  /** @returns the exit code; null when the signal ended it */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const exit = once(child, 'exit')
    child.kill(signal)
    const [code] = (await exit) as [number | null]
    return code
  }

  async remove(): Promise<void> {
    await this.end('SIGTERM')
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/**
 * Makes this very process one that leaves its keys to the signer.
 * @returns makes it what it was before
 */
export async function leaveKeysTo(
  signer: Pick<SignerProcess, 'socket'>,
  role: 'desk' | 'public' = 'desk',
): Promise<() => void> {
  const before = env()
  const { KEY_ENCRYPTION_KEY: _, ...others } = before
  setEnv({ ...others, SIGNER: 'socket', SIGNER_SOCKET: signer.socket(role) })
  await takeHandedKeys()
  return () => {
    closeSigner()
    setEnv(before)
  }
}
