import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setWebhookDoor } from '@/lib/service/webhooks/webhook-door'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { follow, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { WebhookReceiver } from '@/test/webhooks/webhook-receiver'
import { GET as ACTIVITY } from '../activity/route'
import { GET as PAGE, POST } from './[webhook]/route'
import { GET as MADE } from './made/route'
import { POST as NEW } from './new/route'
import { GET } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let receiver: WebhookReceiver
let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  receiver = await WebhookReceiver.start()
  setWebhookDoor(receiver.door)
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})
afterAll(() => receiver.close())

const visit = (id: string, form: Record<string, string>) =>
  owner.browser.visit(POST, `/dashboard/webhooks/${id}`, { params: { webhook: id }, form })

describe('answers', () => {
  it('makes a webhook, shows its secret once, has its address confirmed, tests it, and shows what it was told', async () => {
    const form = { url: receiver.url, kind: 'certificate.issued' }
    const made = await owner.browser.visit(NEW, '/dashboard/webhooks/new', { form })
    const shown = await (await follow(owner.browser, made, MADE)).text()
    const [, secret = ''] = /<code id="secret"[^>]*>([^<]+)</.exec(shown) ?? []
    const [, id = ''] = /\/dashboard\/webhooks\/([0-9a-f-]{36})"/.exec(shown) ?? []
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await owner.browser.visit(MADE, '/dashboard/webhooks/made')).status).toBe(410)
    // An address may be broken between its parts.
    const list = (await (await owner.browser.visit(GET, '/dashboard/webhooks')).text()).replaceAll('<wbr/>', '')
    expect([list.includes(receiver.url), list.includes('Not confirmed'), list.includes(secret)]).toEqual([
      ...[true, true, false],
    ])

    const confirmed = await (
      await follow(owner.browser, await visit(id, { do: 'confirm' }), PAGE, { webhook: id })
    ).text()
    expect(confirmed).toContain('The address answered.')
    const tested = await (await follow(owner.browser, await visit(id, { do: 'test' }), PAGE, { webhook: id })).text()
    expect(tested).toMatch(/Test<\/th>.*Delivered<\/td>.*Status 204/s)
    expect(receiver.verified(secret).map(({ type }) => type)).toEqual(['webhook.challenge', 'webhook.test'])
    await issueOne(issuer)
    const page = await (
      await owner.browser.visit(PAGE, `/dashboard/webhooks/${id}`, { params: { webhook: id } })
    ).text()
    expect(page).toMatch(/Certificate issued<\/th>.*Waits<\/td>/s)

    const activity = await (await owner.browser.visit(ACTIVITY, '/dashboard/activity')).text()
    for (const sentence of ['Created the webhook to', 'Had the webhook to', 'Sent a test to'])
      expect(activity).toContain(`${sentence} ${receiver.host}`)
    expect(activity).not.toContain(receiver.url)
  })
})

describe('refuses', () => {
  it.each([
    ['an address without https', { url: 'http://hooks.example/', kind: 'certificate.issued' }],
    ['no event', { url: 'https://hooks.example/' }],
    ['an event that there is not', { url: 'https://hooks.example/', kind: 'toString' }],
  ])('%s', async (_what, form: Record<string, string>) => {
    const answer = await owner.browser.visit(NEW, '/dashboard/webhooks/new', { form })
    expect([answer.status, (await answer.text()).includes('role="alert"')]).toEqual([400, true])
  })

  it('what is no webhook’s to do', async () => {
    const form = { url: 'https://hooks.example/', kind: 'certificate.issued' }
    const made = await owner.browser.visit(NEW, '/dashboard/webhooks/new', { form })
    const shown = await (await follow(owner.browser, made, MADE)).text()
    const [, id = ''] = /\/dashboard\/webhooks\/([0-9a-f-]{36})"/.exec(shown) ?? []
    expect((await visit(id, { do: 'constructor' })).status).toBe(400)
  })
})
