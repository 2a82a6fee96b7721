import { describe, expect, it } from 'vitest'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { serialKey } from '@/lib/domain/certificate/serial'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { servingPool, workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { collectEvidence, type EvidenceColumns } from './evidence-rows'
import { EVIDENCE_SQL, KIND } from './evidence-sql'
import { heldBytes } from './held-bytes'
import { readEvidence } from './read-evidence'

describe('signed bytes that are held', () => {
  useServiceDatabase({}, 'owner')

  const rowsOf = async (key: string, hashes: string[]) => {
    const query = { text: EVIDENCE_SQL, values: [[key], null, hashes], rowMode: 'array' as const }
    return (await servingPool().query<EvidenceColumns>(query)).rows
  }
  const sent = (rows: EvidenceColumns[]) =>
    rows.filter(([kind]) => kind === KIND.certificate).map(([, , bytes]) => bytes)
  const outcome = async (serial: string) => (await verifyCertificate(serial))?.judgement.overallStatus

  it('are the ones that were read, under the hash that was made here', async () => {
    const key = serialKey(await issueOne(await mintIssuer()))
    expect(heldBytes([key]).size).toBe(0)
    const [row] = [...(await readEvidence(servingPool(), [key])).lineages.values()].flat()
    const held = heldBytes([key, 'OTHER'])
    expect([...held]).toEqual([[sha256Hex(row?.forms?.vcJwt ?? ''), row?.forms?.vcJwt]])
  })

  it('travel no more, and every other does', async () => {
    const key = serialKey(await issueOne(await mintIssuer()))
    const [bytes] = sent(await rowsOf(key, []))
    expect(bytes).toMatch(/^eyJ/)
    expect(sent(await rowsOf(key, ['0'.repeat(64)]))).toEqual([bytes])
    const left = await rowsOf(key, [sha256Hex(bytes ?? '')])
    expect(sent(left)).toEqual([null])
    expect(() => collectEvidence(left)).toThrow('nobody holds')
  })

  it('do not hide that the stored ones were altered, nor that they were put right again', async () => {
    const serial = await issueOne(await mintIssuer())
    expect(await outcome(serial)).toBe('verified')
    await workingPool().query('ALTER TABLE signed_forms DISABLE TRIGGER signed_forms_unchanged')
    const write = (expression: string) =>
      workingPool().query(
        `UPDATE signed_forms SET vc_jwt = ${expression} WHERE certificate_id =
         (SELECT id FROM certificates WHERE serial_key = $1) RETURNING vc_jwt`,
        [serialKey(serial)],
      )
    await write(`vc_jwt || 'x'`)
    for (let time = 0; time < 2; time++) expect(await outcome(serial)).toBe('invalid')
    await write(`left(vc_jwt, -1)`)
    expect(await outcome(serial)).toBe('verified')
  })
})
