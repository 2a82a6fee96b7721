import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { env } from '@/lib/env'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { workingPool } from '@/lib/store/database/database'
import { exampleRow, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { verdictOn } from '@/test/verdicts'

const COMMAND = join(import.meta.dirname, 'certs.mjs')
const CERTIFICATES = 30

describe('certs issuer resign, killed', () => {
  useServiceDatabase()

  function start(...argv: string[]) {
    const { KEY_ENCRYPTION_KEY = '', PATH, DATABASE_SECONDS } = process.env
    const child = spawn(process.execPath, [COMMAND, ...argv], {
      env: {
        ...{ PATH, DATABASE_SECONDS, KEY_ENCRYPTION_KEY, NODE_ENV: 'production', BASE_URL: env().BASE_URL },
        ...{ DATABASE_URL: env().DATABASE_URL, DATA_DIR: env().DATA_DIR },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
    const end = once(child, 'close').then(([code]) => ({ code: code as number | null, out }))
    return { child, end }
  }

  /** Certificates by how often their bytes, events and PDFs say that they were signed. */
  async function signings(issuerId: string): Promise<Record<string, number>> {
    const { rows } = await workingPool().query<{ signings: string; count: number }>(
      `SELECT signings, count(*)::int AS count FROM (
         SELECT concat_ws(' ', (SELECT count(*) FROM signed_forms f WHERE f.certificate_id = c.id),
           (SELECT count(*) FROM events e WHERE e.certificate_id = c.id),
           (SELECT count(*) FROM artifacts a WHERE a.certificate_id = c.id)) AS signings
         FROM certificates c WHERE c.issuer_id = $1) n GROUP BY signings`,
      [issuerId],
    )
    return Object.fromEntries(rows.map(({ signings: what, count }) => [what, count]))
  }

  it('leaves whole certificates only, and goes on from there', async () => {
    const issuer = await mintIssuer()
    const rows = Array.from({ length: CERTIFICATES }, (_, index) => exampleRow({ registrationNumber: `R-${index}` }))
    const issued = await issueCertificates(issuer.id, rows, 'test')
    const { rows: times } = await workingPool().query<{ now: Date }>('SELECT clock_timestamp() AS now')
    const [key] = (await listSigningKeys(issuer.slug)).keys
    await compromiseIssuerKey(issuer.slug, key?.id ?? '', times[0]?.now.getTime() ?? 0, 'test')
    for (let kills = 0; kills < 3; kills++) {
      const before = (await signings(issuer.id))['2 2 2'] ?? 0
      const { child, end } = start('issuer', 'resign', issuer.slug)
      const isDue = async () => ((await signings(issuer.id))['2 2 2'] ?? 0) > before
      // A run that is done before its turn ends the wait as well.
      await expect.poll(async () => child.exitCode !== null || (await isDue()), { interval: 3 }).toBe(true)
      child.kill('SIGKILL')
      await end
      const after = await signings(issuer.id)
      expect(Object.keys(after).filter((what) => what !== '1 1 1' && what !== '2 2 2')).toEqual([])
    }
    const { code, out } = await start('issuer', 'resign', issuer.slug, '--json').end
    expect(code).toBe(0)
    const done = JSON.parse(out) as { resigned: number; skipped: { good_key: number }; refused: unknown[] }
    expect(done.refused).toEqual([])
    expect(done.resigned + done.skipped.good_key).toBe(CERTIFICATES)
    expect(await signings(issuer.id)).toEqual({ '2 2 2': CERTIFICATES })
    const outcomes = await Promise.all(issued.map(({ serial }) => verdictOn(serial)))
    const verified = outcomes.filter((one) => typeof one === 'object' && one.verification.overall_status === 'verified')
    expect(verified).toHaveLength(CERTIFICATES)
  })
})
