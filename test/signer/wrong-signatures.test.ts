import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signerAnswerShape, signerMessageShape } from '@/lib/contract/signer'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { readFrames, writeFrame } from '@/lib/store/signer/frames'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { leaveKeysTo, SignerProcess } from './signer-process'

/**
 * A signer that answers with what is no signature of the key that was asked for: everything that would have stored or
 * given it out is refused, and nothing of it is left. It is a real one behind a socket on which answers are exchanged.
 */
useServiceDatabase()

let signer: SignerProcess
let issuer: StoredIssuer
let back: () => void
/** What stands in place of signatures, behind the first so many of its kind. */
let wrong: { asked: 'sign' | 'prove'; after: number; answer: string } | null = null
const sockets = new Set<Socket>()

const between = createServer((client) => {
  const real = connect(signer.socket('desk'))
  sockets.add(client).add(real)
  const asked = new Map<number, string>()
  const end = () => sockets.forEach((socket) => socket.destroy())
  readFrames(
    client,
    (message) => {
      const { id, what } = signerMessageShape.parse(message)
      asked.set(id, what.ask)
      writeFrame(real, message)
    },
    end,
  )
  readFrames(
    real,
    (message) => {
      const { id } = signerAnswerShape.parse(message)
      const exchanged = wrong?.asked === asked.get(id) ? wrong : null
      if (exchanged) exchanged.after -= 1
      writeFrame(client, exchanged && exchanged.after < 0 ? { id, answer: exchanged.answer } : message)
    },
    end,
  )
  client.on('close', () => real.destroy())
})

beforeAll(async () => {
  issuer = await mintIssuer()
  signer = await SignerProcess.start()
  const path = join(signer.folder, 'between.sock')
  between.listen(path)
  await once(between, 'listening')
  back = await leaveKeysTo({ socket: () => path })
})
afterAll(async () => {
  back()
  for (const socket of sockets) socket.destroy()
  between.close()
  await signer.remove()
})

async function outcome(serial: string): Promise<string | undefined> {
  return (await checkCertificate(serial))?.judgement.overallStatus
}

async function counts(): Promise<unknown> {
  const tables = ['certificates', 'events', 'artifacts', 'signed_forms', 'receipts', 'status_changes']
  const counted = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)
  return (await workingPool().query(`SELECT ${counted.join(', ')}`)).rows[0]
}

const WRONG = { empty: '', short: 'AAAA', zeros: Buffer.alloc(64).toString('base64') }
const withdrawal = { reason: 'r', publicReason: null, actor: 'test' }

describe.each(Object.entries(WRONG))('a signature that is %s', (_, answer) => {
  it.each([
    ['sign', 0, 'issuing'],
    ['sign', 2, 'issuing'],
    ['prove', 0, 'issuing'],
    ['sign', 0, 'a withdrawal'],
    ['sign', 1, 'a withdrawal'],
    ['sign', 3, 'a correction'],
    ['sign', 0, 'a receipt'],
  ] as const)('of %s after %i leaves nothing of %s', async (asked, after, what) => {
    const serial = await issueOne(issuer)
    const before = await counts()
    const attempts = {
      issuing: () => issueOne(issuer),
      'a withdrawal': () => withdrawCertificate(serial, withdrawal),
      'a correction': () => correctCertificate(serial, { fullName: 'Another' }, { reason: 'n', actor: 'test' }),
      'a receipt': () => giveReceipt(serial, 'ref'),
    }
    wrong = { asked, after, answer }
    await expect(attempts[what]().finally(() => (wrong = null))).rejects.toMatchObject({ code: 'unavailable' })
    expect(await counts()).toEqual(before)
    expect(await outcome(serial)).toBe('verified')
    await attempts[what]()
  })
})
