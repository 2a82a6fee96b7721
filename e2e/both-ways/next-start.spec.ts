import { expect, test } from '@playwright/test'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { certs } from '@/e2e/support/operator'
import { startSmtpSink } from '@/test/network/smtp-sink'
import { ask } from './ask'
import { startNext } from './two-ways'

const BASE_URL = 'http://localhost:3000'

test('alone it is a whole service, and stops as one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'e2e-next-'))
  const sink = await startSmtpSink()
  const variables = { SMTP_URL: sink.url, MAIL_FROM: 'no-reply@verify.example' }
  const next = await startNext({ ...variables, DATA_DIR: folder, BASE_URL })
  const ended = once(next.child, 'exit')
  try {
    // The address is remembered: a command with another one makes no links.
    const college = ['issuer', 'add', '--name', 'College', '--slug', 'college', '--domain', 'college.example']
    await certs({ url: BASE_URL, folder }, ...college)
    const invite = ['user', 'invite', 'college', '--email', 'dean@college.example']
    const elsewhere = certs({ url: 'http://localhost:4000', folder }, ...invite)
    const refusal = expect.stringContaining(`the service runs under ${BASE_URL}`)
    await expect(elsewhere).rejects.toMatchObject({ stdout: refusal })

    // Mail goes out.
    await certs({ url: BASE_URL, folder, variables }, ...invite)
    await sink.reached(1)

    // What is in flight when it is told to stop is answered, out of the database.
    const upload = connect(next.port, '127.0.0.1')
    let answer = ''
    upload.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    const body = 'sha256='.padEnd(7 + 64, '0')
    upload.write(
      `POST /verify/file HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nexpect: 100-continue\r\n` +
        `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    await once(upload, 'data')
    next.child.kill('SIGTERM')
    await expect.poll(async () => (await ready(next.port)).status).toBe(0)
    upload.write(body)
    await once(upload, 'close')
    expect(answer).toMatch(/^HTTP\/1\.1 404 /m)

    expect(await ended).toEqual([143, null])
    expect(await readdir(join(folder, 'postgres'))).not.toContain('postmaster.pid')
  } finally {
    next.child.kill('SIGKILL')
    await sink.close()
    await rm(folder, { recursive: true, force: true })
  }
})

function ready(port: number) {
  return ask(port, { method: 'GET', target: '/api/health/ready', headers: { host: `localhost:${port}` } })
}
