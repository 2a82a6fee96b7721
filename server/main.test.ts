import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildPrograms } from '../scripts/build-programs.mjs'

const ROOT = join(import.meta.dirname, '..')

/** Answers every request after a moment that begins when the request is announced on standard output. */
const LISTENER = `
import { createServer } from 'node:http'
export async function startServer(options: { port: number }) {
  const server = createServer((request, response) => {
    console.log('asked')
    setTimeout(() => response.end('answered'), 300)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port, '127.0.0.1', resolve))
  const address = server.address() as { port: number }
  return { port: address.port, loaded: Promise.resolve(), close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
`

// The real process in a project of its own, whose listener and example data are stand-ins.
let base = ''
let running: ServerProcess[] = []

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'certs-serve-'))
  await chmod(base, 0o755)
  for (const name of ['lib', 'node_modules', 'prisma', 'package.json']) {
    await symlink(join(ROOT, name), join(base, name))
  }
  await cp(join(ROOT, 'tsconfig.json'), join(base, 'tsconfig.json')) // a link would lead the compiler back to the real project
  await mkdir(join(base, 'cli'))
  await cp(join(ROOT, 'server'), join(base, 'server'), { recursive: true })
  await writeFile(join(base, 'server', 'exchange', 'listener.ts'), LISTENER)
  await writeFile(join(base, 'cli', 'demo.ts'), `export const runDemo = async () => console.log('example data')`)
  await buildPrograms(base, { programs: { server: 'server/main.ts' }, out: 'dist' })
})

afterEach(async () => {
  for (const server of running) server.child.kill('SIGTERM')
  await Promise.all(running.map((server) => server.exit))
  running = []
})

afterAll(() => rm(base, { recursive: true, force: true }))

interface ServerProcess {
  child: ChildProcess
  exit: Promise<number | null>
  /** Waits for a line on standard output. */
  line(pattern: RegExp): Promise<string>
  complaint(): string
}

function start(flags: string[] = [], variables: Record<string, string> = {}): ServerProcess {
  const child = spawn(process.execPath, ['dist/server.mjs', ...flags], {
    cwd: base,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: join(base, 'data'),
      PORT: '0',
      LOG_LEVEL: 'error',
      DATABASE_SECONDS: process.env.DATABASE_SECONDS,
      ...variables,
    },
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const exit = once(child, 'close').then(([code]) => code as number | null)
  const lines = createInterface(child.stdout)
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      lines.on('line', (text) => pattern.test(text) && resolve(text))
      void exit.then(() => reject(new Error(`The server ended: ${complaint}`)))
    })
  const server = { child, exit, line, complaint: () => complaint }
  running.push(server)
  return server
}

async function databaseRuns(): Promise<boolean> {
  return (await readdir(join(base, 'data', 'postgres'))).includes('postmaster.pid')
}

describe('the server process', () => {
  it('answers what was asked before it stops, and stops the database with it', async () => {
    const { child, exit, line } = start()
    const address = (await line(/^Serving at/)).slice('Serving at '.length)
    expect(await databaseRuns()).toBe(true)
    const answer = fetch(address.replace('localhost', '127.0.0.1')).then((response) => response.text())
    await line(/^asked$/)
    child.kill('SIGTERM')
    expect(await answer).toBe('answered')
    expect(await exit).toBe(0)
    expect(await databaseRuns()).toBe(false)
  })

  it('says at its start that no issuer is in its database, and where that is', async () => {
    const { child, exit, line, complaint } = start([], { LOG_LEVEL: 'warn' })
    await line(/^Serving at/)
    child.kill('SIGINT')
    expect(await exit).toBe(0)
    const { DATA_DIR, msg } = JSON.parse(complaint()) as Record<string, string>
    expect(DATA_DIR).toBe(join(base, 'data'))
    expect(msg).toContain('this database has no issuer')
  })

  it('goes on when nobody reads what it writes any more', async () => {
    const { child, exit, line } = start()
    const address = (await line(/^Serving at/)).slice('Serving at '.length)
    child.stdout?.destroy()
    child.stderr?.destroy()
    // Each request is announced, and nobody is there to read it.
    for (const path of ['/one', '/two'])
      expect(await (await fetch(address.replace('localhost', '127.0.0.1') + path)).text()).toBe('answered')
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(await databaseRuns()).toBe(false)
  })

  it('takes two signals in quick succession for one, as npm sends them', async () => {
    const { child, exit, line } = start()
    await line(/^Serving at/)
    child.kill('SIGINT')
    child.kill('SIGINT')
    expect(await exit).toBe(0)
    expect(await databaseRuns()).toBe(false)
  })

  it('stops cleanly when it is told to while it starts', async () => {
    const { child, exit, line } = start(['--demo'])
    await line(/^example data$/)
    child.kill('SIGINT')
    expect(await exit).toBe(0)
    expect(await databaseRuns()).toBe(false)
  })

  it('says in a sentence that the port is taken, and gives the database up', async () => {
    const first = start()
    const port = (await first.line(/^Serving at/)).split(':').at(-1) ?? ''
    const second = start([], { PORT: port })
    expect(await second.exit).toBe(1)
    expect(second.complaint()).toBe(`Port ${port} is in use: set PORT to another one.\n`)
    expect(await databaseRuns()).toBe(true)
  })

  it('forgets the address of a start that failed', async () => {
    const first = start([], { BASE_URL: 'https://right.test' })
    const port = (await first.line(/^Serving at/)).split(':').at(-1) ?? ''
    expect(await start([], { BASE_URL: 'https://mistyped.test', PORT: port }).exit).toBe(1)
    first.child.kill('SIGINT')
    expect(await first.exit).toBe(0)
    const again = start([], { BASE_URL: 'https://right.test', LOG_LEVEL: 'warn' })
    await again.line(/^Serving at/)
    expect(again.complaint()).not.toContain('BASE_URL is another')
  })

  it.each([
    ['TRUSTED_PROXIES', 'everybody', 'must hold addresses or CIDR ranges, such as 10.0.0.0/8'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
  ])('names a wrong variable: %s', async (name, value, sentence) => {
    const { exit, complaint } = start([], { [name]: value })
    expect(await exit).toBe(1)
    expect(complaint()).toBe(`${name} ${sentence}.\n`)
  })

  it('says where temporary files would be, if the folder were there', async () => {
    const { exit, complaint } = start([], { TMPDIR: '/nowhere/tmp' })
    expect(await exit).toBe(1)
    expect(complaint()).toMatch(
      /^The folder for temporary files, \/nowhere\/tmp, is not there: make it, .*TMPDIR.*\.\n$/,
    )
  })

  it('starts where the level of the log is left empty', async () => {
    await start([], { LOG_LEVEL: '' }).line(/^Serving at/)
  })

  it('names what cannot seal, and repeats nothing of it', async () => {
    const { exit, complaint } = start([], { PDF_SEAL_CERTIFICATE: '-----BEGIN secret', PDF_SEAL_KEY: '/nowhere' })
    expect(await exit).toBe(1)
    expect(complaint()).toBe('PDF_SEAL_KEY is neither PEM nor a file that can be read.\n')
  })
})
