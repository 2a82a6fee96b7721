import { beforeAll, describe, expect, it } from 'vitest'
import { authenticateApiKey } from '@/lib/service/issuers/authenticate-api-key'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { follow, type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET as ACTIVITY } from '../activity/route'
import { POST as REVOKE } from './[key]/revoke/route'
import { GET as FIRST_REQUEST } from './first-request/route'
import { GET as MADE } from './made/route'
import { POST as NEW_KEY } from './new/route'
import { GET } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

async function page(): Promise<string> {
  return (await owner.browser.visit(GET, '/dashboard/keys')).text()
}

describe('answers', () => {
  it('makes a key that works, shows it once, and revokes it', async () => {
    const made = await owner.browser.visit(NEW_KEY, '/dashboard/keys/new', { form: { name: 'Student register' } })
    const shown = await (await follow(owner.browser, made, MADE)).text()
    const [, secret = ''] = /<code id="secret"[^>]*>([^<]+)</.exec(shown) ?? []
    expect((await authenticateApiKey(secret)).issuerId).toBe(issuer.id)
    const again = await owner.browser.visit(MADE, '/dashboard/keys/made')
    const gone = await again.text()
    expect([again.status, gone.includes('If nobody has it, revoke it under API keys')]).toEqual([410, true])
    expect(gone).toContain('<p><a href="/dashboard/keys">API keys</a></p>')
    expect(await page()).toContain('Student register')
    expect(await page()).toMatch(/In use · <a href="[^"]+\/revoke">Revoke/)
    expect(await page()).not.toContain(secret)

    const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM issuer_api_keys WHERE issuer_id = $1', [
      issuer.id,
    ])
    const id = rows[0]?.id ?? ''
    const form = { reason: 'The register moved' }
    const revoked = await owner.browser.visit(REVOKE, `/dashboard/keys/${id}/revoke`, { params: { key: id }, form })
    expect([revoked.status, revoked.headers.get('location')]).toEqual([303, '/dashboard/keys?done=revoked'])
    await expect(authenticateApiKey(secret)).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await page()).toContain('The register moved')

    const activity = await (await owner.browser.visit(ACTIVITY, '/dashboard/activity')).text()
    expect(activity).toContain(`Created the API key …${secret.slice(-4)}`)
    expect(activity).toContain(`Revoked the API key …${secret.slice(-4)}`)
    expect(activity).not.toContain(id)

    const log = await workingPool().query<{ actor: string; action: string; subject: string }>(
      `SELECT actor, action, subject FROM desk_activities WHERE action LIKE 'key.%' ORDER BY id`,
    )
    const by = { actor: `user:${owner.person.userId}`, subject: id }
    expect(log.rows).toEqual([
      { ...by, action: 'key.created' },
      { ...by, action: 'key.revoked' },
    ])
  })

  it('a first request with this address and without a key', async () => {
    const answer = await owner.browser.visit(FIRST_REQUEST, '/dashboard/keys/first-request')
    const text = await answer.text()
    expect(text.match(/https:\/\/verify\.test\/api\/issuer\/v1\/certificates\/lookup/g)).toHaveLength(3)
    expect(text).toContain('CERTS_KEY')
    // How many the example has may change: the words beside it count none.
    expect(text).not.toMatch(/looks up (one|two|three) serials/)
    expect(text).not.toMatch(/svc_[0-9A-Za-z]{40}/)
  })
})

describe('refuses', () => {
  it.each(['', ' ', 'a\u202eb', 'x'.repeat(101)])('the name %j', async (name) => {
    const answer = await owner.browser.visit(NEW_KEY, '/dashboard/keys/new', { form: { name } })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('role="alert"')
  })

  it('to revoke without a reason', async () => {
    const { key, secret } = await createApiKey(issuer.slug, 'Stays')
    const answer = await owner.browser.visit(REVOKE, `/dashboard/keys/${key.id}/revoke`, {
      params: { key: key.id },
      form: { reason: ' ' },
    })
    expect(answer.status).toBe(400)
    expect((await authenticateApiKey(secret)).issuerId).toBe(issuer.id)
  })
})

describe('isolation', () => {
  it('neither shows nor revokes the key of another issuer', async () => {
    const other = await mintIssuer()
    const { key, secret } = await createApiKey(other.slug, 'Theirs')
    expect(await page()).not.toContain('Theirs')
    const form = { reason: 'mine now' }
    const params = { key: key.id }
    const answer = await owner.browser.visit(REVOKE, `/dashboard/keys/${key.id}/revoke`, { params, form })
    expect(answer.status).toBe(404)
    expect((await authenticateApiKey(secret)).issuerId).toBe(other.id)
  })
})
