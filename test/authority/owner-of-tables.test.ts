/** The owner of the tables, with triggers and constraints off: what the service itself makes of rows that are under no seal. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serialKey } from '@/lib/domain/certificate/serial'
import { lookUpCertificates } from '@/lib/service/check/look-up-certificates'
import { decideWithdrawals, listWaitingWithdrawals } from '@/lib/service/desk/certificates/decide-withdrawals'
import { withdrawOwnCertificate } from '@/lib/service/desk/certificates/withdraw-own-certificate'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { acceptAsNewPerson, acceptWithPasskey } from '@/lib/service/desk/sign-in/accept-invitation'
import { invitationOptions } from '@/lib/service/desk/sign-in/passkey-options'
import { decryptMail } from '@/lib/service/mail/encrypt-mail'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { workingPool } from '@/lib/store/database/database'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { DeskBrowser, mintPerson, settle, signedIn } from '@/test/desk/desk'
import { TestPasskey } from '@/test/desk/passkey'

const database = useServiceDatabase({
  TRUSTED_PROXIES: '',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@verify.test',
})
let superuser: pg.Client

beforeAll(async () => {
  superuser = new pg.Client(database.adminUrl)
  await superuser.connect()
  await superuser.query(
    ['desk_users', 'certificates'].map((table) => `ALTER TABLE ${table} DISABLE TRIGGER USER`).join('; '),
  )
  await superuser.query('SET session_replication_role = replica')
})
afterAll(() => superuser.end())
beforeEach(() => setRateCounter(new MemoryRateCounter()))

const FAILS = { code: 'unavailable', message: expect.stringContaining('fails its check') as unknown }
const tokenOf = (link: string) => new URL(link).hash.slice(1)

async function mintPlace() {
  const issuer = await mintIssuer()
  return { issuer, owner: await mintPerson(issuer, 'owner') }
}

describe('whoever is invited anywhere does not become somebody else', () => {
  const DETAILS = { name: 'Mallory', password: 'a sentence of mallory' }

  /** An owner whose record is gone, but not their places. */
  async function halfGone() {
    const [victim, here] = [await mintPlace(), await mintPlace()]
    const { userId } = victim.owner.person
    const email = `mallory-${randomUUID().slice(0, 8)}@desk.test`
    const plant = () =>
      superuser.query("INSERT INTO desk_users (id, name, email, mac) VALUES ($1, 'Mallory', $2, 'x')", [userId, email])
    const take = () => superuser.query('DELETE FROM desk_users WHERE id = $1', [userId])
    const invite = async (to: string) => tokenOf((await inviteByOperator(here.issuer.slug, to, 'reader')).link)
    return { victim, email, plant, take, invite, userId }
  }

  it('by a record with the other’s id and their own e-mail', async () => {
    const { email, plant, take, invite } = await halfGone()
    await take()
    await plant()
    const token = await invite(email)
    await expect(invitationOptions(token, 'Mallory')).rejects.toMatchObject(FAILS)
    await expect(acceptAsNewPerson(token, DETAILS, new DeskBrowser().from)).rejects.toMatchObject(FAILS)
  })

  it('by the other’s e-mail, once the other’s record was taken away between two steps', async () => {
    const { victim, take, invite, userId } = await halfGone()
    const token = await invite(victim.owner.email)
    const device = new TestPasskey()
    const answer = device.register(await invitationOptions(token, 'Mallory'))
    await take()
    const accepted = acceptWithPasskey(token, { name: 'Mallory', answer }, new DeskBrowser().from)
    await expect(accepted).rejects.toMatchObject(FAILS)
    const { rows } = await superuser.query('SELECT 1 FROM desk_users WHERE id = $1', [userId])
    expect(rows).toEqual([])
  })

  it('and still becomes themselves', async () => {
    const { email, invite } = await halfGone()
    const browser = new DeskBrowser()
    browser.keep(await acceptAsNewPerson(await invite(email), DETAILS, browser.from))
    expect((await signedIn(browser)).memberships).toHaveLength(1)
  })
})

describe('a certificate whose row says another’s serial', () => {
  const swapSerials = (one: string, other: string) =>
    superuser.query(
      'UPDATE certificates SET serial = CASE serial WHEN $1 THEN $2 ELSE $1 END WHERE serial IN ($1, $2)',
      [one, other],
    )

  it('does not have the other withdrawn by an owner who approves', async () => {
    const { issuer, owner } = await mintPlace()
    const [second, editor] = [await mintPerson(issuer, 'owner'), await mintPerson(issuer, 'editor')]
    for (const person of [owner, second, editor]) await settle(person)
    const [asked, other] = [await issueOne(issuer), await issueOne(issuer, { fullName: 'Somebody Else' })]
    await workingPool().query(
      `INSERT INTO desk_activities (issuer_id, actor, action) SELECT $1, 'user:x', 'certificate.withdrawn' FROM generate_series(1, 50)`,
      [issuer.id],
    )
    const why = { serial: asked, reason: 'Issued in error', publicReason: '' }
    expect(await withdrawOwnCertificate(editor.member, asked, why)).toBe('waiting')
    const [waiting] = (await listWaitingWithdrawals(owner.member)).waiting
    const statusOf = async (serial: string) => {
      const [{ found } = { found: null }] = await lookUpCertificates(issuer.id, [serial])
      return typeof found === 'object' ? found?.overallStatus : found
    }
    // The other row is as it was issued.
    await superuser.query('UPDATE certificates SET serial = $2 WHERE serial = $1', [asked, other])
    const [shown] = (await listWaitingWithdrawals(owner.member)).waiting
    expect([waiting?.fullName, shown?.fullName]).toEqual(['Ana-Lucía Müller Nguyễn', null])
    await expect(decideWithdrawals(owner.member, [waiting?.id ?? ''], 'approve')).rejects.toMatchObject({
      code: 'unavailable',
    })
    expect(await statusOf(other)).toBe('verified')
    await superuser.query('UPDATE certificates SET serial = $2 WHERE serial_key = $1', [serialKey(asked), asked])
    expect(await decideWithdrawals(owner.member, [waiting?.id ?? ''], 'approve')).toMatchObject({ done: 1 })
    expect([await statusOf(asked), await statusOf(other)]).toEqual(['withdrawn', 'verified'])
  })

  it('does not have a passport’s private link sent to the other’s address', async () => {
    const issuer = await mintIssuer()
    const [holder, mallory] = [
      await issueOne(issuer, { email: 'holder@x.test' }),
      await issueOne(issuer, { email: 'mallory@x.test' }),
    ]
    // Once the passport is there, and before its address is looked up.
    await superuser.query(
      `CREATE FUNCTION swap_serials() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
         UPDATE public.certificates SET serial = CASE serial WHEN '${holder}' THEN '${mallory}' ELSE '${holder}' END
           WHERE serial IN ('${holder}', '${mallory}');
         RETURN NULL;
       END $$;
       CREATE TRIGGER swap_serials AFTER INSERT ON passports FOR EACH ROW EXECUTE FUNCTION swap_serials()`,
    )
    try {
      expect(await createPassportByOperator([holder], { notify: true })).toMatchObject({ mailed: true })
    } finally {
      await superuser.query('DROP FUNCTION swap_serials CASCADE')
      await swapSerials(holder, mallory)
    }
    const { rows } = await workingPool().query<{ id: string; sealed: string }>(
      "SELECT id, sealed FROM mail_messages WHERE kind = 'passport_link'",
    )
    expect(rows.map(({ id, sealed }) => decryptMail(sealed, id, keyEncryptionKey())?.to)).toEqual(['holder@x.test'])
  })
})
