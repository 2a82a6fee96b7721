import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { previewIssueFile } from '@/lib/service/desk/issue/issue-runs'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { writeNotedReadings } from '@/lib/service/operation/write-noted-readings'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { sendReport } from '@/lib/service/reports/send-report'
import { createOwnWebhook } from '@/lib/service/webhooks/own-webhooks'
import { setWebhookDoor } from '@/lib/service/webhooks/webhook-door'
import { transaction, workingPool } from '@/lib/store/database/database'
import { listInvitations } from '@/lib/store/desk/invitations'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { findReports } from '@/lib/store/records/reports'
import { insertDeliveries } from '@/lib/store/webhooks/webhook-deliveries'
import { changeWebhook } from '@/lib/store/webhooks/webhooks'
import { loadRoutes, type Route } from '@/server/exchange/routes'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson, PASSWORD, settle } from '@/test/desk/desk'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

/** One form as it is sent. */
interface Sent {
  form?: Record<string, string>
  upload?: FormData
  json?: unknown
  params?: Record<string, string>
  browser?: DeskBrowser
}

let routes: Route[]
let issuer: StoredIssuer
let owner: MintedPerson
let other: MintedPerson

beforeAll(async () => {
  routes = (await loadRoutes()).filter(({ pattern }) => /^\/dashboard(\/|$)/.test(pattern))
  setWebhookDoor({ resolve: () => Promise.resolve([]) })
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  other = await mintPerson(issuer, 'owner')
  for (const person of [owner, other]) await settle(person)
})

/** A certificate under its serial, with what the form says of it. */
async function certificate(form: (serial: string) => Record<string, string>): Promise<Sent> {
  const serial = await issueOne(issuer, { registrationNumber: randomUUID() })
  return { params: { ref: serial }, form: form(serial) }
}

const rowsFile = () => `full_name,event_title,achievement\n${randomUUID()},Knots,Passed\n`

function upload(name: string, text: string): Sent {
  const body = new FormData()
  body.set(name, new File([text], 'rows.csv'))
  return { upload: body }
}

async function reader(): Promise<MintedPerson> {
  return mintPerson(issuer, 'reader')
}

/** A webhook that is in use, and leads nowhere. */
async function webhook(form: Record<string, string>) {
  const told = { url: 'https://hooks.example/', kinds: ['certificate.issued'] }
  const { id } = await createOwnWebhook(owner.member, told)
  await transaction((tx) => changeWebhook(tx, id, { state: 'active' }))
  return { params: { webhook: id }, form }
}

async function person(form: Record<string, string>): Promise<Sent> {
  return { params: { person: (await reader()).person.userId }, form }
}

const once = () => ({ once: randomUUID() })

/** Each form that changes something, sent twice as it stands. */
const FORMS: Record<string, (() => Promise<Sent> | Sent)[]> = {
  '/dashboard/account': [() => ({ form: { session: 'others' } })],
  '/dashboard/account/reading': [() => ({ form: { language: 'en', time_zone: 'Asia/Dubai' } })],
  '/dashboard/account/password': [
    async () => ({
      browser: (await reader()).browser,
      form: { current: PASSWORD, password: 'another long password entirely' },
    }),
  ],
  '/dashboard/certificates/:ref/correct': [() => certificate(() => ({ full_name: 'Bo Öz', reason: 'Misspelled' }))],
  '/dashboard/certificates/:ref/passport': [
    () => certificate(() => ({ action: 'make', ...once() })),
    () => certificate(() => ({ action: 'make', published: 'yes', ...once() })),
    async () => {
      const { url } = await createPassportByOperator([await issueOne(await mintIssuer())])
      return certificate(() => ({ action: 'add', passport: url }))
    },
  ],
  '/dashboard/certificates/:ref/withdraw': [() => certificate((serial) => ({ serial, reason: 'Issued in error' }))],
  '/dashboard/designs': [
    () => {
      const body = new FormData()
      const fields = { layout: 'band', paper: 'a4', ink: '#1b1f24', accent: '#7a1f2b', ground: '#ffffff' }
      const words = { name: 'Certificate', certifies: 'This certifies that', wear: 'yes', do: 'save' }
      for (const [name, value] of Object.entries({ ...fields, ...words })) body.set(name, value)
      return { upload: body }
    },
  ],
  '/dashboard/invitation': [
    async () => {
      const { link } = await inviteByOperator(issuer.slug, `${randomUUID()}@desk.test`, 'reader')
      const token = new URL(link).hash.slice(1)
      return { browser: new DeskBrowser(), form: { token, accept: 'new', name: 'Ana Müller', password: PASSWORD } }
    },
  ],
  '/dashboard/issue/:run': [
    async () => {
      const choices = { allowRepeats: true, guessableSerials: false }
      const file = { fileName: 'rows.csv', file: Buffer.from(rowsFile()), choices }
      return { params: { run: await previewIssueFile(owner.member, file) }, form: { choice: 'issue' } }
    },
  ],
  '/dashboard/issue/:run/rows': [
    async () => {
      const choices = { allowRepeats: true, guessableSerials: false }
      const file = { fileName: 'rows.csv', file: Buffer.from(rowsFile()), choices }
      return { params: { run: await previewIssueFile(owner.member, file) }, form: { 'cell.2.1': 'Splices' } }
    },
  ],
  '/dashboard/issue': [() => upload('file', rowsFile())],
  '/dashboard/issue/rows': [() => ({ form: { rows: rowsFile() } })],
  '/dashboard/keys/:key/revoke': [
    async () => {
      const { key } = await createApiKey(issuer.slug, 'Test')
      return { params: { key: key.id }, form: { reason: 'Moved' } }
    },
  ],
  '/dashboard/keys/new': [() => ({ form: { name: 'Register', ...once() } })],
  '/dashboard/look-up': [() => ({ form: { serials: 'NEVER-THERE' } })],
  '/dashboard/look-up/batch': [() => ({ json: { serials: ['NEVER-THERE'] } })],
  '/dashboard/mail': [() => ({ form: { do: 'keep', language: 'fr', words: 'Fair winds.', notify: 'on' } })],
  '/dashboard/organization': [() => ({ form: { issuer: issuer.id } })],
  '/dashboard/organization/words': [
    () => ({ form: { description: 'Safety, taught since 1990.', contact: '', website: '' } }),
  ],
  '/dashboard/people/:person': [
    () => person({ do: 'role', role: 'editor' }),
    () => person({ do: 'reset', ...once() }),
    () => person({ do: 'remove' }),
  ],
  '/dashboard/people/invitations/:invitation': [
    async () => {
      await inviteByOperator(issuer.slug, `${randomUUID()}@desk.test`, 'reader')
      return { params: { invitation: (await listInvitations(issuer.id))[0]?.id ?? '' }, form: {} }
    },
  ],
  '/dashboard/people/invite': [
    () => ({ form: { email: `${randomUUID()}@desk.test`, role: 'reader', ...once() } }),
    () => ({ form: { email: `${randomUUID()}@desk.test`, role: 'owner', ...once() } }),
  ],
  '/dashboard/reports/:report': [
    async () => {
      await sendReport({ kind: 'forgery', serial: await issueOne(issuer), message: 'Seen', email: '' })
      return { params: { report: (await findReports(issuer.id, false, 1))[0]?.id ?? '' }, form: { note: 'Known.' } }
    },
  ],
  '/dashboard/reset': [
    async () => {
      const { link } = await makeResetLinkByOperator(issuer.slug, (await reader()).email, false)
      return { browser: new DeskBrowser(), form: { token: new URL(link).hash.slice(1), password: PASSWORD } }
    },
  ],
  '/dashboard/selected': [
    async () => {
      const serial = await issueOne(issuer, { registrationNumber: randomUUID() })
      return { form: { serial, do: 'withdraw', count: '1', reason: 'Issued in error' } }
    },
  ],
  '/dashboard/webhooks/new': [
    () => ({ form: { url: 'https://hooks.example/', kind: 'certificate.issued', ...once() } }),
  ],
  '/dashboard/webhooks/:webhook': [
    () => webhook({ do: 'test', ...once() }),
    () => webhook({ do: 'confirm' }),
    () => webhook({ do: 'pause' }),
    () => webhook({ do: 'remove' }),
    async () => {
      const { params } = await webhook({})
      const sent = {
        id: randomUUID(),
        webhookId: params.webhook,
        certificateId: null,
        kind: 'webhook.test',
        data: '{}',
      }
      await transaction((tx) => insertDeliveries(tx, [{ ...sent, occurredAt: new Date() }]))
      const finished = new Date()
      const done = "UPDATE webhook_deliveries SET state = 'failed', finished_at = $2 WHERE id = $1"
      await workingPool().query(done, [sent.id, finished])
      return { params, form: { do: 'replay', delivery: sent.id, finished: finished.toISOString() } }
    },
  ],
  '/dashboard/sign-out': [async () => ({ browser: (await reader()).browser, form: {} })],
}

/** What is asked or shown again as often as it is sent; codes and challenges among it are good once, tested beside each. */
const NOTHING_MADE = [
  ...[
    '/dashboard/:rest+',
    '/dashboard/account/passkeys',
    '/dashboard/approvals',
    '/dashboard/certificates/:ref/withdraw/back',
    '/dashboard/confirm',
    '/dashboard/confirm/passkey',
  ],
  ...[
    '/dashboard/batches/:batch/mail',
    '/dashboard/passkey-options',
    '/dashboard/second-factor',
    '/dashboard/sign-in',
    '/dashboard/sign-in/code',
    '/dashboard/sign-in/passkey',
  ],
]

/** How many rows each table has, as the owner of the tables sees them; a row that is sealed anew ends its seal before. */
async function counts(): Promise<Record<string, number>> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'ended_seals'",
    )
    const counted: Record<string, number> = {}
    for (const { name } of rows) {
      const found = await client.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`)
      counted[name] = found.rows[0]?.count ?? 0
    }
    return counted
  } finally {
    await client.end()
  }
}

async function send(pattern: string, { form, upload: file, json, params = {}, browser }: Sent): Promise<Response> {
  const handler = routes.find((route) => route.pattern === pattern)?.handlers.get('POST')
  if (!handler) throw new Error(`no form at ${pattern}`)
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const body = form ? { form } : file ? { upload: file } : { json }
  const answer = await (browser ?? owner.browser).visit(handler, path, { ...body, params })
  await answer.clone().text()
  await issueRunsEnded()
  return answer
}

describe('every form of the desk, sent twice', () => {
  it('is among these', () => {
    const forms = routes.flatMap(({ pattern, handlers }) => (handlers.has('POST') ? [pattern] : []))
    expect(forms.sort()).toEqual([...Object.keys(FORMS), ...NOTHING_MADE].sort())
  })

  it.each(Object.entries(FORMS).flatMap(([pattern, all]) => all.map((make) => [pattern, make] as const)))(
    '%s does its work once',
    async (pattern, make) => {
      const sent = await make()
      const first = await send(pattern, sent)
      expect(first.status).toBeLessThan(400)
      // What was read so far is written some time later, and would be while another form is looked at.
      await writeNotedReadings()
      const after = await counts()
      const second = await send(pattern, sent)
      expect(second.status).not.toBe(500)
      expect(second.status).not.toBe(503)
      const reading = /^\/dashboard\/(look-up|selected)/.test(pattern)
        ? { desk_activities: expect.any(Number) as number }
        : {}
      expect(await counts()).toEqual({ ...after, ...reading })
    },
  )

  it.each([
    ['/dashboard/keys/new', () => ({ form: { name: 'Register', ...once() } }), 'issuer_api_keys'],
    [
      '/dashboard/people/invite',
      () => ({ form: { email: `${randomUUID()}@desk.test`, role: 'reader', ...once() } }),
      'desk_invitations',
    ],
  ] as const)('%s makes one thing of many at once, and another of another form', async (pattern, form, table) => {
    const before = (await counts())[table] ?? 0
    const sent = form()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(pattern, sent)))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(303))
    expect((await counts())[table]).toBe(before + 1)
    await send(pattern, form())
    expect((await counts())[table]).toBe(before + 2)
  })
})

describe('what is shown once', () => {
  it('is shown to this session, on this page, once, and nothing of it is stored here', async () => {
    const made = await send('/dashboard/keys/new', { form: { name: 'Register', ...once() } })
    const [cookie = ''] = made.headers.getSetCookie()
    expect(cookie).toMatch(
      /^desk\.shown_once=v1\.[^;]+; Path=\/dashboard\/keys\/made; Max-Age=120; HttpOnly; SameSite=Strict; Secure$/,
    )
    expect([made.status, made.headers.get('location'), await made.text()]).toEqual([303, '/dashboard/keys/made', ''])
    const show = routes.find(({ pattern }) => pattern === '/dashboard/keys/made')?.handlers.get('GET')
    if (!show) throw new Error('no page')
    const [pair = ''] = cookie.split(';')
    const stolen = (browser: DeskBrowser) =>
      browser.visit(show, '/dashboard/keys/made', { headers: { cookie: `${browser.cookie}; ${pair}` } })
    expect((await stolen(other.browser)).status).toBe(410)
    const handOver = routes.find(({ pattern }) => pattern === '/dashboard/people/hand-over')?.handlers.get('GET')
    if (!handOver) throw new Error('no page')
    expect((await owner.browser.visit(handOver, '/dashboard/people/hand-over')).status).toBe(410)
    const shown = await owner.browser.visit(show, '/dashboard/keys/made')
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    const [, secret = ''] = /<code id="secret"[^>]*>([^<]+)</.exec(await shown.text()) ?? []
    expect(secret).toMatch(/^svc_[0-9A-Za-z]{40}$/)
    const again = await owner.browser.visit(show, '/dashboard/keys/made')
    expect([again.status, (await again.text()).includes('shown once')]).toEqual([410, true])
  })

  it('is not found in a text that was made up or cut', async () => {
    const show = routes.find(({ pattern }) => pattern === '/dashboard/keys/made')?.handlers.get('GET')
    if (!show) throw new Error('no page')
    for (const value of ['', 'v1.a.b', 'x', 'v1', '{"until":9e15,"shown":"x"}', '%00'])
      expect(
        (
          await owner.browser.visit(show, '/dashboard/keys/made', {
            headers: { cookie: `${owner.browser.cookie}; desk.shown_once=${value}` },
          })
        ).status,
      ).toBe(410)
  })
})
