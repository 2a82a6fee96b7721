import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseEnv, setEnv } from '@/lib/env'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { removeByOperator } from '@/lib/service/desk/people-by-operator'
import { acceptAsNewPerson } from '@/lib/service/desk/sign-in/accept-invitation'
import { closeDatabase } from '@/lib/store/database/database'
import { OwnPostgres } from '@/test/database/own-postgres'
import { mintIssuer } from '@/test/database/service-database'
import { DeskBrowser, mintPerson, PASSWORD } from '@/test/desk/desk'
import { PersonalData } from '@/test/desk/personal-data'
import { erasePerson } from './erase-person'

const EMAIL = 'zwk-77@desk.test'
const PERSON = new PersonalData(['Zephyrine', 'Wolkenstein', EMAIL])

let postgres: OwnPostgres

beforeAll(async () => {
  postgres = await OwnPostgres.start()
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', DATABASE_URL: postgres.url }))
})
afterAll(async () => {
  await closeDatabase()
  await postgres.remove()
})

it('of somebody who worked at a desk nothing is left in any table, nor in what the database noted of their values', async () => {
  const { slug } = await mintIssuer()
  await mintPerson({ slug }, 'owner')
  await inviteByOperator(slug, 'other@desk.test', 'reader')
  const { link } = await inviteByOperator(slug, EMAIL, 'editor')
  const { from } = new DeskBrowser()
  await acceptAsNewPerson(new URL(link).hash.slice(1), { name: 'Zephyrine Wolkenstein', password: PASSWORD }, from)
  await postgres.admin('ANALYZE')
  expect([...(await PERSON.inDatabase(postgres.adminUrl))]).toEqual(
    expect.arrayContaining(['desk_users', 'desk_invitations', 'pg_catalog.pg_stats']),
  )
  await removeByOperator(slug, EMAIL)
  expect(await erasePerson(EMAIL)).toEqual({ email: EMAIL, hadAccount: true, invitations: 1 })
  expect([...(await PERSON.inDatabase(postgres.adminUrl))]).toEqual([])
})
