/** Of an owner, or of whoever took over their account, who would flood people with invitations. */
import { beforeAll, expect, it } from 'vitest'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { POST } from './route'

useServiceDatabase({ TRUSTED_PROXIES: '' })

let issuer: StoredIssuer
let owner: MintedPerson

beforeAll(async () => {
  issuer = await mintIssuer()
  owner = await mintPerson(issuer, 'owner')
})

const invite = (email: string) =>
  owner.browser.visit(POST, '/dashboard/people/invite', { form: { email, role: 'reader' } })

it('five a day go to one address, however it is written and however many are asked for at once', async () => {
  const spellings = Array.from({ length: 8 }, (_, index) =>
    index % 2 ? 'One.Person@desk.test' : ' one.person@desk.test',
  )
  const answers = await Promise.all(spellings.map(invite))
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 303, 303, 303, 303, 400, 400, 400])
  const late = await invite('one.person@desk.test')
  expect(await late.text()).toContain('This person was invited five times within a day.')
  expect((await invite('another.person@desk.test')).status).toBe(303)
})

it('fifty a day go to all; those of the operator are not counted, and not refused', async () => {
  await workingPool().query(
    `INSERT INTO desk_invitations (id, issuer_id, email, role, token_hash, invited_by, created_at, expires_at)
     SELECT gen_random_uuid(), $1, one || '@desk.test', 'reader', 'hash ' || one, $2, now(), now() + interval '1 hour'
     FROM generate_series(1, 43) one`,
    [issuer.id, `user:${owner.person.userId}`],
  )
  await inviteByOperator(issuer.slug, 'by.operator@desk.test', 'reader')
  expect((await invite('fiftieth@desk.test')).status).toBe(303)
  const late = await invite('late@desk.test')
  expect([late.status, await late.text()]).toEqual([400, expect.stringContaining('Fifty people were invited')])
  await inviteByOperator(issuer.slug, 'late@desk.test', 'reader')
})
