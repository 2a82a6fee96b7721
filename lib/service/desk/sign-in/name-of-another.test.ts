/** Who may write to the database, but holds no key, gives an issuer another's name for a while. */
import { beforeAll, describe, expect, it } from 'vitest'
import { GET as START } from '@/app/dashboard/route'
import { decryptMail } from '@/lib/service/mail/encrypt-mail'
import { transaction, workingPool } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson, signedIn } from '@/test/desk/desk'
import { askReplyTo } from '../answer-address'
import { inviteByOperator, invitePerson } from '../invite-person'
import { noteActivity } from '../note-activity'
import { findOpenInvitation } from './accept-invitation'

describe('the name of another in an issuer’s row', () => {
  const database = useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test' })
  const FORGED = 'Harvard University'
  let issuer: StoredIssuer
  let owner: MintedPerson
  let token: string

  beforeAll(async () => {
    issuer = await mintIssuer()
    owner = await mintPerson(issuer, 'owner')
    const { link } = await invitePerson(owner.member, 'earlier@example.org', 'reader')
    token = new URL(link).hash.slice(1)
    await database.asOwner('DELETE FROM mail_messages')
    await call(FORGED)
  })

  const call = (name: string) => workingPool().query('UPDATE issuers SET name = $2 WHERE id = $1', [issuer.id, name])
  const mails = async () =>
    (await prisma().mailMessage.findMany()).map(({ id, sealed }) => decryptMail(sealed ?? '', id, keyEncryptionKey()))
  const unavailable = { code: 'unavailable' }

  it('is mailed to nobody whom an owner, who signed in before or reads the row now, or the operator invites', async () => {
    for (const as of [owner.member, (await signedIn(owner.browser)).member ?? owner.member])
      await expect(invitePerson(as, 'one@example.org', 'reader')).rejects.toMatchObject(unavailable)
    await expect(inviteByOperator(issuer.slug, 'two@example.org', 'reader')).rejects.toMatchObject(unavailable)
    expect(await mails()).toEqual([])
  })

  it('is mailed to no address that answers are to go to', async () => {
    await expect(askReplyTo(owner.member, 'info@example.org')).rejects.toMatchObject(unavailable)
    expect(await mails()).toEqual([])
  })

  it('is not shown to who opens an invitation', async () => {
    await expect(findOpenInvitation(token)).rejects.toMatchObject(unavailable)
  })

  it('is not in what owners are told, who are told all the same', async () => {
    const entry = { issuerId: issuer.id, actor: 'operator', action: 'key.created', subject: 'x' }
    await transaction((tx) => noteActivity(tx, entry))
    const told = await mails()
    expect(told).toMatchObject([{ to: owner.email, content: { notice: 'key.created', issuerName: issuer.id } }])
  })

  it('is not on the pages of its own people', async () => {
    const page = await (await owner.browser.visit(START, '/dashboard')).text()
    expect(page).toContain(issuer.id)
    expect(page).not.toContain(FORGED)
  })

  it('is its own again once the row is', async () => {
    await call(issuer.name)
    await database.asOwner('DELETE FROM mail_messages')
    await invitePerson(owner.member, 'three@example.org', 'reader')
    expect(await mails()).toContainEqual(
      expect.objectContaining({
        content: expect.objectContaining({ kind: 'invitation', issuerName: issuer.name }) as unknown,
      }),
    )
    expect(await findOpenInvitation(token)).toMatchObject({ issuerName: issuer.name })
  })
})
