import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

process.env.NEXT_TELEMETRY_DISABLED = '1'

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // The linter and the type checker run in `npm run lint`; a production build must not need them.
  typescript: { ignoreBuildErrors: true },
  pageExtensions: ['tsx', 'ts'],
  // Their names hold their content's hash.
  headers: async () => [
    { source: '/assets/:file*', headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }] },
  ],
  // Loaded by Node itself, once, so that Next's bundles hold no second copy of them.
  serverExternalPackages: [
    'pg',
    '@prisma/client',
    '@prisma/adapter-pg',
    'pino',
    'jsonld',
    'rdf-canonize',
    'ioredis',
    'maxmind',
  ],
  // Compiled from the same sources; started by their path, and no part of what Next serves.
  outputFileTracingExcludes: { '/**': ['dist/**'] },
  compiler: {
    /** What the pages load, the workers, the front and the command: `next build` alone makes everything. */
    runAfterProductionCompile: async ({ projectDir }) => {
      const { status } = spawnSync(process.execPath, [join(projectDir, 'scripts', 'build.mjs')], { stdio: 'inherit' })
      if (status !== 0) throw new Error('The assets or the compiled programs could not be built.')
    },
  },
}
