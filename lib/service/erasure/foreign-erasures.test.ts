import { beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { getManifest } from '@/lib/service/files/describe-artifacts'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { issueFromFile } from '@/lib/service/issue/issue-from-file'
import { clearAway } from '@/lib/service/operation/keep-house'
import { servingPool } from '@/lib/store/database/database'
import { fileStore } from '@/lib/store/files/file-store'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { eraseCertificate } from './erase-certificate'
import { examineErasures } from './examine-erasures'
import { finishErasures } from './finish-erasures'

// Erasing is the owner's; the attacks below do nothing that the serving role may not.
const database = useServiceDatabase({}, 'owner')

const order = { reason: 'Asked by the holder.', actor: 'operator' }

const PICTURE = Buffer.from('a picture of a signature')
const STRAY = sha256Hex(PICTURE)

const FILE = 'full_name,event_title,achievement\nSomeone Else,Basic Safety Training,Passed\n'
const OPTIONS = { dryRun: false, skipBad: false, allowRepeats: false, guessableSerials: true, actor: 'test' }

/** Notes an erasure that never was, of every lineage with a correction, as a foreign file is to be deleted with it. */
const forge = (pending: readonly string[]) =>
  servingPool().query(
    `INSERT INTO erasures (lineage_id, issuer_id, at, actor, reason, certificates, pending)
     SELECT DISTINCT e.chain_id, c.issuer_id, now(), 'x', 'x', 1, $1::text[]
     FROM events e JOIN certificates c ON c.lineage_id = e.chain_id WHERE e.type = 'corrected'
     ON CONFLICT DO NOTHING`,
    [pending],
  )

async function enclosures(): Promise<string[]> {
  const names = []
  for await (const name of journalFiles().enclosures()) names.push(name)
  return names.sort()
}

describe('a row of erasures that somebody else wrote', () => {
  let serial = ''
  let current = ''
  let sha256 = ''

  beforeAll(async () => {
    serial = await issueOne(await mintIssuer())
    current = (await correctCertificate(serial, { fullName: 'Else' }, { ...order, reason: 'n' })).certificate.serial
    sha256 = (await getManifest(current)).artifacts[0]?.sha256 ?? ''
  })

  it('deletes nothing from the journal, nor any file, and the doctor names it', async () => {
    const before = await enclosures()
    // A file that nothing in the database needs any more, as a picture that was marked as erased.
    await fileStore().put(STRAY, PICTURE)
    await forge([STRAY])
    await clearAway()
    await expect(finishErasures()).rejects.toMatchObject({ code: 'unavailable' })
    expect(await enclosures()).toEqual(before)
    expect(await fileStore().has(STRAY)).toBe(true)
    const [finding, foreign] = await examineErasures()
    expect(finding).toMatchObject({ result: 'good' })
    expect(foreign).toMatchObject({
      result: 'bad',
      message: expect.stringContaining('for which nothing speaks') as string,
    })
  })

  it('is not believed for an erased entry that the service did not sign', async () => {
    const before = await enclosures()
    const other = await issueOne(await mintIssuer())
    await correctCertificate(other, { fullName: 'Else' }, { ...order, reason: 'n' })
    const all = await enclosures()
    expect(all.length).toBeGreaterThan(before.length)
    await servingPool().query(
      `INSERT INTO events SELECT (jsonb_populate_record(e, jsonb_build_object('type', 'erased', 'sequence', e.sequence + 1))).*
       FROM events e JOIN certificates c ON c.lineage_id = e.chain_id
       WHERE c.serial = $1 AND e.sequence = (SELECT max(sequence) FROM events l WHERE l.chain_id = e.chain_id)`,
      [other],
    )
    await forge([])
    await clearAway()
    await finishErasures().catch(() => undefined)
    expect(await enclosures()).toEqual(all)
  })

  it('keeps the person from being erased in no way', async () => {
    expect(await checkCertificate(current)).toMatchObject({ judgement: { overallStatus: 'verified' } })
    const { lineageId } = await eraseCertificate(current, order)
    expect(await fileStore().has(sha256)).toBe(false)
    expect(await fileStore().has(STRAY)).toBe(true)
    const { rows } = await servingPool().query('SELECT reason, pending FROM erasures WHERE lineage_id = $1', [
      lineageId,
    ])
    expect(rows).toEqual([{ reason: order.reason, pending: [] }])
  })
})

describe('the key of what is remembered of the erased', () => {
  it('is missed where somebody was erased: nothing is issued by a file or with a serial until it is back', async () => {
    const issuer = await mintIssuer()
    const serial = 'GONE/2026-1'
    await issueOne(issuer, { serial })
    await eraseCertificate(serial, order)
    const again = () => issueCertificates(issuer.id, [exampleRow({ serial })], 'test')
    const file = () => issueFromFile(issuer.id, Buffer.from(FILE), OPTIONS, ({ issued }) => Promise.resolve(issued))
    await expect(again()).rejects.toMatchObject({ code: 'malformed' })
    await database.asOwner(`CREATE TABLE kept_settings AS TABLE service_settings; DELETE FROM service_settings`)
    await expect(again()).rejects.toMatchObject({ code: 'unavailable' })
    await expect(file()).rejects.toMatchObject({ code: 'unavailable' })
    await database.asOwner('INSERT INTO service_settings SELECT * FROM kept_settings; DROP TABLE kept_settings')
    await expect(again()).rejects.toMatchObject({ code: 'malformed' })
    expect(await file()).toBe(1)
  })
})
