// Runs compose.yaml from set-up to SIGTERM, and ends with 1 at the first thing that is not as it should be.
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..', '..')
const began = Date.now()
const exchange = join(root, 'exchange')
const PROCESSES = ['database', 'counts', 'signer', 'desk', 'public', 'proxy']
const run = promisify(execFile)
const PROJECT = 'certs-under-test'
const nameOf = (service) => `${PROJECT}_${service}_1`

const compose = async (...words) =>
  (await run('podman-compose', ['--project-name', PROJECT, ...words], { cwd: root, maxBuffer: 2 ** 24 })).stdout
const podman = async (...words) => (await run('podman', words, { maxBuffer: 2 ** 24 })).stdout.trim()
const inside = (service, ...words) => podman('exec', nameOf(service), ...words)
const step = (sentence) => console.log(`${((Date.now() - began) / 1000).toFixed(0).padStart(4)} s  ${sentence}`)

function must(holds, sentence) {
  if (!holds) throw new Error(sentence)
}

async function main() {
  const setup = ['run', '--rm', 'setup', '--base-url', 'https://localhost', '--name', 'Northshore Maritime College']
  const issuer = [
    '--slug',
    'northshore',
    '--domain',
    'northshore.example',
    '--owner',
    'dean@northshore.example',
    '--json',
  ]
  await compose('up', '--no-build', '--detach', 'database', 'counts')
  await until('PostgreSQL', () => inside('database', 'pg_isready', '--quiet'))
  step('PostgreSQL and Redis run')
  const first = await compose(...setup, ...issuer)
  must(first.includes('https://localhost/dashboard/invitation#'), `no invitation: ${first}`)
  const before = await variables()
  await compose(...setup, ...issuer)
  must((await variables()) === before, 'a second set-up changed a secret')
  step('set up twice: variables, roles, the first issuer and its owner’s invitation; the second changed nothing')
  await compose('up', '--no-build', '--detach', 'proxy')
  await until('TLS', async () => {
    const ready = await ask('/api/health/ready')
    must(ready.status === 200, `readiness: ${ready.status} ${ready.text}`)
  })
  step('the signer, the desk, the public side and Caddy answer over TLS')

  writeFileSync(join(exchange, 'first.csv'), 'full_name,event_title,achievement\nAda Byron,Navigation,Passed\n')
  const issued = await certs(
    'issue',
    'northshore',
    '--file',
    '/exchange/first.csv',
    '--out',
    '/tmp/issued.csv',
    '--json',
  )
  // podman-compose says on standard output what it does, before and after.
  const [document] = /^\{.*\}$/ms.exec(issued) ?? [issued]
  const [{ serial }] = JSON.parse(document).certificates
  await outcome(serial, 'verified')
  step('a first certificate, and a check of it: verified')
  for (const path of [`${serial}/pdf`, `${serial}/jpeg`, `verify/${serial}/receipt?format=pdf`]) {
    const { status } = await settled(`/api/public/credentials/${path}`)
    must(status === 200, `${path}: ${status}`)
  }
  must((await settled('/dashboard/sign-in')).status === 200, 'the desk')
  must((await ask('/api/metrics')).status === 404, 'metrics are open')
  await certs('withdraw', serial, '--reason', 'test', '--json')
  await outcome(serial, 'withdrawn')
  await certs('doctor')
  step('files, a receipt and the desk; a withdrawal is seen; the doctor finds nothing bad')

  await bounds()
  step('users, read-only roots, what each can reach; no build tools, no secret elsewhere')
  await healthy()
  step('every health check passes')
  await drains()
  step('SIGTERM: each ended by itself with 0, and no request failed meanwhile but in words')
}

/** What each process may not do, tried. */
async function bounds() {
  for (const service of PROCESSES) {
    must((await inside(service, 'id', '-u')) !== '0', `${service} is root`)
    const refused = await inside(service, 'sh', '-c', 'touch /etc/x /usr/x /opt/x 2>/dev/null && echo written; true')
    must(!refused.includes('written'), `${service} writes to its root`)
    const status = await inside(service, 'cat', '/proc/1/status')
    must(/^CapBnd:\s+0+$/m.test(status) && /^NoNewPrivs:\s+1$/m.test(status), `${service} has capabilities: ${status}`)
  }
  const tools = 'for name in npm npx tsx esbuild gcc cc make git python3; do command -v $name; done; true'
  must((await inside('public', 'sh', '-c', tools)) === '', 'tools that build are in the image')
  const packages = await inside('public', 'ls', 'node_modules')
  for (const name of ['esbuild', 'typescript', 'tsx', 'vitest', 'prisma'])
    must(!packages.split('\n').includes(name), `${name} is in the image`)
  const fails = (service, sh) =>
    inside(service, 'sh', '-c', `(${sh}) >/dev/null 2>&1 && echo yes || echo no`).then((said) => said === 'no')
  const journal = '/var/lib/certificate-verification-journal/entries'
  for (const [service, sh] of [
    ['public', `touch ${journal}/x`],
    ['signer', `touch ${journal}/x`],
    ['public', 'ls /run/certificate-signer/desk/signer.sock'],
    ['public', 'ln -sf /tmp/x /run/certificate-signer/public/signer.sock'],
    ['public', 'touch /variables/x'],
    ['desk', 'ls /run/certificate-signer/public/signer.sock'],
    ['desk', 'ls /run/postgresql/.s.PGSQL.5432'],
    ['signer', 'ls /var/lib/certificate-verification/files/*'],
    ['proxy', 'getent hosts database'],
  ])
    must(await fails(service, sh), `${service} may: ${sh}`)
  const [, key] =
    /^KEY_ENCRYPTION_KEY="?([^"\n]+)/m.exec(await inside('signer', 'cat', '/variables/variables.env')) ?? []
  must(key !== undefined, 'the signer has no key')
  for (const service of ['desk', 'public', 'proxy', 'database', 'counts']) {
    const seen = await inside(
      service,
      'sh',
      '-c',
      'cat /variables/* /proc/1/environ /proc/1/cmdline 2>/dev/null | tr "\\0" "\\n"; true',
    )
    must(!seen.includes(key), `${service} sees the key`)
  }
  must(!(await podman('inspect', ...PROCESSES.map(nameOf))).includes(key), 'the key is in what podman tells')
}

async function healthy() {
  for (const service of PROCESSES.filter((name) => name !== 'proxy'))
    await until(`the health of ${service}`, () => podman('healthcheck', 'run', nameOf(service)))
}

/** Requests go on while the public side and then the desk are stopped; what is refused is refused in words. */
async function drains() {
  let isOver = false
  const answers = []
  const asking = (async () => {
    while (!isOver) answers.push(await ask('/api/health/ready').catch((error) => ({ status: 0, text: error.message })))
  })()
  for (const service of ['public', 'desk', 'signer']) {
    await podman('stop', '--time', '30', nameOf(service))
    const code = await podman('inspect', '--format', '{{.State.ExitCode}}', nameOf(service))
    must(code === '0', `${service} ended with ${code}`)
  }
  isOver = true
  await asking
  must(
    answers.some(({ status }) => status === 200),
    'nothing was answered',
  )
  const odd = answers.find(({ status }) => status !== 200 && status !== 503)
  must(odd === undefined, `answered ${odd?.status} ${odd?.text}`)
}

// Without a terminal, standard error stays apart.
const certs = (...words) => compose('run', '--rm', '-T', 'certs', ...words)
const variables = () => {
  const names = ['signer', 'desk', 'public', 'operator']
  const mounted = names.map((name) => `--volume=${PROJECT}_settings-${name}:/settings/${name}:ro`)
  const as = ['--network=none', '--user=10003:10000', '--entrypoint=cat', ...mounted]
  return podman(
    'run',
    '--rm',
    ...as,
    'localhost/certificate-verification',
    ...names.map((name) => `/settings/${name}/variables.env`),
  )
}

async function outcome(serial, wanted) {
  const { text } = await settled(`/api/public/credentials/verify/${serial}`)
  must(text.includes(`"overall_status":"${wanted}"`), `not ${wanted}: ${text}`)
}

/** What is answered once it is not 503, which only says to ask again: this machine may be doing much else. */
const settled = (path) =>
  until(path, async () => {
    const answer = await ask(path)
    must(answer.status !== 503, `503 ${answer.text}`)
    return answer
  })

let authority
/** Asks through Caddy's port, under its own authority. */
async function ask(path) {
  authority ??= await inside('proxy', 'cat', '/var/lib/caddy/caddy/pki/authorities/local/root.crt')
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: 'localhost', port: 443, path, ca: authority, family: 4, timeout: 60_000 },
      async (answer) => {
        let text = ''
        for await (const chunk of answer.setEncoding('utf8')) text += chunk
        resolve({ status: answer.statusCode, text })
      },
    )
    sent
      .on('error', reject)
      .on('timeout', () => sent.destroy(new Error('no answer within a minute')))
      .end()
  })
}

/** Waits for a state that comes, and says which did not. */
async function until(what, look) {
  const end = Date.now() + 120_000
  for (;;) {
    try {
      return await look()
    } catch (error) {
      if (Date.now() > end) throw new Error(`waited for ${what}: ${error.message}`)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

try {
  spawnSync('ip', ['link', 'set', 'lo', 'up'])
  mkdirSync(exchange, { recursive: true })
  await main()
  console.log('The containers do what is asked of them.')
} catch (error) {
  console.error(`FAILED: ${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`)
  for (const service of PROCESSES) {
    const { stdout, stderr } = spawnSync('podman', ['logs', '--tail', '15', nameOf(service)], { encoding: 'utf8' })
    console.error(`── ${service}\n${stdout}${stderr}`)
  }
  process.exitCode = 1
} finally {
  await compose('down', '--timeout', '5').catch(() => undefined)
  const volumes = (await podman('volume', 'ls', '--quiet')).split('\n').filter((name) => name.startsWith(PROJECT))
  if (volumes.length > 0) await podman('volume', 'rm', '--force', ...volumes).catch(() => undefined)
}
