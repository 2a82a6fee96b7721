import { describe, expect, it } from 'vitest'
import { serviceKeyMac } from '@/lib/crypto/seals/key-row-mac'
import { parsePublicJwk } from '@/lib/crypto/signature/public-key'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { useServiceDatabase } from '@/test/database/service-database'
import { FORGED, verdictOn } from '@/test/verdicts'
import { forgeRecord, type OwnKey } from './forged-record'
import type { StoredRow } from './tampered-database'
import { openTamperedScene } from './tampered-scene'

describe('a record that is right in itself but signed by somebody else', () => {
  const tampered = openTamperedScene(useServiceDatabase())
  const trusted = async () => (await tampered().database.rows('service_keys'))[0] as StoredRow
  const guessed = (row: OwnKey) =>
    serviceKeyMac(Buffer.alloc(32), {
      id: row.id,
      publicJwk: parsePublicJwk(JSON.parse(row.publicJwk)),
      state: 'retired',
    })

  it.each([
    ['names a key that is not there', async () => []],
    ['names the real key', async () => [`UPDATE events SET service_key_id = '${(await trusted()).values.id ?? ''}'`]],
    [
      'stands beside a key row whose MAC is of another row',
      async (key) => [insertKey(key, (await trusted()).values.mac ?? '')],
    ],
    ['stands beside a key row whose MAC is of a guessed key', async (key) => [insertKey(key, guessed(key))]],
    ['stands beside a key row with an empty MAC', async (key) => [insertKey(key, '')]],
    [
      'stands beside the real row with another public key',
      async (key) => [
        `UPDATE service_keys SET public_jwk = '${key.publicJwk}'`,
        `UPDATE events SET service_key_id = '${(await trusted()).values.id ?? ''}'`,
      ],
    ],
  ] satisfies [string, (key: OwnKey) => Promise<string[]>][])('is not believed when it %s', async (_how, prepare) => {
    const at = tampered()
    for (const serial of [at.scene.plain, at.scene.withdrawn]) {
      const forged = await forgeRecord(at, serial)
      for (const sql of await prepare(forged)) await at.database.sql(sql)
      expect(await at.problems([serial])).toEqual([])
      expect(JSON.stringify(await verdictOn(serial))).not.toContain(FORGED)
      await at.database.restore()
    }
  })

  it('would be believed if the key row had a good MAC: the forged record is right in all else', async () => {
    const at = tampered()
    const key = await forgeRecord(at, at.scene.plain)
    const mac = serviceKeyMac(requireKeyEncryptionKey(), {
      id: key.id,
      publicJwk: parsePublicJwk(JSON.parse(key.publicJwk)),
      state: 'retired',
    })
    await at.database.sql(insertKey(key, mac))
    expect(await verdictOn(at.scene.plain)).toMatchObject({
      verification: { overall_status: 'verified' },
      certificate: { recipient: { full_name: FORGED } },
    })
    await at.database.restore()
  })

  function insertKey(key: { id: string; publicJwk: string }, mac: string): string {
    return `INSERT INTO service_keys (id, public_jwk, state, mac) VALUES ('${key.id}', '${key.publicJwk}', 'retired', '${mac}')`
  }
})
