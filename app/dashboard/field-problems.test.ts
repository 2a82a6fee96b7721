import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RouteHandler } from '@/lib/http/endpoint'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { makeResetLink } from '@/lib/service/desk/sign-in/make-reset-link'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { sendReport } from '@/lib/service/reports/send-report'
import { transaction } from '@/lib/store/database/database'
import { insertPasskey } from '@/lib/store/desk/passkeys'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { findReports } from '@/lib/store/records/reports'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson, PASSWORD } from '@/test/desk/desk'
import { POST as PASSKEYS } from './account/passkeys/route'
import { POST as PASSWORD_FORM } from './account/password/route'
import { POST as PASSPORT } from './certificates/[ref]/passport/route'
import { POST as WITHDRAW } from './certificates/[ref]/withdraw/route'
import { POST as INVITATION } from './invitation/route'
import { POST as REVOKE } from './keys/[key]/revoke/route'
import { POST as NEW_KEY } from './keys/new/route'
import { POST as INVITE } from './people/invite/route'
import { POST as CLOSE } from './reports/[report]/route'
import { POST as RESET } from './reset/route'
import { POST as SELECTED } from './selected/route'
import { POST as NEW_WEBHOOK } from './webhooks/new/route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson
let serial: string

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  serial = await issueOne(issuer)
})

const kind = 'certificate.issued'
const GERMAN = { 'accept-language': 'de' }

const REFUSED: [string, RouteHandler, string, Record<string, string>, string][] = [
  ['an address that is none', INVITE, '/dashboard/people/invite', { email: 'nobody', role: 'reader' }, 'email'],
  ['an API key without a name', NEW_KEY, '/dashboard/keys/new', { name: ' ' }, 'name'],
  ['a webhook without https', NEW_WEBHOOK, '/dashboard/webhooks/new', { url: 'http://x.example', kind }, 'url'],
  ['a webhook that listens to nothing', NEW_WEBHOOK, '/dashboard/webhooks/new', { url: 'https://x.example' }, 'kind'],
  [
    'a present password that is wrong',
    PASSWORD_FORM,
    '/dashboard/account/password',
    { current: 'x', password: PASSWORD },
    'current',
  ],
  [
    'a new password that is short',
    PASSWORD_FORM,
    '/dashboard/account/password',
    { current: PASSWORD, password: 'short' },
    'password',
  ],
  ['an API key’s name that is too long', NEW_KEY, '/dashboard/keys/new', { name: 'x'.repeat(101) }, 'name'],
  ['an API key’s name with a hidden letter', NEW_KEY, '/dashboard/keys/new', { name: 'a\u202eb' }, 'name'],
  ['a passkey without a name', PASSKEYS, '/dashboard/account/passkeys', { name: ' ', answer: '{}' }, 'name'],
]

/** The page says what is wrong, in the reader's language: once above the form, with the way to the field, and once at the field, which is marked. */
async function expectProblemAt(answer: Response, field: string, status = 400): Promise<void> {
  const html = await answer.text()
  expect(html).toContain('<html lang="de"')
  expect(answer.status).toBe(status)
  const [, said] = new RegExp(`<p id="${field}-problem" class="field-problem">([^<]+)</p>`).exec(html) ?? []
  expect(said).toBeTruthy()
  expect(said).not.toMatch(/\b(the|this|is|missing|needs)\b/i)
  expect(html).toContain(`<a href="#${field}">${said}</a>`)
  const tag = new RegExp(`<(input|textarea) [^>]*\\bid="${field}"[^>]*>`).exec(html)?.[0]
  expect(tag).toContain('aria-invalid="true"')
  expect(tag).toContain(`aria-describedby="${field}-problem`)
  expect(tag).toMatch(/autofocus/i)
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(1)
}

describe('what a form refuses', () => {
  it.each(REFUSED)('is said at its field: %s', async (_what, handler, path, form, field) => {
    await expectProblemAt(
      await owner.browser.visit(handler, path, { form: { once: randomUUID(), ...form }, headers: GERMAN }),
      field,
    )
  })

  it.each([
    ['serial', { serial: 'NOT-THIS-ONE', reason: 'Cheated' }],
    ['reason', { reason: '' }],
    ['reason', { reason: 'x'.repeat(1001) }],
    ['public_reason', { reason: 'Cheated', public_reason: 'a\u202eb' }],
  ])('is said at the %s of a withdrawal', async (field, typed) => {
    const form = { serial, public_reason: '', ...typed }
    const params = { ref: serial }
    const answer = await owner.browser.visit(WITHDRAW, `/dashboard/certificates/${serial}/withdraw`, {
      form,
      headers: GERMAN,
      params,
    })
    await expectProblemAt(answer, field)
  })

  it.each([
    ['count', { count: '2', reason: 'Cheated' }],
    ['reason', { count: '1', reason: ' ' }],
    ['public_reason', { count: '1', reason: 'Cheated', public_reason: 'x'.repeat(501) }],
  ])('is said at the %s of a withdrawal of several, whose form is open', async (field, typed) => {
    const form = { serial, do: 'withdraw', public_reason: '', ...typed }
    const answer = await owner.browser.visit(SELECTED, '/dashboard/selected', { form, headers: GERMAN })
    expect(await answer.clone().text()).toContain('<details open="">')
    await expectProblemAt(answer, field)
  })

  it('is said at the reason why a key is revoked, which stays as it was typed', async () => {
    const { key } = await createApiKey(issuer.slug, 'Register')
    for (const reason of ['', 'x'.repeat(1001)]) {
      const path = `/dashboard/keys/${key.id}/revoke`
      const sent = { form: { reason }, headers: GERMAN, params: { key: key.id } }
      const answer = await owner.browser.visit(REVOKE, path, sent)
      expect(await answer.clone().text()).toContain(`>${reason}</textarea>`)
      await expectProblemAt(answer, 'reason')
    }
  })

  it('is said at the name of that passkey of several which is renamed', async () => {
    const ids = ['first', 'second'].map((name) => `${name}-${randomUUID()}`)
    for (const id of ids) {
      const key = { publicKey: new Uint8Array(8), counter: 0, transports: [], backedUp: false }
      await transaction((tx) => insertPasskey(tx, { ...key, id, userId: owner.person.userId, name: 'Telephone' }))
    }
    const passkey = ids[1] ?? ''
    const form = { passkey, do: 'rename', name: 'x'.repeat(61) }
    const answer = await owner.browser.visit(PASSKEYS, '/dashboard/account/passkeys', { form, headers: GERMAN })
    expect(await answer.clone().text()).toContain(`value="${form.name}"`)
    await expectProblemAt(answer, `name-${passkey}`)
  })

  it('is said at the password that a link asks for, where a passkey came instead', async () => {
    const { person } = await mintPerson(issuer, 'reader')
    const { link } = await makeResetLink(owner.member, person.userId, randomUUID())
    const form = { token: new URL(link).hash.slice(1), answer: '{}' }
    const answer = await new DeskBrowser().visit(RESET, '/dashboard/reset', { form, headers: GERMAN })
    await expectProblemAt(answer, 'password', 403)
  })

  it('is said at the handle of a passport that there is none of', async () => {
    const form = { action: 'add', passport: 'a'.repeat(26) }
    const path = `/dashboard/certificates/${serial}/passport`
    const sent = { form, headers: GERMAN, params: { ref: serial } }
    await expectProblemAt(await owner.browser.visit(PASSPORT, path, sent), 'passport')
  })

  it('is said at the note that a report is closed with', async () => {
    expect(await sendReport({ kind: 'forgery', serial, message: 'Odd', email: '' })).toBe('sent')
    const id = (await findReports(issuer.id, false, 1))[0]?.id ?? ''
    const sent = { form: { note: 'a\u202eb' }, headers: GERMAN, params: { report: id } }
    await expectProblemAt(await owner.browser.visit(CLOSE, `/dashboard/reports/${id}`, sent), 'note')
  })

  it.each([
    ['name', { name: '', password: PASSWORD }],
    ['password', { name: 'Ana', password: 'anaanaanaana' }],
  ])('is said at the %s of who accepts an invitation', async (field, typed) => {
    const { link } = await inviteByOperator(issuer.slug, `${randomUUID()}@desk.test`, 'reader')
    const form = { token: new URL(link).hash.slice(1), accept: 'new', ...typed }
    await expectProblemAt(
      await new DeskBrowser().visit(INVITATION, '/dashboard/invitation', { form, headers: GERMAN }),
      field,
    )
  })
})
