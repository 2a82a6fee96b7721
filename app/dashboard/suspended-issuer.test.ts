/** Of an issuer that the operator has suspended: it reads, withdraws and leaves, and reaches nobody in the service's name. */
import { expect, it } from 'vitest'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { mintPerson } from '@/test/desk/desk'
import { GET as CORRECT } from './certificates/[ref]/correct/route'
import { POST as PASSPORT } from './certificates/[ref]/passport/route'
import { POST as WITHDRAW } from './certificates/[ref]/withdraw/route'
import { POST as MAIL } from './mail/route'
import { POST as PERSON } from './people/[person]/route'
import { POST as INVITE } from './people/invite/route'
import { GET as PEOPLE } from './people/route'

useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test' })

/** Of messages, invitations and passports. */
async function made(): Promise<unknown[]> {
  const { rows } = await workingPool().query<{ made: unknown }>(
    'SELECT id::text FROM mail_messages UNION SELECT id::text FROM desk_invitations UNION SELECT id::text FROM passports ORDER BY 1',
  )
  return rows
}

it('invites nobody, asks no mailbox and mails no passport; and still withdraws and removes people', async () => {
  const issuer = await mintIssuer()
  const [owner, other] = [await mintPerson(issuer, 'owner'), await mintPerson(issuer, 'editor')]
  const ref = await issueOne(issuer, { email: 'ana@holder.example' })
  await setIssuerStanding(issuer.slug, 'suspended', 'test')
  const before = await made()
  const params = { ref }
  const refused = [
    // Said where the form would be, before anything is typed into it.
    await owner.browser.visit(CORRECT, `/dashboard/certificates/${ref}/correct`, { params }),
    await owner.browser.visit(INVITE, '/dashboard/people/invite', { form: { email: 'a@desk.test', role: 'reader' } }),
    await owner.browser.visit(MAIL, '/dashboard/mail', { form: { do: 'ask', reply_to: 'b@desk.test' } }),
    await owner.browser.visit(PASSPORT, `/dashboard/certificates/${ref}/passport`, {
      params,
      form: { action: 'make', notify: 'yes' },
    }),
  ]
  for (const answer of refused)
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('is suspended: it can neither')])
  expect(await made()).toEqual(before)
  expect((await owner.browser.visit(PEOPLE, '/dashboard/people')).status).toBe(200)
  const { userId } = other.person
  const left = await owner.browser.visit(PERSON, `/dashboard/people/${userId}`, {
    params: { person: userId },
    form: { do: 'remove' },
  })
  const withdrawn = await owner.browser.visit(WITHDRAW, `/dashboard/certificates/${ref}/withdraw`, {
    params,
    form: { serial: ref, reason: 'issued in error' },
  })
  expect([left.status, withdrawn.status]).toEqual([303, 303])
})
