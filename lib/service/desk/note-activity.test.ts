import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { revokeApiKey } from '@/lib/service/issuers/revoke-api-key'
import { transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { decryptMail } from '../mail/encrypt-mail'
import { createPassportByOperator } from '../passport/create-passport-by-operator'
import { changeRole } from './change-people'
import { invitePerson } from './invite-person'
import { noteActivity } from './note-activity'
import { withdrawOpenInvitation } from './open-invitations'
import { createOwnKey } from './own-keys'
import { makeResetLink } from './sign-in/make-reset-link'

const database = useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test' })

let issuer: StoredIssuer
let [owner, second, reader]: MintedPerson[] = []
beforeAll(async () => {
  issuer = await mintIssuer({ name: 'Institute of Notices' })
  owner = await mintPerson(issuer, 'owner')
  second = await mintPerson(issuer, 'owner')
  reader = await mintPerson(issuer, 'reader')
})
const forgetMail = () => database.asOwner('DELETE FROM mail_messages')
beforeEach(forgetMail)

/** Who is told what. */
async function told(): Promise<Record<string, string[]>> {
  const rows = await prisma().mailMessage.findMany({ where: { sealed: { not: null }, kind: 'notice' } })
  const result: Record<string, string[]> = {}
  for (const { id, sealed } of rows) {
    const mail = decryptMail(sealed ?? '', id, keyEncryptionKey())
    if (mail?.content.kind !== 'notice') continue
    expect(mail.content.who === null || /^.+ \(\S+@desk\.test\)$/.test(mail.content.who)).toBe(true)
    result[mail.content.notice] = [...(result[mail.content.notice] ?? []), mail.to].sort()
  }
  return result
}

const people = (...some: (MintedPerson | undefined)[]) => some.map((one) => one?.email).sort()

describe('owners are told by mail', () => {
  it('of keys, who made them too, and nobody of another issuer', async () => {
    const other = await mintIssuer()
    await mintPerson(other, 'owner')
    await forgetMail()
    if (!owner) throw new Error('no owner')
    const { key } = await createOwnKey(owner.member, 'Website')
    await revokeApiKey(key.id)
    expect(await told()).toEqual({ 'key.created': people(owner, second), 'key.revoked': people(owner, second) })
  })

  it('of people, and the person whose sign-in is reset', async () => {
    if (!owner || !reader) throw new Error('nobody')
    await changeRole(owner.member, reader.member.userId, 'editor')
    await makeResetLink(owner.member, reader.member.userId)
    expect(await told()).toEqual({
      'person.role_changed': people(owner, second),
      'person.reset_offered': people(owner, second, reader),
    })
  })

  it('of withdrawals that wait once an hour, without who asked', async () => {
    if (!owner) throw new Error('nobody')
    const actor = `user:${owner.member.userId}`
    const asked = { issuerId: issuer.id, actor, action: 'withdrawal.asked', subject: 'X' }
    for (let count = 0; count < 3; count++) await transaction((tx) => noteActivity(tx, asked))
    const rows = (await told())['withdrawal.asked']
    // The hour may turn in between.
    expect(new Set(rows)).toEqual(new Set(people(second)))
    expect(rows?.length).toBeLessThanOrEqual(2)
  })

  it('of nothing that others do every day', async () => {
    const entry = { issuerId: issuer.id, actor: 'operator', action: 'certificates.issued', subject: 'x' }
    await transaction((tx) => noteActivity(tx, entry))
    expect(await told()).toEqual({})
    await createApiKey(issuer.slug, 'By the operator')
    expect(await told()).toEqual({ 'key.created': people(owner, second) })
  })
})

describe('links by mail', () => {
  it('an invitation goes to who is invited, and not once it is withdrawn', async () => {
    if (!owner) throw new Error('nobody')
    const { mailed, link } = await invitePerson(owner.member, 'new@example.org', 'reader')
    expect(mailed).toBe(true)
    const [row] = await prisma().mailMessage.findMany({ where: { kind: 'invitation' } })
    const sealed = decryptMail(row?.sealed ?? '', row?.id ?? '', keyEncryptionKey())
    expect(sealed).toMatchObject({ to: 'new@example.org', content: { link, issuerName: 'Institute of Notices' } })
    const { id } = await prisma().deskInvitation.findFirstOrThrow({ where: { email: 'new@example.org' } })
    await withdrawOpenInvitation(owner.member, id)
    const [after] = await prisma().mailMessage.findMany({ where: { kind: 'invitation' } })
    expect(after).toMatchObject({ state: 'abandoned', sealed: null })
  })

  it('an invitation does not go out once its maker is owner no more', async () => {
    const maker = await mintPerson(issuer, 'owner')
    await invitePerson(maker.member, 'late@example.org', 'owner')
    const { id } = await prisma().deskInvitation.findFirstOrThrow({ where: { email: 'late@example.org' } })
    await changeRole(owner?.member ?? maker.member, maker.person.userId, 'reader')
    const sent = await prisma().mailMessage.findFirstOrThrow({ where: { dedupeKey: `invitation:${id}` } })
    expect(sent).toMatchObject({ state: 'abandoned', sealed: null })
  })

  it('a passport’s go to the one address that its certificates came with', async () => {
    const mine = { email: 'Holder@example.org', language: 'de' as const }
    const first = await issueOne(issuer, mine)
    const second = await issueOne(issuer, { ...mine, email: 'holder@example.org' })
    const { mailed, url, manageUrl, handle } = await createPassportByOperator([first, second], { notify: true })
    expect(mailed).toBe(true)
    const [row] = await prisma().mailMessage.findMany({ where: { kind: 'passport_link' } })
    expect(row?.language).toBe('de')
    expect(row?.dedupeKey).not.toContain(handle)
    const content = decryptMail(row?.sealed ?? '', row?.id ?? '', keyEncryptionKey())?.content
    expect(content).toEqual({ kind: 'passport_link', publicLink: url, manageLink: manageUrl })
    const other = await issueOne(issuer, { email: 'other@example.org' })
    const refused = createPassportByOperator([first, other], { notify: true })
    await expect(refused).rejects.toMatchObject({ code: 'malformed' })
    const nameless = await issueOne(issuer)
    await expect(createPassportByOperator([nameless], { notify: true })).rejects.toMatchObject({ code: 'malformed' })
  })
})
