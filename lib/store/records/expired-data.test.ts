import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { workingPool } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { forgetExpired } from './expired-data'
import { findOverdue } from './overdue-data'

const database = useServiceDatabase()

it('forgets what is over, and nothing that is not', async () => {
  const issuer = await mintIssuer()
  await forgetExpired()
  const pool = workingPool()
  // What is overdue is so by days, and each by another number of them: a clock may be set back by a moment.
  for (const days of [89, 95])
    await pool.query(
      `INSERT INTO desk_activities (issuer_id, at, actor, action, address)
       VALUES ($1, now() - make_interval(days => $2), 'operator', 'test', '203.0.113.9')`,
      [issuer.id, days],
    )
  for (const [days, until] of [
    [40, '34 days'],
    [40, '-1 days'],
    [3, '1 day'],
  ])
    await pool.query(
      `INSERT INTO desk_invitations (id, issuer_id, email, role, token_hash, invited_by, created_at, expires_at)
       VALUES ($1::uuid, $2, 'x@desk.test', 'reader', $1::text, 'operator', now() - make_interval(days => $3), now() - $4::interval)`,
      [randomUUID(), issuer.id, days, until],
    )
  const mail = { kind: 'invitation', language: 'en', sealed: 'x', recipientMac: 'x' }
  for (const days of [29, 31]) {
    const createdAt = new Date(Date.now() - days * 86_400_000)
    await prisma().mailMessage.create({ data: { ...mail, id: randomUUID(), dedupeKey: `${days}`, createdAt } })
  }
  for (const days of [28, 32, 36]) {
    const [createdAt, state] = [new Date(Date.now() - days * 86_400_000), days === 36 ? 'unknown' : 'failed']
    const data = { ...mail, id: randomUUID(), dedupeKey: `${days}`, createdAt, state, finishedAt: createdAt }
    await prisma().mailMessage.create({ data: { ...data, lastError: 'refused' } })
  }
  // Mail was turned off while a message was under way.
  const createdAt = new Date(Date.now() - 37 * 86_400_000)
  const underWay = { ...mail, id: randomUUID(), dedupeKey: 'under way', state: 'sending', claim: randomUUID() } as const
  await prisma().mailMessage.create({ data: { ...underWay, createdAt, claimedAt: createdAt } })
  for (const [head, days] of [
    ['used', 364],
    ['unused', 368],
  ])
    await pool.query(
      "INSERT INTO issue_layouts (issuer_id, head_hash, choice, used_at) VALUES ($1, $2, 'x', now() - make_interval(days => $3))",
      [issuer.id, head, days],
    )
  const overdue = (await findOverdue()).map(({ what }) => what)
  expect(overdue).toEqual([
    'mail that was not sent',
    'network addresses of the log of activities',
    'invitations',
    'what columns of tables hold',
  ])
  expect(await forgetExpired()).toMatchObject({ addresses: 1, invitations: 1, mail: 2, waitingMail: 2, layouts: 1 })
  const left = await prisma().mailMessage.findMany({ orderBy: { createdAt: 'asc' } })
  expect(left.map(({ state, sealed, lastError }) => [state, sealed, lastError])).toEqual([
    ['abandoned', null, 'waited_too_long'],
    ['abandoned', null, 'refused'],
    ['abandoned', null, 'refused'],
    ['abandoned', null, 'waited_too_long'],
    ['queued', 'x', null],
    ['failed', 'x', 'refused'],
  ])
  expect(Object.values(await forgetExpired()).filter((count) => count !== 0)).toEqual([])
  const { rows } = await pool.query("SELECT address FROM desk_activities WHERE action = 'test' ORDER BY at")
  expect(rows).toEqual([{ address: null }, { address: '203.0.113.9' }])
  expect((await pool.query("SELECT 1 FROM desk_invitations WHERE email = 'x@desk.test'")).rowCount).toBe(2)
})

it('forgets all else where one kind cannot be forgotten', async () => {
  const issuer = await mintIssuer()
  await workingPool().query(
    `INSERT INTO issue_layouts (issuer_id, head_hash, choice, used_at) VALUES ($1, 'old', 'x', now() - interval '2 years')`,
    [issuer.id],
  )
  await database.asOwner('REVOKE UPDATE ON desk_activities FROM certs_service')
  await database.asOwner('REVOKE UPDATE (address) ON desk_activities FROM certs_service')
  await expect(forgetExpired()).rejects.toThrow('Not everything')
  expect((await workingPool().query("SELECT 1 FROM issue_layouts WHERE head_hash = 'old'")).rowCount).toBe(0)
})
