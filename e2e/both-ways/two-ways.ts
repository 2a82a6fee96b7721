import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { certs } from '@/e2e/support/operator'
import { freePort, type StartedService, startService } from '@/e2e/support/start-service'
import { ask } from './ask'

const ROOT = join(import.meta.dirname, '../..')

/** The front and Next's own server, over one database with the example data, under one https address. */
export interface TwoWays {
  front: StartedService & { port: number }
  next: NextServer
  /** Of BASE_URL. */
  host: string
  /** What `{name}` in a probe stands for. */
  words: Record<string, string>
  files: Record<'pdf' | 'badge' | 'receipt', Uint8Array>
}

/** A process of `next start`. */
export interface NextServer {
  port: number
  child: ChildProcess
  output: () => string
}

/** Starts both. Next's application must have been built: `npm run build`. */
export async function startBothWays(): Promise<TwoWays> {
  const port = await freePort()
  const host = `localhost:${port}`
  const metricsToken = 'metrics-token-of-these-tests-alone'
  const variables = {
    BASE_URL: `https://${host}`,
    METRICS_TOKEN: metricsToken,
    DRAIN_SECONDS: '60',
    DATABASE_SECONDS: '30',
  }
  const front = await startService({ ...variables, PORT: String(port) })
  try {
    const example = await readExample(port, host, front.folder)
    const words = { ...example.words, host, origin: variables.BASE_URL, metricsToken }
    const next = await startNext({ ...variables, DATA_DIR: front.folder })
    return { front: { ...front, port }, next, host, words, files: example.files }
  } catch (cause) {
    await front.stop()
    throw cause
  }
}

/** Starts `next start` on a free port, and waits until it is ready. */
export async function startNext(variables: Record<string, string>): Promise<NextServer> {
  const port = await freePort()
  const bin = join('node_modules', 'next', 'dist', 'bin', 'next')
  const child = spawn(process.execPath, [bin, 'start', '--port', String(port)], {
    cwd: ROOT,
    env: {
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      LOG_LEVEL: 'info',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const output = () => text
  await untilReady(child, port, output)
  return { port, child, output }
}

async function untilReady(child: ChildProcess, port: number, output: () => string): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const { status } = await ask(port, {
      method: 'GET',
      target: '/api/health/ready',
      headers: { host: `localhost:${port}` },
    })
    if (status === 200) return
  }
  throw new Error(`Next did not start. Was it built, by npm run build?\n${output()}`)
}

/** Ends it as an operator does, and gives its exit code. */
export async function stopNext({ child }: NextServer): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await ended) as [number | null]
  return code
}

async function readExample(port: number, host: string, folder: string): Promise<Pick<TwoWays, 'words' | 'files'>> {
  const read = async (target: string) => (await ask(port, { method: 'GET', target, headers: { host } })).body
  const json = async <Answer>(target: string) => JSON.parse((await read(target)).toString()) as Answer
  const place = { url: `https://${host}`, folder }
  const { issuer, secret, certificates, passport } = await certs<{
    issuer: { id: string; slug: string }
    secret: string
    certificates: { serial: string; status: string }[]
    passport: { handle: string }
  }>(place, 'demo')
  const serialOf = (wanted: string) => certificates.find(({ status }) => status === wanted)?.serial ?? ''
  const serial = serialOf('verified')
  const files = `/api/public/credentials/${serial}`
  const badge = await json<{ credentialStatus: { statusListCredential: string } }>(`${files}/openbadge`)
  const receipt = await json<{ receipt_jwt: string }>(`/api/public/credentials/verify/${serial}/receipt`)
  const [, claims = ''] = receipt.receipt_jwt.split('.')
  const pdf = await read(`${files}/pdf`)
  const assets = JSON.parse(await readFile(join(ROOT, 'public', 'assets', 'manifest.json'), 'utf8')) as {
    styles: string
  }
  return {
    words: {
      serial,
      ref: serial,
      encodedSerial: serial.toLowerCase().replaceAll('-', '%2D'),
      withdrawn: serialOf('withdrawn'),
      superseded: serialOf('superseded'),
      handle: passport.handle,
      issuer: issuer.id,
      slug: issuer.slug,
      secret,
      list: new URL(badge.credentialStatus.statusListCredential).pathname.split('/').at(-1) ?? '',
      receipt: (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { jti: string }).jti,
      pdfHash: createHash('sha256').update(pdf).digest('hex'),
      fingerprint: '0'.repeat(64),
      stylesheet: assets.styles,
    },
    files: { pdf, badge: Buffer.from(JSON.stringify(badge)), receipt: Buffer.from(receipt.receipt_jwt) },
  }
}

/** Ends both, and the database with the second. */
export async function stopBothWays({ front, next }: TwoWays): Promise<void> {
  // It would serve on for a minute.
  front.child.kill('SIGKILL')
  await stopNext(next)
  await front.stop()
}
