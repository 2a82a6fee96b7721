import { randomBytes, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { changeRows } from '@/test/database/sealed-rows'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, mintPerson, PASSWORD } from '@/test/desk/desk'
import { POST as RESET, GET as RESET_LINK } from '../reset/route'
import { GET, POST } from './route'

useServiceDatabase()

const PATH = '/dashboard/invitation'
let issuer: StoredIssuer

beforeAll(async () => {
  issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
})

async function invite() {
  const email = `new-${randomUUID().slice(0, 8)}@desk.test`
  const { link } = await inviteByOperator(issuer.slug, email, 'reader')
  return { email, link, token: new URL(link).hash.slice(1) }
}

const details = { accept: 'new', name: 'Ana Müller', password: PASSWORD }

async function send(form: Record<string, string>, browser = new DeskBrowser()): Promise<Response> {
  return browser.visit(POST, PATH, { form })
}

describe('answers', () => {
  it('shows an invitation, and signs in who accepts it, to set up a second factor', async () => {
    const { email, token } = await invite()
    const shown = await send({ token })
    expect(shown.status).toBe(200)
    expect(await shown.text()).toContain(email)
    const browser = new DeskBrowser()
    const accepted = await send({ token, ...details }, browser)
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, '/dashboard/second-factor'])
    expect(browser.cookie).toContain('session_token=')
  })

  it('shows what was wrong and keeps what was typed, but no password', async () => {
    const { token } = await invite()
    const answer = await send({ token, ...details, password: 'short' })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('A password needs at least 12 characters.')
    expect(html).toContain('value="Ana Müller"')
    expect(html).not.toContain('value="short"')
    expect((await send({ token, ...details })).status).toBe(303)
  })
})

describe('somebody with two invitations', () => {
  it('who accepts both at once is told to sign in for the second', async () => {
    const { email, token } = await invite()
    const other = await inviteByOperator((await mintIssuer()).slug, email, 'owner')
    const tokens = [token, new URL(other.link).hash.slice(1)]
    const answers = await Promise.all(tokens.map((one) => send({ token: one, ...details })))
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 400])
    const refused = answers.find(({ status }) => status === 400)
    expect(await refused?.text()).toContain('Sign in to accept the invitation.')
  })
})

describe('the target of a link', () => {
  it.each([
    ['an invitation', GET, POST, PATH],
    ['a reset link', RESET_LINK, RESET, '/dashboard/reset'],
  ])(
    'of %s says what it needs where no script ran, and to open the link again where its secret is gone',
    async (_name, page, form, path) => {
      const browser = new DeskBrowser()
      const html = await (await browser.visit(page, path)).text()
      expect(html).toMatch(/<p class="plain" data-invitation-waits="true">This link carries its secret/)
      expect(html).toMatch(/<form[^>]*hidden[^>]*>/)
      const answer = await browser.visit(form, path, { form: { token: '' } })
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining('Open the link from the message again') as string,
      ])
    },
  )
})

describe('refuses', () => {
  it('to be used twice, one after the other or at once', async () => {
    const { token } = await invite()
    const answers = await Promise.all([send({ token, ...details }), send({ token, ...details })])
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 410])
    expect((await send({ token, ...details })).status).toBe(410)
    expect((await send({ token })).status).toBe(410)
  })

  it('a link after 72 hours', async () => {
    const { token, email } = await invite()
    const query = `SELECT extract(epoch FROM expires_at - created_at)::int AS seconds FROM desk_invitations WHERE email = $1`
    expect((await workingPool().query<{ seconds: number }>(query, [email])).rows).toEqual([{ seconds: 72 * 3600 }])
    await changeRows('desk_invitations', 'email = $1', email, { expiresAt: new Date() })
    expect((await send({ token })).status).toBe(410)
    expect((await send({ token, ...details })).status).toBe(410)
  })

  it.each([
    ['a secret that nobody was given', randomBytes(16).toString('base64url')],
    ['a secret of another length', 'x'.repeat(5000)],
  ])('%s', async (_name, token) => {
    expect((await send({ token })).status).toBe(410)
  })

  it('is not used up by what only looks at it', async () => {
    const { token, link } = await invite()
    const { pathname } = new URL(link)
    expect((await new DeskBrowser().visit(GET, pathname)).status).toBe(200)
    expect((await new DeskBrowser().visit(GET, `${pathname}?token=${token}`)).status).toBe(200)
    expect((await send({ token })).status).toBe(200)
    expect((await send({ token, ...details })).status).toBe(303)
  })
})

describe('isolation', () => {
  it('keeps no secret: only its hash is stored', async () => {
    const { token } = await invite()
    const { rows } = await workingPool().query<{ text: string }>('SELECT i::text AS text FROM desk_invitations i')
    expect(rows.length).toBeGreaterThan(0)
    for (const { text } of rows) expect(text).not.toContain(token)
  })

  it('is for the invited person alone', async () => {
    const { token } = await invite()
    const other = await mintPerson(issuer, 'reader')
    const answer = await send({ token }, other.browser)
    expect(answer.status).toBe(403)
    expect((await send({ token, accept: 'signed_in' }, other.browser)).status).toBe(403)
    expect((await send({ token, ...details })).status).toBe(303)
  })
})
