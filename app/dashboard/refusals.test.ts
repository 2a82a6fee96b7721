import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { RefusedPage } from '@/components/desk/refused-page'
import { renderPage } from '@/components/site/render-document'
import { env } from '@/lib/env'
import type { ErrorCode } from '@/lib/errors'
import type { RouteHandler } from '@/lib/http/endpoint'
import { DESK_CATALOGUES, type DeskKey } from '@/lib/i18n/desk/catalogues'
import { forReader } from '@/lib/i18n/desk/reader'
import { workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as MISSING } from './[...rest]/route'
import { POST as PASSWORD_FORM } from './account/password/route'
import { POST as APPROVALS } from './approvals/route'
import { GET as CERTIFICATE } from './certificates/[ref]/route'
import { POST as INVITATION } from './invitation/route'
import { GET as MADE } from './keys/made/route'
import { GET as INVITE } from './people/invite/route'
import { POST as RESET } from './reset/route'
import { POST as SELECTED } from './selected/route'

useServiceDatabase()

const GERMAN = { 'accept-language': 'de' }

let owner: MintedPerson
let reader: MintedPerson
let serial: string

beforeAll(async () => {
  const issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
  reader = await mintPerson(issuer, 'reader')
  serial = await issueOne(issuer)
})

function german(key: DeskKey): string {
  return (DESK_CATALOGUES.de?.[key] ?? '').replace('{address}', env().BASE_URL)
}

/** The part of a page that is its own, as it is read out; each stretch of English is marked. */
const contentOf = (html: string) =>
  (/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '')
    .replace(/<[^>]*lang="en"[^>]*>/g, '[English] ')
    .replace(/<[^>]*>/g, ' ')

async function said(answer: Promise<Response>): Promise<string> {
  return contentOf(await (await answer).text())
}

const visitOf = (by: MintedPerson, handler: RouteHandler, path: string, form?: Record<string, string>) =>
  by.browser.visit(handler, path, { headers: GERMAN, ...(form && { form }) })

describe('a page that refuses says so in the reader’s language', () => {
  const link = { token: 'not-a-link', accept: 'new', name: 'Ana', password: 'x' }
  const PAGES: [string, () => Promise<Response>, DeskKey][] = [
    ['what a role does not include', () => visitOf(reader, INVITE, '/dashboard/people/invite'), 'refusal.role'],
    ['an address that there is none of', () => visitOf(owner, MISSING, '/dashboard/nothing'), 'refusal.notHere'],
    [
      'a certificate that is not there',
      () => visitOf(owner, CERTIFICATE, '/dashboard/certificates/X'),
      'refusal.notHere',
    ],
    [
      'an invitation that is none',
      () => new DeskBrowser().visit(INVITATION, '/dashboard/invitation', { form: link, headers: GERMAN }),
      'invitation.gone',
    ],
    [
      'a link that is none',
      () => new DeskBrowser().visit(RESET, '/dashboard/reset', { form: link, headers: GERMAN }),
      'refusal.linkGone',
    ],
    ['a secret that was shown', () => visitOf(owner, MADE, '/dashboard/keys/made'), 'shownOnce.goneKey'],
    [
      'a form of another site',
      () =>
        owner.browser.visit(SELECTED, '/dashboard/selected', {
          form: { serial },
          headers: { ...GERMAN, origin: 'https://evil.example' },
        }),
      'refusal.notFromDesk',
    ],
    [
      'a form for another issuer',
      () => visitOf(owner, SELECTED, `/dashboard/selected?for=${randomUUID()}`, { serial }),
      'refusal.otherIssuer',
    ],
    [
      'a form that is too large',
      () => visitOf(owner, SELECTED, '/dashboard/selected', { serials: 'x'.repeat(300_000) }),
      'refusal.formTooLarge',
    ],
  ]

  it.each(PAGES)('of %s', async (_what, ask, key) => {
    const page = await said(ask())
    expect(page).toContain(german(key))
    expect(page).not.toContain('[English]')
  })

  it.each<[ErrorCode, string]>([
    ['unavailable', 'The key of erasures cannot be opened. Nothing was changed.'],
    ['not_found', 'There is no such batch.'],
  ])('of what has no message of its own, by its kind: %s', async (code, sentence) => {
    const ask = (language: 'de' | 'en') =>
      forReader({ language, timeZone: 'UTC' }, () =>
        renderPage(RefusedPage, { host: 'verify.test', viewer: null, code, sentence }),
      )
    expect(contentOf(await ask('en'))).toContain(sentence)
    const page = contentOf(await ask('de'))
    expect(page).toContain(german(code === 'not_found' ? 'refusal.notHere' : 'refusal.notNow'))
    // What the operator is to be told is told in the words that the log and the manual have.
    expect(page.includes(`[English] ${sentence}`)).toBe(code === 'unavailable')
  })
})

describe('a form that refuses says so in the reader’s language', () => {
  it('of more withdrawals than are decided at once', async () => {
    const form = Array.from({ length: 101 }, () => ['id', randomUUID()])
    const answer = visitOf(owner, APPROVALS, '/dashboard/approvals', form as unknown as Record<string, string>)
    expect(await said(answer)).toContain(german('refusal.tooManyDecided').replace('{most}', '100'))
  })

  it('of a password that is not there', async () => {
    const person = await mintPerson(await mintIssuer(), 'owner')
    await workingPool().query('DELETE FROM desk_accounts WHERE user_id = $1', [person.person.userId])
    const answer = visitOf(person, PASSWORD_FORM, '/dashboard/account/password', { current: 'x', password: 'y' })
    expect(await said(answer)).toContain(german('refusal.noPassword'))
  })
})
