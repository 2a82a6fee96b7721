/** Of whoever knows a password that is being changed: what began with it leads nowhere, whichever comes first. */
import { beforeEach, expect, it } from 'vitest'
import { findDeskPerson } from '@/lib/service/desk/desk-person'
import { workingPool } from '@/lib/store/database/database'
import { LockQueue } from '@/test/database/lock-queue'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { codeFor, DeskBrowser, forgetUsedCodes, type MintedPerson, mintPerson, PASSWORD } from '@/test/desk/desk'
import { changeOwnPassword } from './change-own-password'
import { signIn, signInWithCode } from './sign-in'

const database = useServiceDatabase()
const NEXT = 'another long password entirely'

let owner: MintedPerson
beforeEach(async () => {
  owner = await mintPerson(await mintIssuer(), 'owner')
})

/** Changes the password as far as the last that it does, the note in the log, which waits for `release`. */
async function changing(): Promise<{ log: LockQueue; changed: Promise<void> }> {
  const log = await LockQueue.hold(database.url, 'LOCK TABLE desk_activities IN SHARE MODE', [])
  const changed = changeOwnPassword(owner.person, { current: PASSWORD, next: NEXT })
  await log.waiting(1)
  return { log, changed }
}

async function secondSteps(): Promise<number> {
  const { rows } = await workingPool().query<{ count: number }>(
    "SELECT count(*)::int AS count FROM desk_verifications WHERE value = $1 AND identifier LIKE '2fa-%'",
    [owner.person.userId],
  )
  return rows[0]?.count ?? -1
}

const enter = (browser: DeskBrowser, password: string) => signIn({ email: owner.email, password }, browser.from)

it('the first step of signing in with it', async () => {
  const { log, changed } = await changing()
  const entered = enter(new DeskBrowser(), PASSWORD)
  while ((await secondSteps()) === 0);
  await log.release()
  await changed
  expect([(await entered).kind, await secondSteps()]).toEqual(['refused', 0])
  expect((await enter(new DeskBrowser(), NEXT)).kind).toBe('code_needed')
})

it('the second step after it', async () => {
  await forgetUsedCodes(owner.person.userId)
  const thief = new DeskBrowser()
  const entered = await enter(thief, PASSWORD)
  if (entered.kind === 'code_needed') thief.keep(entered.cookies)
  // It is let through, and opens its session, before the change deletes what there is.
  const sessions = await LockQueue.hold(database.url, 'LOCK TABLE desk_sessions IN SHARE MODE', [])
  const step = signInWithCode(codeFor(owner.secret), thief.from)
  await sessions.waiting(1)
  const changed = changeOwnPassword(owner.person, { current: PASSWORD, next: NEXT })
  await sessions.waiting(2)
  await sessions.release()
  await changed
  const came = await step
  if (came.kind === 'signed_in') thief.keep(came.cookies)
  expect([await findDeskPerson(thief.from), await secondSteps()]).toEqual([null, 0])
})
