import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { generateKeyPair, jwkThumbprint } from '@/lib/crypto/signature/public-key'
import { parsePublicLeaf } from '@/lib/domain/log/public-leaf'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { rotateIssuerKeys } from '@/lib/service/keys/rotate-issuer-keys'
import { fillLog } from '@/lib/service/log/fill-log'
import { servingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'

const folder = mkdtempSync(join(tmpdir(), 'log-intake-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
useServiceDatabase({ LOG_DIR: join(folder, 'log'), JOURNAL_DIR: join(folder, 'journal') })
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))

/** What somebody with the service's own connection writes before there is a log. */
const write = (sql: string, values: unknown[] = []) => servingPool().query(sql, values)

let good: StoredIssuer
let renamed: StoredIssuer
let leaves: ReturnType<typeof parsePublicLeaf>[]

beforeAll(async () => {
  good = await mintIssuer()
  renamed = await mintIssuer()
  await issueOne(good)
  for (const standing of ['suspended', 'good'] as const) await setIssuerStanding(good.slug, standing, 'test')
  await rotateIssuerKeys(good.slug, 'test')
  await write("UPDATE issuers SET name = 'Harvard', domain = 'harvard.example', assurance = 'verified' WHERE id = $1", [
    renamed.id,
  ])
  const own = JSON.stringify(generateKeyPair('ES256').publicJwk)
  await write(
    `INSERT INTO issuer_signing_keys (id, issuer_id, key_id, algorithm, public_jwk, statement, state)
     SELECT $2, issuer_id, key_id || '-planted', algorithm, $3, statement, 'retired' FROM issuer_signing_keys
     WHERE issuer_id = $1 AND algorithm = 'ES256' AND state = 'active'`,
    [good.id, randomUUID(), own],
  )
  await write("UPDATE issuer_signing_keys SET state = 'compromised' WHERE issuer_id = $1 AND algorithm = 'ES256'", [
    renamed.id,
  ])
  await write(
    `INSERT INTO service_keys (id, public_jwk, state, mac) SELECT $1, $2, 'retired', mac FROM service_keys LIMIT 1`,
    [jwkThumbprint(JSON.parse(own)), own],
  )
  await write(
    `INSERT INTO events (chain_id, sequence, chain, type, at, actor, service_key_id, signature)
     SELECT $1, 1, 'issuer', 'suspended', clock_timestamp(), 'operator', (SELECT id FROM service_keys ORDER BY created_at LIMIT 1), $2`,
    [renamed.id, 'A'.repeat(86)],
  )
  await fillLog()
  const { rows } = await write('SELECT leaf FROM log_leaves WHERE get_byte(leaf, 0) <> 1 ORDER BY log_index')
  leaves = rows.map(({ leaf }) => parsePublicLeaf(leaf as Buffer))
})

const said = (words: string) => leaves.filter((leaf) => JSON.stringify(leaf).includes(words))

describe('a public log takes in what was there before it, and', () => {
  it('says nothing that somebody else wrote', () => {
    for (const words of ['Harvard', 'harvard.example', '-planted']) expect(said(words)).toEqual([])
    expect(said('compromised')).toEqual([])
    expect(said(renamed.id).filter(({ kind }) => kind !== 'log-key/v1')).toEqual([])
    expect(leaves.filter((leaf) => leaf.kind === 'log-key/v1' && leaf.fields.owner === 'service')).toHaveLength(1)
  })

  it('says all that the service wrote', () => {
    expect(leaves.filter((leaf) => leaf.kind === 'log-issuer/v1' && leaf.fields.id === good.id)).toHaveLength(1)
    const keys = leaves.filter((leaf) => leaf.kind === 'log-key/v1' && leaf.fields.owner === good.did)
    expect(keys.map((leaf) => leaf.kind === 'log-key/v1' && leaf.fields.state).sort()).toEqual([
      ...['active', 'active', 'active', 'active', 'retired', 'retired'],
    ])
    expect(said('suspended').length + said('resumed').length).toBeGreaterThanOrEqual(2)
  })
})
