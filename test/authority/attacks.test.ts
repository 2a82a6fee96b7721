import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { POST as LOOK_UP } from '@/app/api/issuer/v1/certificates/lookup/route'
import { POST as ACCEPT } from '@/app/dashboard/invitation/route'
import { POST as SIGN_IN_PASSKEY } from '@/app/dashboard/sign-in/passkey/route'
import { POST as SIGN_IN } from '@/app/dashboard/sign-in/route'
import { apiKeyHash } from '@/lib/domain/issuer/api-key'
import { env } from '@/lib/env'
import type { RouteHandler } from '@/lib/http/endpoint'
import { removePerson } from '@/lib/service/desk/change-people'
import { invitationHash, inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsNewPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import { hashPassword } from '@/lib/service/desk/sign-in/auth'
import { makeResetLink, makeResetLinkByOperator } from '@/lib/service/desk/sign-in/make-reset-link'
import { addOptions, signInOptions } from '@/lib/service/desk/sign-in/passkey-options'
import { openReset } from '@/lib/service/desk/sign-in/reset-link'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { findOneReader } from '@/lib/service/mail/mail-passport-links'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { openPassport } from '@/lib/service/passport/open-passport'
import { managingHash, newManagingToken } from '@/lib/service/passport/passport-links'
import { servingPool } from '@/lib/store/database/database'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, mintPerson, signedIn } from '@/test/desk/desk'
import { TestPasskey } from '@/test/desk/passkey'

useServiceDatabase({ TRUSTED_PROXIES: '' })
beforeEach(() => setRateCounter(new MemoryRateCounter()))

const REFUSED = { code: '23001' }

/** What somebody with the service's own connection writes. */
const write = (sql: string, values: unknown[] = []) => servingPool().query(sql, values)

const visit = async (handler: RouteHandler, path: string, form: Record<string, string>, browser = new DeskBrowser()) =>
  (await browser.visit(handler, path, { form })).status

async function mintPlace() {
  const issuer = await mintIssuer()
  return { issuer, owner: await mintPerson(issuer, 'owner') }
}

describe('somebody who writes to the database, and then comes to the door', () => {
  it.each(['none', 'another’s'])('with an invitation of their own, with %s seal', async (seal) => {
    const { issuer } = await mintPlace()
    await inviteByOperator(issuer.slug, 'good@desk.test', 'reader')
    const token = randomBytes(16).toString('base64url')
    await write(
      `INSERT INTO desk_invitations (id, issuer_id, email, role, token_hash, invited_by, expires_at, mac)
       SELECT gen_random_uuid(), $1, 'mallory@desk.test', 'owner', $2, 'operator', now() + interval '1 day', ${seal === 'none' ? 'NULL' : 'mac'}
       FROM desk_invitations WHERE email = 'good@desk.test' AND issuer_id = $1`,
      [issuer.id, invitationHash(token)],
    )
    const form = { token, accept: 'new', name: 'Mallory', password: 'correct horse battery staple' }
    expect(await visit(ACCEPT, '/dashboard/invitation', form)).toBe(410)
  })

  it('with a place at another issuer', async () => {
    const [{ issuer }, mallory] = [await mintPlace(), await mintPlace()]
    const { userId } = mallory.owner.person
    await write("INSERT INTO desk_members (user_id, issuer_id, role) VALUES ($1, $2, 'owner')", [userId, issuer.id])
    const places = (await signedIn(mallory.owner.browser)).memberships.map(({ issuerId }) => issuerId)
    expect(places).toEqual([mallory.issuer.id])
    await expect(
      write('UPDATE desk_members SET issuer_id = $2 WHERE user_id = $1 AND mac IS NOT NULL', [userId, issuer.id]),
    ).rejects.toMatchObject({ code: /^23/ })
  })

  it('with a passkey for an owner', async () => {
    const { owner } = await mintPlace()
    const device = new TestPasskey()
    device.register(await addOptions(owner.person))
    await write(
      `INSERT INTO desk_passkeys (id, user_id, name, public_key, counter, transports, backed_up)
       VALUES ($1, $2, 'Phone', '\\x00', 0, '{}', false)`,
      [device.id.toString('base64url'), owner.person.userId],
    )
    const form = { answer: device.show(await signInOptions(), { userHandle: owner.person.userId }) }
    expect(await visit(SIGN_IN_PASSKEY, '/dashboard/sign-in/passkey', form)).toBe(403)
  })

  it('with a password for an owner', async () => {
    const { owner } = await mintPlace()
    const { userId } = owner.person
    await write('DELETE FROM desk_accounts WHERE user_id = $1', [userId])
    await write(
      `INSERT INTO desk_accounts (id, user_id, account_id, provider_id, password) VALUES ($1, $2::uuid, $2::uuid::text, 'credential', $3)`,
      [randomUUID(), userId, await hashPassword('a sentence of mallory')],
    )
    const form = { email: owner.email, password: 'a sentence of mallory' }
    expect(await visit(SIGN_IN, '/dashboard/sign-in', form)).toBe(403)
  })

  it('with an owner’s e-mail in their own record, or their own in an owner’s', async () => {
    const { owner } = await mintPlace()
    const change = (set: string) => write(`UPDATE desk_users SET ${set} WHERE id = $1`, [owner.person.userId])
    await expect(change("email = 'mallory@desk.test'")).rejects.toMatchObject(REFUSED)
    await expect(change('two_factor_enabled = false')).rejects.toMatchObject(REFUSED)
    await expect(change('id = gen_random_uuid()')).rejects.toMatchObject(REFUSED)
  })

  it('with an API key', async () => {
    const { issuer } = await mintPlace()
    const { secret } = await createApiKey((await mintIssuer()).slug, 'Mine')
    const move = 'UPDATE issuer_api_keys SET issuer_id = $1 WHERE key_hash = $2'
    await expect(write(move, [issuer.id, apiKeyHash(secret)])).rejects.toMatchObject(REFUSED)
    await write(`UPDATE issuer_api_keys SET issuer_id = $1, mac = 'x' WHERE key_hash = $2`, [
      issuer.id,
      apiKeyHash(secret),
    ])
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const asked = { method: 'POST', headers, body: JSON.stringify({ serials: [await issueOne(issuer)] }) }
    const answer = await LOOK_UP(new Request(`${env().BASE_URL}/api/issuer/v1/certificates/lookup`, asked))
    expect([answer.status, answer.headers.has('retry-after')]).toEqual([500, true])
  })

  it('with the private link of another’s passport, or by making it public', async () => {
    const { handle } = await createPassportByOperator([await issueOne(await mintIssuer())], { published: false })
    const token = newManagingToken()
    const planted = write('UPDATE passports SET manage_hash = $1 WHERE handle = $2', [managingHash(token), handle])
    await expect(planted).rejects.toMatchObject(REFUSED)
    const shown = write('UPDATE passports SET published = true WHERE handle = $1', [handle])
    await expect(shown).rejects.toMatchObject(REFUSED)
    await write(
      `INSERT INTO passports (id, handle, manage_hash, show_name, published) VALUES ($1, $2, $3, true, true)`,
      [randomUUID(), `${handle.startsWith('x') ? 'y' : 'x'}${handle.slice(1)}`, managingHash(token)],
    )
    await expect(openPassport(token)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('with their own address for another’s certificate', async () => {
    const serial = await issueOne(await mintIssuer(), { email: 'holder@x.test' })
    const { rows } = await write('SELECT id FROM certificates WHERE serial = $1', [serial])
    const ids = rows.map(({ id }: { id: string }) => id)
    expect(await findOneReader(servingPool(), ids)).toMatchObject({ email: 'holder@x.test' })
    await write("UPDATE certificates SET email = 'mallory@x.test' WHERE serial = $1", [serial])
    expect(await findOneReader(servingPool(), ids)).toBeNull()
  })

  it('by noting, forgetting or moving what has ended', async () => {
    await expect(write("INSERT INTO ended_seals VALUES ('x')")).rejects.toMatchObject({ code: '42501' })
    await expect(write('DELETE FROM ended_seals')).rejects.toMatchObject({ code: '42501' })
    await expect(write('UPDATE ended_seals SET until = now()')).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a row that does not count', () => {
  it('does not make a person unknown, so that an invitation for them sets nothing up anew', async () => {
    const [victim, mallory] = [await mintPlace(), await mintPlace()]
    const { link } = await inviteByOperator(mallory.issuer.slug, victim.owner.email, 'reader')
    await write("UPDATE desk_members SET mac = 'x' WHERE user_id = $1", [victim.owner.person.userId])
    const details = { name: 'Mallory', password: 'a sentence of mallory' }
    const accepted = acceptAsNewPerson(new URL(link).hash.slice(1), details, new DeskBrowser().from)
    await expect(accepted).rejects.toMatchObject({ code: 'malformed' })
  })

  it('does not make a person one who has no password, so that a reset link were enough', async () => {
    const { issuer, owner } = await mintPlace()
    const { link } = await makeResetLinkByOperator(issuer.slug, owner.email, false)
    await write("UPDATE desk_accounts SET mac = 'x' WHERE user_id = $1", [owner.person.userId])
    expect(await openReset(new URL(link).hash.slice(1))).toMatchObject({ needs: 'password' })
  })

  it('does not make a person one who works here alone, so that an owner here could reset them', async () => {
    const [here, there] = [await mintPlace(), await mintPlace()]
    const both = await mintPerson(here.issuer, 'reader')
    const { link } = await inviteByOperator(there.issuer.slug, both.email, 'owner')
    await visit(
      ACCEPT,
      '/dashboard/invitation',
      { token: new URL(link).hash.slice(1), accept: 'signed_in' },
      both.browser,
    )
    await write("UPDATE desk_members SET mac = 'x' WHERE user_id = $1 AND issuer_id = $2", [
      both.person.userId,
      there.issuer.id,
    ])
    const { rowCount } = await write('SELECT 1 FROM desk_members WHERE user_id = $1', [both.person.userId])
    expect(rowCount).toBe(2)
    await expect(makeResetLink(here.owner.member, both.person.userId)).rejects.toMatchObject({ code: 'malformed' })
  })

  it('does not make an issuer one without an owner, so that the next who is invited became it', async () => {
    const { issuer, owner } = await mintPlace()
    await write("UPDATE desk_members SET mac = 'x' WHERE user_id = $1", [owner.person.userId])
    expect((await inviteByOperator(issuer.slug, 'next@desk.test', null)).role).toBe('reader')
  })
})

describe('an owner who was removed, and whose row somebody puts back', () => {
  /** Removes a second owner; what was their row. */
  async function removed() {
    const { issuer, owner } = await mintPlace()
    const gone = await mintPerson(issuer, 'owner')
    const values = [gone.person.userId, issuer.id]
    const { rows } = await write(
      'SELECT created_at, mac FROM desk_members WHERE user_id = $1 AND issuer_id = $2',
      values,
    )
    const { created_at: createdAt, mac } = rows[0] as { created_at: Date; mac: string }
    const insert =
      "INSERT INTO desk_members (user_id, issuer_id, role, created_at, mac) VALUES ($1, $2, 'owner', $3, $4)"
    return {
      gone,
      remove: () => removePerson(owner.member, gone.person.userId),
      insert,
      row: [...values, createdAt, mac],
    }
  }

  it('does not come back', async () => {
    const { remove, insert, row } = await removed()
    await remove()
    await expect(write(insert, row)).rejects.toMatchObject(REFUSED)
  })

  it('nor by a transaction that still sees them there', async () => {
    const { remove, insert, row } = await removed()
    const client = new pg.Client(env().DATABASE_URL)
    await client.connect()
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ')
      await client.query('SELECT count(*) FROM desk_members')
      await remove()
      await expect(client.query(insert, row)).rejects.toMatchObject(REFUSED)
    } finally {
      await client.end()
    }
  })

  it('nor by one that waits while they are removed', async () => {
    const { gone, insert, row } = await removed()
    const [removing, waiting] = [new pg.Client(env().DATABASE_URL), new pg.Client(env().DATABASE_URL)]
    await Promise.all([removing.connect(), waiting.connect()])
    try {
      await removing.query('BEGIN')
      await removing.query('DELETE FROM desk_members WHERE user_id = $1', [gone.person.userId])
      const put = waiting.query(insert, row).then(
        () => 'put back',
        (error: { code?: string }) => error.code,
      )
      await removing.query('COMMIT')
      expect(await put).toBe(REFUSED.code)
    } finally {
      await Promise.all([removing.end(), waiting.end()])
    }
  })
})
