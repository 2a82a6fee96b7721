import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { env, parseEnv, setEnv } from '@/lib/env'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { rekey } from '@/lib/service/keys/rekey'
import { closeDatabase, workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { OwnPostgres } from '@/test/database/own-postgres'
import { exampleRow, issueOne, mintIssuer } from '@/test/database/service-database'
import { examineJournal } from '../journal/examine-journal'
import { replayJournal } from '../journal/replay-journal'
import { eraseCertificate } from './erase-certificate'
import { examineErasures } from './examine-erasures'

const order = { reason: 'Asked by the holder.', actor: 'operator' }
const FILE = 'full_name,event_title,achievement\nLost Person,Basic Safety Training,Passed\n'
const SERIAL = 'LOST/2026-1'

let postgres: OwnPostgres
let folder: string
let copies = 0

beforeAll(async () => {
  postgres = await OwnPostgres.start()
  folder = await mkdtemp(join(tmpdir(), 'replay-erasure-'))
  setEnv(parseEnv({ ...process.env, BASE_URL: 'https://verify.test', DATABASE_URL: postgres.url, DATA_DIR: folder }))
})
afterAll(async () => {
  await closeDatabase()
  await postgres.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Goes on with the database as it is now once `restore` is called: what was changed in between is lost. */
async function backUp(): Promise<() => Promise<void>> {
  const url = new URL(env().DATABASE_URL ?? '')
  await closeDatabase()
  const name = `backup_${(copies += 1)}`
  await postgres.admin(`CREATE DATABASE ${name} TEMPLATE ${url.pathname.slice(1)} OWNER ${url.username}`)
  return async () => {
    await closeDatabase()
    url.pathname = `/${name}`
    setEnv({ ...env(), DATABASE_URL: url.href })
  }
}

const issueFile = (issuer: StoredIssuer) =>
  issueFromFile(
    issuer.id,
    Buffer.from(FILE),
    { dryRun: false, skipBad: true, allowRepeats: false, guessableSerials: true, actor: 'test' },
    async (result) => {
      const [errors, serials]: string[][] = [[], []]
      for await (const { error } of result.errors()) errors?.push(error)
      for await (const { serial } of result.certificates()) serials?.push(serial)
      return { errors, serials }
    },
  )

const verdicts = async () => (await examineJournal({ whole: true })).map(({ result }) => result)

describe('a backup from before a certificate was issued that was erased since', () => {
  it('where somebody was erased meanwhile, under another key, and the key encryption key was changed', async () => {
    const issuer = await mintIssuer()
    // Nobody was ever erased.
    expect((await workingPool().query('SELECT FROM erasures')).rowCount).toBe(0)
    const restore = await backUp()
    const { serials } = await issueFile(issuer)
    await eraseCertificate(serials?.[0] ?? '', order)
    const [before, next] = [Buffer.from(env().KEY_ENCRYPTION_KEY ?? '', 'base64'), randomBytes(32)]
    await rekey(before, next)
    await restore()
    await rekey(before, next)
    setEnv({ ...env(), KEY_ENCRYPTION_KEY: next.toString('base64') })
    await eraseCertificate(await issueOne(issuer), order)

    expect(await replayJournal()).toMatchObject({ applied: 1, refused: [] })
    expect((await issueFile(issuer)).errors).toEqual(['already issued, and erased since'])
    const { rows } = await workingPool().query("SELECT key FROM service_settings WHERE key LIKE 'erasure_key%'")
    expect(rows).toHaveLength(2)
    const third = randomBytes(32)
    await rekey(next, third)
    setEnv({ ...env(), KEY_ENCRYPTION_KEY: third.toString('base64') })
    expect((await issueFile(issuer)).errors).toEqual(['already issued, and erased since'])
  })

  it('lets nobody be issued again, before and after the journal is replayed', async () => {
    const issuer = await mintIssuer()
    const restore = await backUp()
    const { serials } = await issueFile(issuer)
    await issueOne(issuer, { serial: SERIAL })
    await eraseCertificate(serials?.[0] ?? '', order)
    await eraseCertificate(SERIAL, order)
    await restore()

    const again = () => issueCertificates(issuer.id, [exampleRow({ serial: SERIAL })], 'test')
    await expect(issueFile(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(again()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await verdicts()).toEqual(['bad'])

    expect(await replayJournal()).toMatchObject({ applied: 2, refused: [] })
    expect((await issueFile(issuer)).errors).toEqual(['already issued, and erased since'])
    await expect(again()).rejects.toMatchObject({ code: 'malformed' })
    expect(await verdicts()).toEqual(['good'])
    expect((await examineErasures())[0]?.result).toBe('good')
    expect(await replayJournal()).toMatchObject({ applied: 0, refused: [] })
    // What another one erased is no business of a second issuer.
    expect((await issueFile(await mintIssuer())).errors).toEqual([])
  })

  it('where what was sealed in the journal is gone, is known to be erased all the same', async () => {
    const issuer = await mintIssuer()
    const restore = await backUp()
    await eraseCertificate(await issueOne(issuer), order)
    for await (const name of journalFiles().enclosures())
      if (name.startsWith('event-')) await journalFiles().removeEnclosure(name)
    await restore()
    expect(await replayJournal()).toMatchObject({ applied: 1, refused: [] })
    expect(await verdicts()).toEqual(['good'])
    const { rows } = await workingPool().query('SELECT replayed, issuer_id FROM erasures ORDER BY at DESC LIMIT 1')
    expect(rows).toEqual([{ replayed: true, issuer_id: null }])
  })

  it('whose erasure cannot be brought back: the replay says so, and issuing goes on', async () => {
    const issuer = await mintIssuer()
    const restore = await backUp()
    const { serials } = await issueFile(issuer)
    await eraseCertificate(serials?.[0] ?? '', order)
    for await (const name of journalFiles().enclosures())
      if (name.startsWith('event-')) await journalFiles().putEnclosure(name, 'damaged')
    await restore()
    await expect(issueFile(issuer)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await replayJournal()).toMatchObject({ applied: 0, refused: [{ what: 'erased' }] })
    expect((await issueFile(issuer)).errors).toEqual([])
    expect(await verdicts()).toEqual(['bad'])
  })
})
