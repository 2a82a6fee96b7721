import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONFIRMED_AGAIN_MS } from '@/lib/domain/watch/watch-limits'
import { transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { updateSealed } from '@/lib/store/keys/sealed-rows'
import { MemoryRateCounter } from '@/lib/store/limits/memory-rate-counter'
import { setRateCounter } from '@/lib/store/limits/open-rate-counter'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { useSink } from '@/test/desk/mail-scene'
import type { SmtpSink } from '@/test/network/smtp-sink'
import { askToBeTold, changeList, confirmSecret, pressConfirm, receive } from '@/test/watch/watch-scene'
import { decryptRequest, encryptRequest } from './encrypt-watch'

const database = useServiceDatabase(
  { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@verify.test', MAIL_PER_MINUTE: '10000' },
  'owner',
)

let sink: SmtpSink
let serial: string
let secret: string
beforeEach(async () => {
  await database.asOwner('DELETE FROM mail_messages; DELETE FROM watchers; DELETE FROM watch_requests')
  setRateCounter(new MemoryRateCounter())
  sink = await useSink()
  serial = await issueOne(await mintIssuer())
  await askToBeTold([serial], 'personnel@employer.example')
  secret = confirmSecret((await receive(sink))[0])
})
afterEach(() => sink.close())

/** Makes what was confirmed look as if that had been longer ago. */
function age(): Promise<unknown> {
  const key = keyEncryptionKey()
  return transaction((tx) =>
    updateSealed(tx, 'watch_requests', 'true', [], ({ id, sealed }) => {
      const requested = decryptRequest(sealed ?? '', id, key)
      if (requested?.confirmedAt === undefined) throw new Error('not confirmed')
      return {
        sealed: encryptRequest({ ...requested, confirmedAt: requested.confirmedAt - CONFIRMED_AGAIN_MS }, id, key),
      }
    }),
  )
}

const linkIn = (page: string) => /\/watch\/list#[\w-]+/.exec(page)?.[0]

it('names a certificate whose serial was sent with points, and none of a number that only looks like one', async () => {
  const [own, nobodys] = [serial.replaceAll('-', '.'), '7K3M.9QXT.2VBD.8RWN']
  await askToBeTold([own, nobodys], 'points@employer.example')
  const page = await (await pressConfirm(confirmSecret((await receive(sink)).at(-1)))).text()
  expect(page).toContain(serial)
  expect(page).not.toContain('7K3M')
})

it.each([null, '', 'Refuse', 'refuse ', 'stop'])('confirms nothing where the form says %j', async (action) => {
  expect((await pressConfirm(secret, action)).status).toBe(400)
  expect(await prisma().watcher.count()).toBe(0)
  expect(linkIn(await (await pressConfirm(secret)).text())).toBeDefined()
})

describe('a link that has confirmed', () => {
  it('shows the list to who presses twice, and nothing of it to who finds the link in a log', async () => {
    const link = linkIn(await (await pressConfirm(secret)).text())
    expect(link).toBeDefined()
    expect(linkIn(await (await pressConfirm(secret)).text())).toBe(link)
    await age()
    const late = await pressConfirm(secret)
    const page = await late.text()
    expect([late.status, linkIn(page), page.includes(serial)]).toEqual([200, undefined, false])
    expect(page).toContain('confirmed already')
  })

  it('watches nothing again that was ended since', async () => {
    const link = linkIn(await (await pressConfirm(secret)).text()) ?? ''
    const { lineageId } = await prisma().watch.findFirstOrThrow()
    await changeList(link, [
      ['action', 'end'],
      ['certificate', lineageId],
    ])
    expect(await prisma().watchRequest.count({ where: { sealed: { not: null } } })).toBe(0)
    expect((await pressConfirm(secret)).status).toBe(404)
    expect(await prisma().watcher.count()).toBe(0)
  })
})

it('what was asked for and not confirmed yet waits on when the last watch is ended', async () => {
  const link = linkIn(await (await pressConfirm(secret)).text()) ?? ''
  await askToBeTold([await issueOne(await mintIssuer())], 'personnel@employer.example')
  const waiting = confirmSecret((await receive(sink)).at(-1))
  const { lineageId } = await prisma().watch.findFirstOrThrow()
  await changeList(link, [
    ['action', 'end'],
    ['certificate', lineageId],
  ])
  expect((await pressConfirm(secret)).status).toBe(404)
  expect((await pressConfirm(waiting)).status).toBe(200)
  expect(await prisma().watch.count()).toBe(1)
})
