import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useServiceDatabase } from '@/test/database/service-database'
import { FORGED, pageOf, verdictOn } from '@/test/verdicts'
import type { Column, StoredRow } from './tampered-database'
import { TABLES, openTamperedScene } from './tampered-scene'

/** Columns that no verdict rests on; whatever is written there, outcome and every signed field stay as they were. */
const NOT_SIGNED: Record<string, readonly string[]> = {
  // What is kept for the issuer alone; the MAC is over the address that mail goes to.
  certificates: ['email', 'language', 'mac', 'withdrawal_note', 'correction_note', 'search_words'],
  // The name and the domain that are shown were signed at issue; the live domain and its assurance make the label.
  issuers: ['name', 'name_skeleton', 'domain', 'assurance', 'assurance_note', 'assured_at', 'created_at', 'mac'],
  // The slug is live: it leads to the issuer's page and is part of no signature.
  issuer_slugs: ['slug', 'issuer_id', 'current', 'created_at'],
  // Private halves are bound to their owner and key id; what they sign is checked against the public half.
  issuer_signing_keys: ['private_sealed', 'created_at'],
  service_keys: ['private_sealed', 'created_at'],
}

const ENUMS: Record<string, readonly string[]> = {
  certificate_status: ['issued', 'superseded', 'withdrawn'],
  event_chain: ['lineage', 'issuer', 'key'],
  event_type: ['issued', 'corrected', 'withdrawn', 'resigned', 'suspended', 'resumed', 'retired', 'compromised'],
  domain_assurance: ['none', 'verified', 'attested', 'lapsed'],
  key_algorithm: ['ES256', 'EdDSA'],
  key_state: ['active', 'retired', 'compromised'],
}

/** Another instant of the same second. */
const withinTheSecond = (instant: string) => `${instant.slice(0, 19)}.${instant.includes('.999') ? '111' : '999'}Z`

/** Values of its type that somebody might write over one: invented ones, and those of other rows. */
function edits(row: StoredRow, { name, type, nullable }: Column, others: StoredRow[]): (string | null)[] {
  const value = row.values[name] ?? null
  const invented = {
    text: [FORGED, `${value ?? ''} `, `${value?.startsWith('a') ? 'b' : 'a'}${value?.slice(1) ?? ''}`],
    uuid: [randomUUID()],
    int4: [String(Number(value) + 1), '0'],
    timestamptz: ['2000-01-01Z', '2100-01-01Z', 'infinity', ...(value === null ? [] : [withinTheSecond(value)])],
    bool: ['true', 'false'],
  }[type]
  const elsewhere = [...new Set(others.map((other) => other.values[name] ?? null))].filter((other) => other !== value)
  const all = [...(invented ?? ENUMS[type] ?? []), ...elsewhere.slice(0, 1), ...(nullable ? [null] : [])]
  return [...new Set(all)].filter((edit) => edit !== value)
}

describe('the record against somebody who may write everything but knows no key', () => {
  const tampered = openTamperedScene(useServiceDatabase())

  it('starts from certificates in every state', () => {
    const { scene, before } = tampered()
    const outcomes = Object.entries(scene).map(([state, serial]) => {
      const verdict = before.get(serial)
      return [state, typeof verdict === 'object' ? verdict.verification.overall_status : verdict]
    })
    expect(Object.fromEntries(outcomes)).toEqual({
      replaced: 'superseded',
      current: 'verified',
      withdrawn: 'withdrawn',
      withdrawnSilently: 'withdrawn',
      expired: 'expired',
      suspended: 'issuer_suspended',
      resigned: 'verified',
      plain: 'verified',
    })
  })

  it.each(TABLES)('believes no value of %s that was written over another', async (table) => {
    const at = tampered()
    const { database } = at
    const rows = await database.rows(table)
    const wrong: string[] = []
    for (const column of await database.columns(table)) {
      const signed = !NOT_SIGNED[table]?.includes(column.name)
      for (const row of rows) {
        const concerned = at.concerned(row)
        for (const edit of edits(row, column, rows)) {
          const undo = await database.set(row, column, edit)
          if (!undo) continue
          const lost = column.name === 'serial_key' ? concerned : []
          const found = signed ? await at.problems(concerned, lost) : await at.changesOfSigned()
          const what = `${column.name} of ${concerned.join()} becomes ${String(edit).slice(0, 80)}`
          wrong.push(...found.map((problem) => `${what}: ${problem}`))
          await undo()
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it('shows nothing of a forged record on its page', async () => {
    const at = tampered()
    const { database, scene } = at
    const texts = (await database.columns('certificates')).filter(
      ({ name, type }) => type === 'text' && !NOT_SIGNED.certificates?.includes(name) && name !== 'serial_key',
    )
    const row = (await database.rows('certificates')).find(({ values }) => values.id === at.tie(scene.current).id)
    for (const column of texts) {
      await database.set(row as StoredRow, column, FORGED)
      for (const serial of [scene.current, scene.replaced]) {
        const verdict = (await at.verdicts()).get(serial)
        if (typeof verdict !== 'object') throw new Error(`${serial} was not answered`)
        const page = await pageOf(verdict, serial)
        expect(page).not.toContain(FORGED)
        expect(page).not.toContain('Current Person')
        expect(page).not.toContain('Genuine and current')
      }
      await database.restore(['certificates'])
    }
  })

  it('leads from a serial that was written into a row to nothing', async () => {
    const { database, scene } = tampered()
    const row = (await database.rows('certificates')).find(({ values }) => values.serial === scene.plain) as StoredRow
    await database.sql(`UPDATE certificates SET serial = 'FORGED/1', serial_key = 'F0RGED/1' WHERE ${row.where}`)
    const verdict = await verdictOn('forged/1')
    expect(verdict).toMatchObject({
      certificate: { serial: 'F0RGED/1', status: 'invalid', recipient: { full_name: '' } },
    })
    await database.restore(['certificates'])
  })

  it('names only columns that there are as not signed', async () => {
    for (const [table, names] of Object.entries(NOT_SIGNED)) {
      const columns = (await tampered().database.columns(table)).map(({ name }) => name)
      for (const name of names) expect(columns).toContain(name)
    }
  })
})
