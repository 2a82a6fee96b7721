import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sampleNetwork } from '@/test/badges/badge-documents'
import { useServiceDatabase } from '@/test/database/service-database'
import { validateOpenBadge } from './validate-open-badge'

useServiceDatabase()

interface Expected {
  file: string
  valid: boolean
  codes: string[]
  warnings: string[]
}

const folder = fileURLToPath(new URL('../../../test/data/badges/samples/', import.meta.url))
const { samples } = JSON.parse(readFileSync(`${folder}expected.json`, 'utf8')) as { samples: Expected[] }

/** So long that no test depends on how busy the machine is. */
const milliseconds = 600_000

/** Decision 0018: their issuers are did:key, for which nobody vouches; `expected.json` does not list that warning. */
const SELF_ASSERTED = new Set(samples.map(({ file }) => file).filter((file) => /didkey/i.test(file)))

/** Decision 0041: the endorsements in it have expired and are not signed; `expected.json` is older. */
const ENDORSED = '1edtech-ob30/complete.json'

describe('published badges', () => {
  it.each(samples)('$file', async ({ file, valid, codes, warnings }) => {
    const { verdict, checks } = await validateOpenBadge(readFileSync(folder + file), {
      network: sampleNetwork(),
      milliseconds,
    })
    const found = (of: 'errors' | 'warnings') =>
      checks.flatMap((check) => check[of].map(({ code }: { code: string }) => code)).sort()
    const selfAsserted = SELF_ASSERTED.has(file) ? ['issuer_self_asserted'] : []
    const endorsements = file === ENDORSED ? Array<string>(5).fill('endorsement_invalid') : []
    const refresh = file === ENDORSED ? ['refresh_service'] : []
    expect(found('errors')).toEqual([...codes, ...endorsements].sort())
    expect(found('warnings')).toEqual([...warnings, ...selfAsserted, ...refresh].sort())
    expect(verdict === 'valid').toBe(valid)
  })

  it('with selective disclosure do not hold with anything disclosed, hidden or proved otherwise', async () => {
    const sample = readFileSync(`${folder}1edtech-ob30/sd/derivedcredential.json`, 'utf8')
    const badge = JSON.parse(sample) as { proof: { created: string }[] }
    const [proof] = badge.proof
    for (const changed of [
      { ...badge, validFrom: '2010-01-02T00:00:00Z' },
      { ...badge, name: 'Leadership' },
      { ...badge, proof: [{ ...proof, created: '2010-01-01T19:23:25Z' }] },
    ]) {
      const bytes = Buffer.from(JSON.stringify(changed))
      const { verdict, checks } = await validateOpenBadge(bytes, { network: sampleNetwork(), milliseconds })
      expect([verdict, checks.flatMap(({ errors }) => errors.map(({ code }) => code))]).toEqual([
        'not_valid',
        ['signature_invalid'],
      ])
    }
  })

  it('of version 2 are recognised, or are nothing at all', async () => {
    for (const file of readdirSync(`${folder}ob20`).filter((name) => /\.(json|png|jwt)$/.test(name))) {
      const { verdict, checks } = await validateOpenBadge(readFileSync(`${folder}ob20/${file}`), {
        network: sampleNetwork(),
        milliseconds,
      })
      expect([file, verdict]).toEqual([file, 'not_valid'])
      expect([file, checks.flatMap(({ errors }) => errors.map(({ code }) => code))]).toEqual([file, ['open_badges_2']])
    }
  })
})
