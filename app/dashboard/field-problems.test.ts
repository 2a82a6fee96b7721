import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RouteHandler } from '@/lib/http/endpoint'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson, PASSWORD } from '@/test/desk/desk'
import { POST as PASSWORD_FORM } from './account/password/route'
import { POST as INVITATION } from './invitation/route'
import { POST as NEW_KEY } from './keys/new/route'
import { POST as INVITE } from './people/invite/route'
import { POST as NEW_WEBHOOK } from './webhooks/new/route'

useServiceDatabase()

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
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
]

/** The page says what is wrong, in the reader's language: once above the form, with the way to the field, and once at the field, which is marked. */
async function expectProblemAt(answer: Response, field: string): Promise<void> {
  const html = await answer.text()
  expect(html).toContain('<html lang="de"')
  expect(answer.status).toBe(400)
  const [, said] = new RegExp(`<p id="${field}-problem" class="field-problem">([^<]+)</p>`).exec(html) ?? []
  expect(said).toBeTruthy()
  expect(said).not.toMatch(/\b(the|this|is|missing|needs)\b/i)
  expect(html).toContain(`<a href="#${field}">${said}</a>`)
  const tag = new RegExp(`<input[^>]* id="${field}"[^>]*>|<input[^>]*id="${field}"[^>]*>`).exec(html)?.[0]
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
