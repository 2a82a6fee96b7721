import { describe, expect, it, vi } from 'vitest'
import { serialKey } from '@/lib/domain/certificate/serial'
import { verifyBatch } from '@/lib/service/check/verify-batch'
import { verifyCertificate } from '@/lib/service/check/verify-certificate'
import { servingPool, workingPool } from '@/lib/store/database/database'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { collectEvidence, type EvidenceColumns } from './evidence-rows'
import { EVIDENCE_SQL, KIND } from './evidence-sql'
import { heldForms, QUICK_HASH_SEED } from './held-forms'
import { readEvidence } from './read-evidence'

describe('signed forms that are held', () => {
  useServiceDatabase({}, 'owner')

  const rowsOf = async (key: string, hashes: string[]) => {
    const query = { text: EVIDENCE_SQL, values: [[key], null, hashes, QUICK_HASH_SEED], rowMode: 'array' as const }
    return (await servingPool().query<EvidenceColumns>(query)).rows
  }
  const sent = (rows: EvidenceColumns[]) =>
    rows.filter(([kind]) => kind === KIND.certificate).map(([, , bytes]) => bytes)
  const outcome = async (serial: string) => (await verifyCertificate(serial))?.judgement.overallStatus

  it('are the ones that were read, under the quick hash of this process', async () => {
    const key = serialKey(await issueOne(await mintIssuer()))
    expect(heldForms([key]).size).toBe(0)
    const [row] = [...(await readEvidence(servingPool(), [key])).lineages.values()].flat()
    const { sequence, ...forms } = row?.forms ?? { sequence: 0 }
    const [[quickHash, held] = []] = heldForms([key, 'OTHER'])
    expect(sequence).toBe(1)
    expect(held).toEqual({ quickHash, ...forms })
    const again = [...(await readEvidence(servingPool(), [key])).lineages.values()].flat()
    expect(again).toEqual([row])
  })

  it('stand in their row, where each check finds them with one page', async () => {
    await issueOne(await mintIssuer())
    const { rows } = await workingPool().query<{ beside: number }>(
      `SELECT pg_relation_size(reltoastrelid)::int AS beside FROM pg_class WHERE oid = 'signed_forms'::regclass`,
    )
    expect(rows).toEqual([{ beside: 0 }])
  })

  it('travel no more, and every other does', async () => {
    const key = serialKey(await issueOne(await mintIssuer()))
    const [bytes] = sent(await rowsOf(key, []))
    expect(bytes).toMatch(/^eyJ/)
    expect(sent(await rowsOf(key, ['1']))).toEqual([bytes])
    await readEvidence(servingPool(), [key])
    const left = await rowsOf(key, [...heldForms([key]).keys()])
    expect(sent(left)).toEqual([null])
    expect(() => collectEvidence(left)).toThrow('nobody holds')
  })

  it('are held for a minute, and then read whole again', async () => {
    const key = serialKey(await issueOne(await mintIssuer()))
    await readEvidence(servingPool(), [key])
    expect(heldForms([key]).size).toBe(1)
    const later = performance.now() + 60_000
    vi.spyOn(performance, 'now').mockReturnValue(later)
    expect(heldForms([key]).size).toBe(0)
  })

  it('have another quick hash under another seed', async () => {
    const key = serialKey(await issueOne(await mintIssuer()))
    await readEvidence(servingPool(), [key])
    const hashes = [...heldForms([key]).keys()]
    const values = [[key], null, hashes, String(BigInt(QUICK_HASH_SEED) ^ 1n)]
    const { rows } = await servingPool().query<EvidenceColumns>({ text: EVIDENCE_SQL, values, rowMode: 'array' })
    expect(sent(rows)).toEqual([expect.stringMatching(/^eyJ/)])
  })

  it.each(['vc_jwt', 'open_badge_jsonld', 'open_badge_jwt'])(
    'do not hide that the stored %s was altered, nor that it was put right again',
    async (column) => {
      const serial = await issueOne(await mintIssuer())
      expect(await outcome(serial)).toBe('verified')
      await workingPool().query('ALTER TABLE signed_forms DISABLE TRIGGER signed_forms_unchanged')
      const write = (expression: string) =>
        workingPool().query(
          `UPDATE signed_forms SET ${column} = ${expression} WHERE certificate_id =
           (SELECT id FROM certificates WHERE serial_key = $1)`,
          [serialKey(serial)],
        )
      // At the end, at the beginning, and one letter of the same length.
      for (const [altered, restored] of [
        [`${column} || 'x'`, `left(${column}, -1)`],
        [`'x' || ${column}`, `substr(${column}, 2)`],
        [`translate(${column}, 'Aa', 'aA')`, `translate(${column}, 'Aa', 'aA')`],
      ] as const) {
        await write(altered)
        for (let time = 0; time < 2; time++) expect(await outcome(serial), altered).toBe('invalid')
        await write(restored)
        for (let time = 0; time < 2; time++) expect(await outcome(serial), restored).toBe('verified')
      }
    },
  )

  it('of one certificate do not stand for those of another', async () => {
    const issuer = await mintIssuer()
    const [one, two] = [await issueOne(issuer), await issueOne(issuer)]
    for (const serial of [one, two]) expect(await outcome(serial)).toBe('verified')
    await workingPool().query('ALTER TABLE signed_forms DISABLE TRIGGER signed_forms_unchanged')
    await workingPool().query(
      `UPDATE signed_forms a SET vc_jwt = b.vc_jwt, open_badge_jsonld = b.open_badge_jsonld, open_badge_jwt = b.open_badge_jwt
       FROM signed_forms b WHERE a.certificate_id = (SELECT id FROM certificates WHERE serial_key = $1)
         AND b.certificate_id = (SELECT id FROM certificates WHERE serial_key = $2)`,
      [serialKey(one), serialKey(two)],
    )
    const { checked } =
      Object.fromEntries((await verifyBatch([one, two])).map((entry) => [entry.serial, entry]))[one] ?? {}
    expect(checked).toMatchObject({ judgement: { overallStatus: 'invalid' } })
    expect(await outcome(two)).toBe('verified')
  })
})
