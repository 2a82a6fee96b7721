import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensureBuilt } from '@/scripts/ensure-built.mjs'
import { saidBy } from '@/test/server/said-by'

const ROOT = resolve(import.meta.dirname, '../..')

/** The compiled server as a process of its own, which notes what it loads. */
export class RolesProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly folder: string,
    readonly origin: string,
  ) {}

  static async start(variables: Record<string, string>): Promise<RolesProcess> {
    ensureBuilt(ROOT)
    const folder = await mkdtemp(join(tmpdir(), 'roles-'))
    const { KEY_ENCRYPTION_KEY = '', PATH = '', DATABASE_SECONDS } = process.env
    const hook = pathToFileURL(join(import.meta.dirname, 'note-loaded.mjs')).href
    const child = spawn(process.execPath, ['--import', hook, join(ROOT, 'dist', 'server.mjs')], {
      env: {
        ...{
          PATH,
          KEY_ENCRYPTION_KEY,
          DATABASE_SECONDS,
          NODE_ENV: 'test',
          PORT: '0',
          LOG_LEVEL: 'warn',
          LOADED_MODULES: join(folder, 'loaded'),
        },
        ...variables,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const origin = await saidBy(child, /^Serving at (http:\/\/localhost:\d+)$/)
    return new RolesProcess(child, folder, origin.replace('localhost', '127.0.0.1'))
  }

  /** The sources of everything that it has loaded, by their paths from the root. */
  loaded(): Set<string> {
    const files = readFileSync(join(this.folder, 'loaded'), 'utf8').split('\n')
    const sources = files.filter((url) => url.startsWith('file:')).flatMap((url) => sourcesOf(fileURLToPath(url)))
    return new Set(sources.map((path) => relative(ROOT, path)))
  }

  get pid(): number {
    return this.child.pid ?? 0
  }

  async stop(): Promise<number | null> {
    const exit = once(this.child, 'exit')
    this.child.kill('SIGTERM')
    const [code] = (await exit) as [number | null]
    await rm(this.folder, { recursive: true, force: true })
    return code
  }
}

/** What a compiled file was made of; the file itself where it was not compiled. */
function sourcesOf(path: string): string[] {
  if (!existsSync(`${path}.map`)) return [path]
  const { sources } = JSON.parse(readFileSync(`${path}.map`, 'utf8')) as { sources: string[] }
  return sources.map((source) => resolve(dirname(path), source))
}
