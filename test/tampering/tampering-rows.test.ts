import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { useServiceDatabase } from '@/test/database/service-database'
import { verdictOn } from '@/test/verdicts'
import { openTamperedScene } from './tampered-scene'

/** What somebody would exchange between two rows of a table; `not` stands for every column but these. */
const SWAPS: Record<string, ({ only: string[] } | { not: string[] })[]> = {
  certificates: [
    { only: ['id'] },
    { only: ['serial', 'serial_key'] },
    { only: ['lineage_id', 'revision'] },
    { only: ['status', 'withdrawn_at', 'withdrawal_reason', 'withdrawal_salt'] },
    { only: ['full_name', 'registration_number', 'event_title', 'achievement', 'event_date', 'expires_at'] },
    { not: ['id', 'lineage_id', 'revision'] },
  ],
  signed_forms: [
    { only: ['certificate_id', 'sequence'] },
    { only: ['vc_jwt'] },
    { not: ['certificate_id', 'sequence'] },
  ],
  events: [
    { only: ['chain_id'] },
    { only: ['chain_id', 'sequence'] },
    { only: ['certificate_id', 'vc_jwt_sha256', 'open_badge_jsonld_sha256', 'open_badge_jwt_sha256'] },
  ],
  issuers: [{ only: ['id'] }, { only: ['did'] }, { only: ['did', 'name', 'domain'] }],
  issuer_signing_keys: [
    { only: ['id'] },
    { only: ['issuer_id'] },
    { only: ['public_jwk', 'private_sealed'] },
    { only: ['key_id', 'public_jwk', 'private_sealed', 'statement'] },
  ],
}

const COLUMNS_AS_ISSUED = `status = 'issued', withdrawn_at = NULL, withdrawal_reason = NULL, withdrawal_salt = NULL`

describe('rows that were exchanged, taken away, put back or invented', () => {
  const tampered = openTamperedScene(useServiceDatabase())

  it.each(Object.keys(SWAPS))('believes no two rows of %s that changed places', async (table) => {
    const at = tampered()
    const columns = await at.database.columns(table)
    const rows = await at.database.rows(table)
    const wrong: string[] = []
    for (const swap of SWAPS[table] ?? []) {
      const swapped = columns.filter(({ name }) =>
        'only' in swap ? swap.only.includes(name) : !swap.not.includes(name),
      )
      for (const [index, one] of rows.entries()) {
        for (const other of rows.slice(index + 1)) {
          const changed = swapped.filter(({ name }) => one.values[name] !== other.values[name])
          if (changed.length === 0) continue
          await at.database.swap(one, other, changed)
          const resting = [...at.concerned(one), ...at.concerned(other)]
          const found = await at.problems(resting, table === 'certificates' ? resting : [])
          wrong.push(...found.map((problem) => `${JSON.stringify(swap)} of ${resting.join()}: ${problem}`))
          await at.database.restore([table])
        }
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(Object.keys(SWAPS))('believes nothing that rests on a row of %s that is gone or doubled', async (table) => {
    const at = tampered()
    const wrong: string[] = []
    for (const row of await at.database.rows(table)) {
      for (const edit of [
        `DELETE FROM ${table} WHERE ${row.where}`,
        ...(table === 'certificates' || table === 'events'
          ? [`INSERT INTO ${table} SELECT * FROM ${table} WHERE ${row.where}`]
          : []),
      ]) {
        await at.database.sql(edit)
        const resting = at.concerned(row)
        wrong.push(...(await at.problems(resting, resting)).map((problem) => `${edit}: ${problem}`))
        await at.database.restore([table])
      }
    }
    expect(wrong).toEqual([])
  })

  it('keeps a certificate withdrawn, replaced or suspended whatever its columns say', async () => {
    const at = tampered()
    const { withdrawn, withdrawnSilently, replaced, current, suspended } = at.scene
    for (const serial of [withdrawn, withdrawnSilently, replaced]) {
      await at.database.sql(`UPDATE certificates SET ${COLUMNS_AS_ISSUED} WHERE id = $1`, [at.tie(serial).id])
      expect(await at.problems([serial])).toEqual([])
      await at.database.restore(['certificates'])
    }
    await at.database.sql(
      `UPDATE certificates SET status = CASE serial WHEN $1 THEN 'issued' ELSE 'superseded' END::certificate_status,
         revision = 3 - revision WHERE serial IN ($1, $2)`,
      [replaced, current],
    )
    expect(await at.problems([replaced, current])).toEqual([])
    await at.database.restore(['certificates'])
    await at.database.sql('UPDATE issuers SET suspended = NOT suspended')
    expect(await at.problems([suspended])).toEqual([])
    await at.database.restore(['issuers'])
  })

  it('misses every event that is taken out of the middle of a history, however the others close ranks', async () => {
    const at = tampered()
    const events = await at.database.rows('events')
    for (const event of events) {
      const { chain_id: chain, sequence } = event.values
      if (!events.some(({ values }) => values.chain_id === chain && Number(values.sequence) > Number(sequence)))
        continue
      await at.database.sql(`DELETE FROM events WHERE ${event.where}`)
      for (const renumbered of [false, true]) {
        if (renumbered) {
          await at.database.sql('UPDATE events SET sequence = sequence - 1 WHERE chain_id = $1 AND sequence > $2', [
            chain,
            sequence,
          ])
        }
        await at.database.sql(`UPDATE certificates SET ${COLUMNS_AS_ISSUED} WHERE lineage_id = $1`, [chain])
        await at.database.sql('UPDATE issuers SET suspended = false WHERE id = $1', [chain])
        expect(await at.problems(at.concerned(event))).toEqual([])
      }
      await at.database.restore()
    }
  })

  it('believes no older bytes put in the place of newer ones', async () => {
    const at = tampered()
    const { id } = at.tie(at.scene.resigned)
    await at.database.sql('DELETE FROM signed_forms WHERE certificate_id = $1 AND sequence = 2', [id])
    expect(await at.problems([at.scene.resigned])).toEqual([])
    await at.database.sql('UPDATE signed_forms SET sequence = 2 WHERE certificate_id = $1', [id])
    expect(await at.problems([at.scene.resigned])).toEqual([])
    await at.database.restore(['signed_forms'])
    await at.database.sql(
      `INSERT INTO signed_forms SELECT certificate_id, 3, vc_jwt, open_badge_jsonld, open_badge_jwt FROM signed_forms
       WHERE certificate_id = $1 AND sequence = 1`,
      [id],
    )
    expect(await at.problems([at.scene.resigned])).toEqual([])
    await at.database.restore(['signed_forms'])
  })

  it('believes no certificate that was moved to another lineage or issuer, with its history or without', async () => {
    const at = tampered()
    const [moved, target] = [at.tie(at.scene.withdrawn), at.tie(at.scene.plain)]
    const move = `UPDATE certificates SET issuer_id = $2, lineage_id = $3, revision = $4, ${COLUMNS_AS_ISSUED} WHERE id = $1`
    await at.database.sql(move, [moved.id, target.issuer_id, target.lineage_id, 2])
    expect(await at.problems([moved.serial, target.serial])).toEqual([])
    await at.database.restore(['certificates'])
    const lineage = randomUUID()
    await at.database.sql(move, [moved.id, target.issuer_id, lineage, 1])
    await at.database.sql('UPDATE events SET chain_id = $2 WHERE chain_id = $1', [moved.lineage_id, lineage])
    expect(await at.problems([moved.serial])).toEqual([])
    await at.database.restore()
  })

  // Within the database nothing tells that the end of a history is gone.
  it('misses the newest events, also when their columns are reset: the journal knows them', async () => {
    const at = tampered()
    const { withdrawn, replaced, current, suspended } = at.scene
    await at.database.sql("DELETE FROM events WHERE type = 'withdrawn' AND chain_id = $1", [
      at.tie(withdrawn).lineage_id,
    ])
    await at.database.sql(`UPDATE certificates SET ${COLUMNS_AS_ISSUED} WHERE serial = $1`, [withdrawn])
    expect(await verdictOn(withdrawn)).toBe('unavailable')
    await at.database.sql("DELETE FROM events WHERE type = 'corrected'")
    await at.database.sql('DELETE FROM certificates WHERE serial = $1', [current])
    await at.database.sql(`UPDATE certificates SET ${COLUMNS_AS_ISSUED} WHERE serial = $1`, [replaced])
    expect(await verdictOn(replaced)).toBe('unavailable')
    await at.database.sql("DELETE FROM events WHERE chain = 'issuer'")
    await at.database.sql('UPDATE issuers SET suspended = false')
    expect(await verdictOn(suspended)).toBe('unavailable')
    await at.database.restore()
  })
})
