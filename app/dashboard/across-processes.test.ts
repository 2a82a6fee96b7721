/** The desk behind a proxy: each request may reach another process, and they share nothing but the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RouteHandler } from '@/lib/http/endpoint'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { ServerProcess } from '@/test/server/server-process'

const database = useServiceDatabase()
let processes: [ServerProcess, ServerProcess]
let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  const start = () => ServerProcess.start(database.url, 'desk-server', { BASE_URL: 'https://verify.test' })
  processes = await Promise.all([start(), start()])
})
afterAll(() => Promise.all(processes.map((one) => one.kill())))

/** Sends what a browser sends to one of the processes. */
function at(number: 0 | 1): RouteHandler {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = request.method === 'GET' ? undefined : await request.arrayBuffer()
    const { method, headers } = request
    const sent = { method, headers, redirect: 'manual' as const, ...(body && { body }) }
    return fetch(`${processes[number].origin}${pathname}${search}`, sent)
  }
}

describe('two processes', () => {
  it('both know who signed in, and a session that one of them ended', async () => {
    const reader = await mintPerson(issuer, 'reader')
    for (const number of [0, 1] as const)
      expect((await reader.browser.visit(at(number), '/dashboard')).status).toBe(200)
    const copy = new DeskBrowser()
    copy.keep(reader.browser.cookie.split('; '))
    expect((await reader.browser.visit(at(0), '/dashboard/sign-out', { form: {} })).status).toBe(303)
    const answer = await copy.visit(at(1), '/dashboard')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/dashboard/sign-in'])
  })

  it('both know at once who was removed', async () => {
    const gone = await mintPerson(issuer, 'editor')
    expect((await gone.browser.visit(at(1), '/dashboard/certificates')).status).toBe(200)
    const path = `/dashboard/people/${gone.person.userId}`
    expect((await owner.browser.visit(at(0), path, { form: { do: 'remove' } })).status).toBe(303)
    expect((await gone.browser.visit(at(1), '/dashboard/certificates')).status).toBe(303)
  })

  it('issue from a file that one took, another confirms, and both can tell of', async () => {
    const upload = new FormData()
    upload.set('file', new File(['full_name,event_title,achievement\nTwo Processes,Knots,Passed\n'], 'rows.csv'))
    const sent = await owner.browser.visit(at(0), '/dashboard/issue', { upload })
    const path = sent.headers.get('location') ?? ''
    expect(path).toMatch(/^\/dashboard\/issue\/[0-9a-f-]{36}$/)
    expect(await (await owner.browser.visit(at(1), path)).text()).toContain('One certificate can be issued.')
    const confirm = (number: 0 | 1) => owner.browser.visit(at(number), path, { form: { choice: 'issue' } })
    expect((await Promise.all([confirm(1), confirm(0), confirm(1)])).map(({ status }) => status)).toEqual([
      303, 303, 303,
    ])
    const led = async () => (await owner.browser.visit(at(0), path)).headers.get('location') ?? ''
    await expect.poll(led, { timeout: 200_000 }).toMatch(/^\/dashboard\/batches\//)
    const batch = await led()
    for (const number of [0, 1] as const) {
      const page = await (await owner.browser.visit(at(number), batch)).text()
      expect(page).toContain('One certificate was issued.')
      expect(page).toContain('Two Processes')
    }
  })
})
