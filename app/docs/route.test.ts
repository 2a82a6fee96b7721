import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OVERALL_STATUSES } from '@/lib/contract/check/verification'
import { EXAMPLE_SERIAL } from '@/lib/contract/examples'
import { openApiDocument } from '@/lib/http/openapi/openapi'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { useLiveService } from '@/test/server/live-service'

useServiceDatabase()
const live = useLiveService()
const run = promisify(execFile)

let html: string
let serial: string
let secret: string
let folder: string
let hasPython: boolean

beforeAll(async () => {
  const issuer = await mintIssuer()
  serial = await issueOne(issuer, { fullName: 'Chloé Dubois' })
  secret = (await createApiKey(issuer.slug, 'Test')).secret
  html = await (await fetch(`${live.origin}/docs`)).text()
  folder = await mkdtemp(join(tmpdir(), 'docs-examples-'))
  hasPython = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The code of an example as it stands on the page, with the serial that exists in place of the page's. */
function example(name: string): string {
  const found = new RegExp(`data-example="${name}"[^>]*><code>([^<]*)</code>`).exec(html)?.[1]
  if (found === undefined) throw new Error(`The page has no example ${name}.`)
  const entities = new Map([
    ['&lt;', '<'],
    ['&gt;', '>'],
    ['&quot;', '"'],
    ['&#x27;', "'"],
    ['&amp;', '&'],
  ])
  return found.replace(/&[^;]+;/g, (entity) => entities.get(entity) ?? entity).replaceAll(EXAMPLE_SERIAL, serial)
}

/** Runs an example the way that a reader would, and gives what it prints. */
async function outcome(name: string, key = secret): Promise<string> {
  const code = example(name)
  const env = { ...process.env, CERTS_KEY: key, PYTHONIOENCODING: 'utf-8' }
  if (name.endsWith('-curl')) return (await run('sh', ['-c', code], { env, cwd: folder })).stdout
  const file = join(folder, `${name}.${name.endsWith('-python') ? 'py' : 'mjs'}`)
  await writeFile(file, code)
  const command = name.endsWith('-python')
    ? run('python3', [file], { env, cwd: folder })
    : run(process.execPath, [file], { env, cwd: folder })
  return (await command).stdout
}

describe('the page', () => {
  it('is a document without scripts, under the policy of every page', async () => {
    const response = await fetch(`${live.origin}/docs`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).not.toMatch(/<script|style="|onclick/)
    expect(html).toContain('<title>Documentation · 127.0.0.1')
  })

  it('gives the rule for accepting before anything else of substance', () => {
    expect(html.indexOf('id="decision-rule"')).toBeLessThan(html.indexOf('id="basics"'))
    expect(html).toContain('Accept only when <code>verification.overall_status</code> is <code>verified</code>')
  })

  it('holds every endpoint, every field, every outcome, every limit', () => {
    const document = openApiDocument()
    for (const item of Object.values(document.paths)) {
      for (const operation of Object.values(item)) {
        expect(html).toContain(`id="${operation.operationId}"`)
        for (const status of Object.keys(operation.responses)) expect(html).toContain(`<code>${status}</code>`)
        if (operation['x-rate-limit']) expect(html).toContain(`${operation['x-rate-limit'].requests} requests a minute`)
      }
    }
    for (const schema of Object.values(document.components.schemas)) {
      for (const name of Object.keys(schema.properties ?? {})) expect(html).toContain(`<code>${name}</code>`)
    }
    for (const value of OVERALL_STATUSES) expect(html).toContain(`<code>${value}</code>`)
  })

  it('has no link within the page that leads nowhere, and no name twice', () => {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const anchors = [...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(anchors.filter((anchor) => !ids.includes(anchor))).toEqual([])
    expect(anchors.length).toBeGreaterThan(10)
  })
})

describe('the examples', () => {
  it('verify with curl', async () => {
    const answer = JSON.parse(await outcome('verifyBySerial-curl')) as Record<string, unknown>
    expect(answer).toMatchObject({
      success: true,
      certificate: { serial, recipient: { full_name: 'Chloé Dubois' } },
      verification: { overall_status: 'verified' },
    })
  })

  it('look up with curl', async () => {
    const answer = JSON.parse(await outcome('lookUpCertificates-curl')) as { certificates: { found: boolean }[] }
    expect(answer.certificates.map(({ found }) => found)).toEqual([true, false, false])
  })

  it('call the service itself with curl', async () => {
    expect(JSON.parse(await outcome('healthLive-curl'))).toEqual({ success: true, status: 'ok' })
    expect(JSON.parse(await outcome('openApiDocument-curl'))).toMatchObject({ openapi: '3.1.0' })
  })

  it.each(['javascript', 'python'])('verify and look up in %s', async (language) => {
    if (language === 'python' && !hasPython) return
    expect(await outcome(`verifyBySerial-${language}`)).toBe('Compare with the document: Chloé Dubois\n')
    const lines = (await outcome(`lookUpCertificates-${language}`)).trim().split('\n')
    expect(lines[0]).toBe(`${serial} issued`)
    expect(lines.slice(1)).toEqual([expect.stringMatching(/ not found$/), expect.stringMatching(/ not found$/)])
  })

  it.each(['curl', 'javascript', 'python'])('keep a PDF and have it checked in %s', async (language) => {
    if (language === 'python' && !hasPython) return
    const file = join(folder, 'certificate.pdf')
    await rm(file, { force: true })
    await outcome(`getPdf-${language}`)
    expect((await readFile(file)).subarray(0, 5).toString()).toBe('%PDF-')
    expect(await outcome(`verifyByPdf-${language}`)).toMatch(/["']?overall_status["']?: ?["']verified["']/)
    expect(await outcome(`getSigned-${language}`)).toMatch(/^eyJ[\w.-]+\n?$/)
  })

  it.each(['curl', 'javascript', 'python'])('keep a receipt and have it checked in %s', async (language) => {
    if (language === 'python' && !hasPython) return
    const receipt = await fetch(`${live.origin}/api/public/credentials/verify/${serial}/receipt?format=pdf`)
    await writeFile(join(folder, 'receipt.pdf'), new Uint8Array(await receipt.arrayBuffer()))
    expect(await outcome(`validateReceipt-${language}`)).toMatch(/["']?valid["']?: ?true/i)
  })

  it('send the token of the metrics, and nothing of an issuer’s', () => {
    expect(example('metrics-curl')).toContain('"authorization: Bearer $METRICS_TOKEN"')
    expect(example('metrics-curl')).not.toContain('CERTS_KEY')
    expect(example('lookUpCertificates-curl')).toContain('"authorization: Bearer $CERTS_KEY"')
  })

  it.each(['javascript', 'python'])('say what went wrong in %s', async (language) => {
    if (language === 'python' && !hasPython) return
    const refused = outcome(`lookUpCertificates-${language}`, 'svc_nothing')
    await expect(refused).rejects.toThrow('The issuer key is missing, malformed or revoked.')
  })
})
