import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { prisma } from '@/lib/store/database/prisma'
import { useServiceDatabase } from '@/test/database/service-database'
import { queueOne } from '@/test/desk/mail-scene'
import { claimMails } from './mail-queue'

useServiceDatabase({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test' })

const A_MINUTE = 6

function askToWatch(): Promise<string> {
  const confirmLink = 'https://verify.test/watch/confirm/AAAAAAAAAAAAAAAAAAAAAA'
  return queueOne({ kind: 'watch_request', requestId: randomUUID(), confirmLink })
}

/** What goes out within one minute, in order, and together what is taken on at once. */
async function claimAll(): Promise<string[][]> {
  const taken: string[][] = []
  for (;;) {
    const claimed = await claimMails(randomUUID(), 'all', { perMinute: A_MINUTE, most: 10 })
    if (claimed === 'limited') return [...taken, ['limited']]
    if (claimed.length === 0) return taken
    taken.push(claimed.map(({ id }) => id).toSorted())
  }
}

it('lets what strangers ask for delay nothing urgent, and nothing else by more than half of a minute', async () => {
  const asked: string[] = []
  for (let one = 0; one < 8; one += 1) asked.push(await askToWatch())
  const slow: string[] = []
  for (let one = 0; one < 3; one += 1) slow.push(await queueOne())
  await prisma().mailMessage.updateMany({ where: { id: { in: slow } }, data: { urgent: false } })
  const urgent = await queueOne()
  const single = [urgent, ...asked.slice(0, 3)].map((id) => [id])
  expect(await claimAll()).toEqual([...single, slow.slice(0, 2).toSorted(), ['limited']])
})

it('lets them use no more than their half, even where nobody else has mail', async () => {
  await prisma().mailMessage.updateMany({
    where: { claimedAt: { not: null } },
    data: { claimedAt: new Date(Date.now() - 61_000) },
  })
  await prisma().mailMessage.updateMany({ where: { urgent: false }, data: { nextAttemptAt: new Date('2090-01-01') } })
  expect(await claimAll()).toHaveLength(3)
})
