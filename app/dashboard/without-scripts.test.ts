import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { sendReport } from '@/lib/service/reports/send-report'
import { loadRoutes, type Route, RouteTable } from '@/server/exchange/routes'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'

useServiceDatabase({ TRUSTED_PROXIES: '' })

/** The most that a page of the desk loads of scripts, compressed. */
const MOST_SCRIPT = 60_000

/** Pages that no link leads to: a mail or a form does, each with a test of its own. */
const ELSEWHERE = [
  ...['/dashboard/invitation', '/dashboard/reset', '/dashboard/second-factor', '/dashboard/confirm'],
  ...['/dashboard/sign-in', '/dashboard/sign-in/code', '/dashboard/people/hand-over'],
  ...['/dashboard/keys/made', '/dashboard/webhooks/made', '/dashboard/certificates/:ref/passport/made'],
  ...['/dashboard/certificates/:ref/correct/done', '/dashboard/certificates/:ref/withdraw/done'],
  ...['/dashboard/sign-in/passkey', '/dashboard/confirm/passkey'],
  // They lead to the page of their form.
  ...['/dashboard/issue/rows', '/dashboard/batches/:batch/mail', '/dashboard/account/reading'],
  '/dashboard/certificates/:ref/withdraw/back',
]

/** What a browser alone can do with a device of its own: a passkey is made by a script. */
const BY_SCRIPT = '/dashboard/account/passkeys'

interface Page {
  path: string
  pattern: string
  html: string
}

let table: RouteTable
let routes: Route[]
let owner: MintedPerson
let pages: Page[]

beforeAll(async () => {
  const issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  await mintPerson(issuer, 'editor')
  const serial = await issueOne(issuer)
  const by = { reason: 'Misspelled', actor: 'operator' }
  await correctCertificate(await issueOne(issuer), { fullName: 'Bo Öz' }, by)
  await sendReport({ kind: 'forgery', serial, message: 'Seen on a market', email: '' })
  routes = await loadRoutes()
  table = new RouteTable(routes)
  for (const [path, form] of [
    ['/dashboard/keys/new', { name: 'Register' }],
    ['/dashboard/webhooks/new', { url: 'https://receiver.example/hook', kind: 'certificate.issued' }],
    ['/dashboard/people/invite', { email: 'someone@desk.test', role: 'reader' }],
  ] as const)
    expect((await open(path, form)).status).toBe(303)
  const rows = 'full_name\tevent_title\tachievement\nAna\tKnots\tPassed\nBo\tKnots\tPassed\n\tKnots\tPassed'
  const sent = await open('/dashboard/issue/rows', { rows })
  const run = sent.headers.get('location') ?? ''
  // What waits to be confirmed has its page before it is issued, and a page of its own from then on.
  const waiting = await walk([run, `${run}/rows`], [], run)
  expect((await open(run, { choice: 'skip_bad' })).status).toBe(303)
  await issueRunsEnded()
  pages = [...waiting, ...(await walk(['/dashboard'], waiting))]
})

/** The answer to a link, or to a form. */
async function open(path: string, form?: Record<string, string>): Promise<Response> {
  const { pathname } = new URL(path, env().BASE_URL)
  const match = table.find(pathname.split('/').slice(1).map(decodeURIComponent))
  const handler = match?.route.handlers.get(form ? 'POST' : 'GET')
  if (!match || !handler || match.route.isRest) return new Response(null, { status: 404 })
  const params = match.params as Record<string, string>
  return owner.browser.visit(handler, path, { params, ...(form && { form }) })
}

/** Every page that links under an address lead to, one of each route: that of the first link to it. */
async function walk(from: string[], seen: readonly Page[] = [], under = '/dashboard'): Promise<Page[]> {
  const found = new Map<string, Page>(seen.map((page) => [page.pattern, page]))
  const waiting = [...from]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const pattern = patternOf(path)
    if (found.has(pattern)) continue
    const answer = await open(path)
    expect([path, answer.status]).toEqual([path, 200])
    const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true
    const html = isPage ? await answer.text() : ''
    if (!isPage) await answer.body?.cancel()
    found.set(pattern, { path, pattern, html })
    waiting.push(
      ...linksOf(html).filter((link) => link.startsWith(under) && /^([/?#]|$)/.test(link.slice(under.length))),
    )
  }
  return [...found.values()]
}

function patternOf(path: string): string {
  const { pathname } = new URL(path, env().BASE_URL)
  return table.find(pathname.split('/').slice(1).map(decodeURIComponent))?.route.pattern ?? `nothing at ${pathname}`
}

const linksOf = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))

/** Each form: its attributes, and what stands in it. */
const formsOf = (html: string) =>
  [...html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', body = '']) => ({
    action: /action="([^"]*)"/.exec(head)?.[1]?.replaceAll('&amp;', '&') ?? '',
    method: /method="([^"]*)"/.exec(head)?.[1]?.toUpperCase() ?? 'GET',
    body,
  }))

describe('without scripts', () => {
  it('links lead to every page of the desk', () => {
    const isOfDesk = ({ pattern, isRest }: Route) => /^\/dashboard(\/|$)/.test(pattern) && !isRest
    const readable = routes.filter((route) => isOfDesk(route) && route.handlers.has('GET'))
    const walked = new Set(pages.map(({ pattern }) => pattern))
    const missing = readable.map(({ pattern }) => pattern).filter((pattern) => !walked.has(pattern))
    expect(missing.filter((pattern) => !ELSEWHERE.includes(pattern))).toEqual([])
    expect(pages.length).toBeGreaterThan(25)
  })

  it('each link has a page or a place, each form a button and whoever takes it', () => {
    const wrong: string[] = []
    for (const { path, html } of pages) {
      for (const link of linksOf(html).filter((one) => one.startsWith('/')))
        if (patternOf(link).includes('+') || patternOf(link).startsWith('nothing')) wrong.push(`${path} → ${link}`)
      for (const place of linksOf(html).filter((one) => one.startsWith('#')))
        if (!html.includes(`id="${place.slice(1)}"`)) wrong.push(`${path} → ${place}`)
      for (const { action, method, body } of formsOf(html)) {
        const taken = routes.find(({ pattern }) => pattern === patternOf(action))?.handlers.has(method)
        if (!taken) wrong.push(`${path} sends ${method} ${action}`)
        if (!/<button (?![^>]*type="button")/.test(body) && patternOf(action) !== BY_SCRIPT)
          wrong.push(`${path} has no button to send to ${action}`)
      }
    }
    expect(wrong).toEqual([])
  })

  it('nothing is shown that only a script would answer', () => {
    for (const { path, html } of pages) {
      const idle = [...html.matchAll(/<button [^>]*type="button"[^>]*>/g)].map(([tag]) => tag)
      expect([path, idle.filter((tag) => !/ hidden(=|\s|>)/.test(tag))]).toEqual([path, []])
      expect([path, / on[a-z]+="/.test(html.replace(/<bdi[^>]*>.*?<\/bdi>/gs, ''))]).toEqual([path, false])
    }
  })

  it('no page loads more than 60 kB of scripts', () => {
    for (const { path, html } of pages) {
      const scripts = [...html.matchAll(/<script [^>]*src="\/assets\/([^"]+)"/g)].map(([, name = '']) => name)
      const bytes = [...withImports(scripts)].reduce((sum, name) => sum + compressedBytes(name), 0)
      expect([path, bytes <= MOST_SCRIPT]).toEqual([path, true])
      expect(html === '' || bytes > 1000).toBe(true)
    }
  })
})

const asset = (name: string) => readFileSync(join(process.cwd(), 'public/assets', name))

const compressed = new Map<string, number>()

/** Most pages load the same ones. */
function compressedBytes(name: string): number {
  const bytes = compressed.get(name) ?? brotliCompressSync(asset(name)).length
  compressed.set(name, bytes)
  return bytes
}

/** Scripts and whatever they load, at once or later. */
function withImports(names: readonly string[], known = new Set<string>()): Set<string> {
  for (const name of names) {
    if (known.has(name)) continue
    known.add(name)
    const others = [
      ...asset(name)
        .toString()
        .matchAll(/["']\.?\/(?:assets\/)?([\w-]+\.js)["']/g),
    ]
    withImports(
      others.map(([, other = '']) => other),
      known,
    )
  }
  return known
}
