import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCS_SEARCH, DOCS_TRY, docsPlaces, endpointPath } from '@/components/docs/docs-places'
import { OVERALL_STATUSES } from '@/lib/contract/check/verification'
import { EXAMPLE_SERIAL } from '@/lib/contract/examples'
import { openApiDocument } from '@/lib/http/openapi/openapi'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { useLiveService } from '@/test/server/live-service'

useServiceDatabase()
const live = useLiveService()
const run = promisify(execFile)

/** Each page by its address, in the order of the contents. */
let pages: Map<string, string>
let serial: string
let secret: string
let folder: string
let hasPython: boolean

beforeAll(async () => {
  const issuer = await mintIssuer()
  serial = await issueOne(issuer, { fullName: 'Chloé Dubois' })
  secret = (await createApiKey(issuer.slug, 'Test')).secret
  const addresses = [...docsPlaces(openApiDocument()).map(({ path }) => path), DOCS_TRY, `${DOCS_SEARCH}?q=serial`]
  pages = new Map()
  for (const path of addresses) pages.set(path, await (await fetch(live.origin + path)).text())
  folder = await mkdtemp(join(tmpdir(), 'docs-examples-'))
  hasPython = await run('python3', ['--version']).then(
    () => true,
    () => false,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The code of an example as it stands on the page, with the serial that exists in place of the page's. */
function example(name: string): string {
  const found = new RegExp(`data-example="${name}"[^>]*><code>([^<]*)</code>`).exec([...pages.values()].join(''))?.[1]
  if (found === undefined) throw new Error(`No page has an example ${name}.`)
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

describe('the pages', () => {
  it('are documents without scripts, under the policy of every page', async () => {
    for (const path of pages.keys()) {
      const response = await fetch(live.origin + path)
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/html; charset=utf-8',
      ])
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('unsafe')
      const html = pages.get(path) ?? ''
      expect(html).not.toMatch(/style="|onclick/)
      expect([path, html.match(/<script[^>]*>/g)?.length ?? 0]).toEqual([path, path === DOCS_TRY ? 1 : 0])
      expect(html).toMatch(/<title>[^<]*Documentation · 127\.0\.0\.1/)
    }
    expect(pages.get(DOCS_TRY)).toMatch(/<script type="module" src="\/assets\/tryIt[^"]*"><\/script>/)
    expect(pages.get(DOCS_TRY)).toContain('The endpoints appear here once')
  })

  it('have names of their own', () => {
    const titles = [...pages.values()].map((html) => /<title>([^<]*)/.exec(html)?.[1])
    expect(new Set(titles).size).toBe(pages.size)
    const headings = [...pages.values()].map((html) => /<h1>([^<]*)/.exec(html)?.[1])
    expect(new Set(headings).size).toBe(pages.size)
  })

  it('give the rule for accepting before anything else of substance', () => {
    const html = pages.get('/docs') ?? ''
    expect(html.indexOf('id="decision-rule"')).toBeLessThan(html.indexOf('id="basics"'))
    expect(html).toContain('Accept only when <code>verification.overall_status</code> is <code>verified</code>')
  })

  it('hold every endpoint, every field, every outcome, every limit', () => {
    const document = openApiDocument()
    const all = [...pages.values()].join('')
    for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item))) {
      const html = pages.get(endpointPath(operation).split('#')[0] ?? '') ?? ''
      expect(html).toContain(`id="${operation.operationId}"`)
      for (const status of Object.keys(operation.responses)) expect(html).toContain(`<code>${status}</code>`)
      const limit = operation['x-rate-limit']
      if (limit) expect(html).toContain(`${limit.requests.toLocaleString('en')} requests a minute`)
    }
    for (const schema of Object.values(document.components.schemas)) {
      for (const name of Object.keys(schema.properties ?? {})) expect(all).toContain(`<code>${name}</code>`)
    }
    for (const value of OVERALL_STATUSES) expect(pages.get('/docs')).toContain(`<code>${value}</code>`)
  })

  it('say what a program answers when its address is to be confirmed', () => {
    expect(pages.get('/docs/webhooks')).toContain('with the value of <code>data.challenge</code>')
  })

  it('are found under the anchors that the one page had', () => {
    for (const { operationId } of Object.values(openApiDocument().paths).flatMap((item) => Object.values(item)))
      expect(pages.get('/docs')).toContain(`<li id="${operationId}">`)
  })

  it('have no link among them that leads nowhere, and no name twice', () => {
    const idsOf = new Map(
      [...pages].map(([path, html]) => [path, [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)]),
    )
    let links = 0
    for (const [path, html] of pages) {
      expect([path, new Set(idsOf.get(path)).size]).toEqual([path, idsOf.get(path)?.length])
      for (const [, href = ''] of html.matchAll(/href="((?:\/docs|#)[^"]*)"/g)) {
        const [to = '', anchor] = href.startsWith('#') ? [path, href.slice(1)] : href.split('#')
        // What follows the address of Swagger UI is its own.
        if (to === DOCS_TRY && anchor?.startsWith('/')) continue
        links += 1
        expect([path, href, idsOf.has(to)]).toEqual([path, href, true])
        if (anchor) expect([path, href, idsOf.get(to)?.includes(anchor)]).toEqual([path, href, true])
      }
    }
    expect(links).toBeGreaterThan(200)
  })

  it.each(['/docs/nothing', '/docs/Verification', '/docs/constructor', '/docs/__proto__', '/docs/%3Cb%3E'])(
    'are not at %s, and say so',
    async (path) => {
      const response = await fetch(live.origin + path)
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
      const html = await response.text()
      expect(html).toContain('<h1>No such page</h1>')
      expect(html).toContain('name="robots" content="noindex"')
    },
  )
})

describe('the search', () => {
  const search = async (words: string) => {
    const response = await fetch(`${live.origin}/docs/search?q=${encodeURIComponent(words)}`)
    return { status: response.status, html: await response.text() }
  }

  it('leads to what it finds', async () => {
    const { status, html } = await search('verify several')
    expect([status, html.includes('href="/docs/verification#verifyBatch"')]).toEqual([200, true])
    expect(html).toContain('value="verify several"')
    expect(html).toContain('name="robots" content="noindex"')
  })

  it.each(['', '   ', '"><script>alert(1)</script>', 'x'.repeat(5000), '中文', '%00', '.*', '\\'])(
    'takes %j, and runs nothing of it',
    async (words) => {
      const { status, html } = await search(words)
      expect([status, html.includes('Nothing found')]).toEqual([200, true])
      expect(html).not.toMatch(/<script|<img/)
      expect(html).not.toContain('x'.repeat(101))
    },
  )

  it('refuses two questions in one', async () => {
    expect((await fetch(`${live.origin}/docs/search?q=a&q=b`)).status).toBe(400)
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

  it.each(['curl', 'javascript', 'python'])('verify several in %s', async (language) => {
    if (language === 'python' && !hasPython) return
    expect(await outcome(`verifyBatch-${language}`)).toMatch(/["']?complete["']?: ?true/i)
  })

  it.each(['curl', 'javascript', 'python'])('ask for the form of the answer that is documented in %s', (language) => {
    expect(example(`proveInLog-${language}`)).toMatch(/\/log-proof\?format=json['"]/)
    expect(example(`giveReceipt-${language}`)).toMatch(/\/receipt['"]/)
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
    await expect(refused).rejects.toThrow('The API key is missing, malformed or revoked.')
  })
})
