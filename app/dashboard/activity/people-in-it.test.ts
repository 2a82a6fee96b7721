import { expect, it } from 'vitest'
import { removePerson } from '@/lib/service/desk/change-people'
import { invitePerson } from '@/lib/service/desk/invite-person'
import { withdrawOpenInvitation } from '@/lib/service/desk/open-invitations'
import { makeResetLink } from '@/lib/service/desk/sign-in/make-reset-link'
import { prisma } from '@/lib/store/database/prisma'
import { insertActivity } from '@/lib/store/desk/activities'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { POST as CHANGE } from '../people/[person]/route'
import { GET as EXPORT } from './export/route'
import { GET } from './route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' })

async function logs(reader: MintedPerson): Promise<string[]> {
  const page = await (await reader.browser.visit(GET, '/dashboard/activity')).text()
  const file = await (await reader.browser.visit(EXPORT, '/dashboard/activity/export')).text()
  return [page, file]
}

it('says whom it was done to, and who did it after they left, until their account is erased', async () => {
  const issuer = await mintIssuer()
  const owner = await mintPerson(issuer, 'owner')
  const [changed, left] = [await mintPerson(issuer, 'reader'), await mintPerson(issuer, 'reader')]
  const path = `/dashboard/people/${changed.person.userId}`
  const params = { person: changed.person.userId }
  await owner.browser.visit(CHANGE, path, { form: { do: 'role', role: 'editor' }, params })
  await makeResetLink(owner.member, left.person.userId)
  await removePerson(owner.member, left.person.userId)
  for (const log of await logs(changed)) {
    expect(log).toContain(`Changed the role of a person to editor: Test reader (${changed.email})`)
    expect(log).toContain(`sets up signing in again: Test reader (${left.email})`)
    expect(log).toContain(`Removed a person: Test reader (${left.email})`)
    expect(log).toContain(`Test reader (${left.email}), who no longer works here`)
  }
  await database.asOwner(`DELETE FROM desk_users WHERE id = '${left.person.userId}'`)
  for (const log of await logs(changed)) {
    expect(log).not.toContain(left.email)
    expect(log).toContain('Removed a person: someone who no longer works here')
    expect(log).toContain('Someone who no longer works here')
  }
})

it('tells owners alone who was invited, for as long as the invitation is kept', async () => {
  const issuer = await mintIssuer()
  const [owner, editor] = [await mintPerson(issuer, 'owner'), await mintPerson(issuer, 'editor')]
  await invitePerson(owner.member, 'new@example.org', 'reader')
  const elsewhere = await mintPerson(await mintIssuer(), 'owner')
  const { id } = await prisma().deskInvitation.findFirstOrThrow({ where: { email: 'new@example.org' } })
  await withdrawOpenInvitation(owner.member, id)
  const whom = ['Invited new@example.org with the role reader', 'Withdrew the invitation of new@example.org']
  for (const log of await logs(owner)) {
    for (const sentence of whom) expect(log).toContain(sentence)
    expect(log).toContain(`Invited ${editor.email} with the role editor`)
  }
  for (const log of [...(await logs(editor)), ...(await logs(elsewhere))]) expect(log).not.toContain('new@example.org')
  await database.asOwner("DELETE FROM desk_invitations WHERE email = 'new@example.org'")
  for (const log of await logs(owner)) {
    expect(log).not.toContain('new@example.org')
    expect(log).toContain('Invited someone')
    expect(log).toContain('Withdrew an invitation')
  }
})

it('says of an erasure in a sentence what was done', async () => {
  const issuer = await mintIssuer()
  const owner = await mintPerson(issuer, 'owner')
  await insertActivity({ issuerId: issuer.id, actor: 'operator', action: 'certificate.erased' })
  for (const log of await logs(owner)) expect(log).toContain('Erased a certificate with the data of its person')
})
