import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { env } from '@/lib/env'
import { alternate, type Measured } from './alternate'
import { startServer } from './processes'
import type { Seeded } from './seed'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const root = join(import.meta.dirname, '..')

/** Throughput of checks, pages and lookups against an empty Next route handler and bare node:http. */
export async function benchServing(seeded: Seeded): Promise<void> {
  const variables = {
    DATABASE_URL: env().DATABASE_URL ?? '',
    KEY_ENCRYPTION_KEY: env().KEY_ENCRYPTION_KEY ?? '',
    TRUSTED_PROXIES: '127.0.0.0/8',
  }
  const next = await startServer(
    [join(root, 'node_modules/next/dist/bin/next'), 'start', buildEmptyNext()],
    {},
    '/empty',
  )
  const floor = await startServer(
    ['--import', 'tsx', join(root, 'bench/floor-server.ts')],
    variables,
    `/${seeded.serials[0]}`,
  )
  const service = await startServer(['--import', 'tsx', join(root, 'server/main.ts')], variables, '/api/health/live')

  try {
    const paths = seeded.serials.map((serial) => `/api/public/credentials/verify/${serial}`)
    const verify = await alternate(
      [
        { name: 'empty Next route handler', target: { url: next.url, paths: ['/empty'] } },
        {
          name: 'node:http + one prepared read',
          target: { url: floor.url, paths: seeded.serials.map((serial) => `/${serial}`) },
        },
        { name: 'verify by serial', target: { url: service.url, paths } },
        {
          name: 'verification page',
          target: { url: service.url, paths: seeded.serials.map((serial) => `/verify/${serial}`) },
        },
      ],
      ROUNDS,
      SECONDS,
    )
    report('Verify by serial: limit, read, signature check, committed count', verify)
    const lookup = await alternate(
      [
        {
          name: 'node:http + one prepared query',
          target: { url: floor.url, method: 'POST', paths: ['/'], bodies: seeded.lookups },
        },
        {
          name: 'lookup of 100 serials',
          target: {
            url: service.url,
            method: 'POST',
            paths: ['/api/issuer/v1/certificates/lookup'],
            bodies: seeded.lookups,
            headers: { 'content-type': 'application/json' },
            keys: seeded.keys,
          },
        },
      ],
      ROUNDS,
      SECONDS,
    )
    report('Issuer lookup of 100 serials, integrity checks included', lookup)
    console.log(`\nSerials a second: ${Math.round((lookup[1]?.requestsPerSecond ?? 0) * 100)}`)
  } finally {
    await Promise.all([next.stop(), floor.stop(), service.stop()])
  }
}

/** The empty application, built as ours is. */
function buildEmptyNext(): string {
  const app = join(root, 'bench/empty-next')
  execFileSync(process.execPath, [join(root, 'node_modules/next/dist/bin/next'), 'build', app], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  return app
}

function report(title: string, rows: Measured[]): void {
  const base = rows.map((row) => row.requestsPerSecond)
  console.log(`\n${title}`)
  for (const [index, row] of rows.entries()) {
    const ratios = rows
      .slice(0, index)
      .map((other, at) => `${(row.requestsPerSecond / (base[at] ?? 1)).toFixed(2)} × ${other.name}`)
    console.log(
      `  ${row.name.padEnd(32)} ${row.requestsPerSecond.toFixed(0).padStart(7)} /s   p50 ${row.p50} ms   p99 ${row.p99} ms` +
        `${row.refused > 0 ? `   NOT 200: ${row.refused}` : ''}${ratios.length > 0 ? `   ${ratios.join(', ')}` : ''}`,
    )
  }
}
