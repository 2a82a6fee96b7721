import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { closeDatabase } from '@/lib/store/database/database'
import { DeadlineError } from '@/lib/store/database/deadline'
import { prisma } from '@/lib/store/database/prisma'
import { recoverMail } from '@/lib/store/mail/mail-keeping'
import { useServiceDatabase } from '@/test/database/service-database'
import { mailRow, queueMany, queueOne, useSink } from '@/test/desk/mail-scene'
import type { SinkAnswer, SmtpSink } from '@/test/network/smtp-sink'
import { sendMailOnce } from './operate-mail'
import { settle, settleOwed } from './settle-mail'

const database = useServiceDatabase({
  MAIL_FROM: 'no-reply@verify.test',
  MAIL_PER_MINUTE: '10000',
  KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
})

let sink: SmtpSink
let there: string | undefined
beforeEach(async () => {
  await database.asOwner('DELETE FROM mail_messages')
  sink = await useSink()
  there = env().DATABASE_URL
})
afterEach(() => sink.close())

const send = () => sendMailOnce(new AbortController().signal)

/** From now on nobody listens where the database was; what was under way has ended. */
function lose(): Promise<void> {
  setEnv({ ...env(), DATABASE_URL: 'postgresql://x:x@127.0.0.1:1/x' })
  return closeDatabase()
}

async function comeBack(): Promise<void> {
  setEnv({ ...env(), DATABASE_URL: there })
  await closeDatabase()
}

describe('a database that is lost in the middle of a message', () => {
  it.each([
    ['sent', 'accept', { state: 'sent', sealed: null, lastError: null }],
    ['refused', 550, { state: 'failed', lastError: 'rejected_550' }],
    ['deferred', 451, { state: 'queued', lastError: 'deferred_451' }],
  ] as const)('does not make one that was %s one of which nobody knows', async (_name, said, noted) => {
    const id = await queueOne()
    let texts = 0
    sink.atText = async () => {
      texts += 1
      await lose()
      return said
    }
    await expect(send()).rejects.toThrow('ECONNREFUSED')
    await comeBack()
    expect(await mailRow(id)).toMatchObject({ state: 'sending' })
    expect(await send()).toBe('none')
    expect(await mailRow(id)).toMatchObject(noted)
    await recoverMail(0)
    expect(await send()).toBe('none')
    expect(await mailRow(id)).toMatchObject(noted)
    expect(texts).toBe(1)
  })

  it('sends each of many once, of which several were under way', async () => {
    const many = await queueMany(25)
    const texts: (string | undefined)[] = []
    sink.atText = async ({ to }): Promise<SinkAnswer> => {
      if (texts.push(to[0]) === 5) await lose()
      return 'accept'
    }
    await expect(send()).rejects.toThrow()
    await comeBack()
    expect(await send()).toBe('none')
    expect(texts.toSorted()).toEqual(many.toSorted())
    expect(sink.mails).toHaveLength(many.length)
    expect(await prisma().mailMessage.count({ where: { state: 'sent', attempts: 1 } })).toBe(many.length)
  })

  it('notes all that is owed, though two ask for it at once', async () => {
    const noted: string[] = []
    for (const name of ['one', 'two']) {
      let away = true
      await settle(() => {
        if (away) {
          away = false
          return Promise.reject(new DeadlineError())
        }
        noted.push(name)
        return Promise.resolve()
      })
    }
    await Promise.all([settleOwed(), settleOwed()])
    expect(noted).toEqual(['one', 'two'])
  })

  it('lets one whose text was not out go out as soon as it is back, and counts no attempt', async () => {
    const id = await queueOne()
    let lost: Promise<void> | undefined
    sink.atRecipient = () => {
      lost = lose()
      return 'accept'
    }
    await expect(send()).rejects.toThrow('ECONNREFUSED')
    await lost
    await comeBack()
    expect(sink.mails).toHaveLength(0)
    sink.atRecipient = () => 'accept'
    expect(await send()).toBe('none')
    expect(sink.mails).toHaveLength(1)
    expect(await mailRow(id)).toMatchObject({ state: 'sent', attempts: 1 })
  })
})
