import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

process.env.NEXT_TELEMETRY_DISABLED = '1'

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // From the length of a compressed answer about a certificate somebody on the line could guess what is in it (decision 45).
  compress: false,
  // No picture is made anew at the wish of an address.
  images: { unoptimized: true },
  // The linter and the type checker run in `npm run lint`; a production build must not need them.
  typescript: { ignoreBuildErrors: true },
  pageExtensions: ['tsx', 'ts'],
  experimental: {
    // A clean checkout has none to read, and writing it is a third of a build.
    turbopackFileSystemCacheForBuild: false,
    // Half of a build's time and of its size: code for a server travels nowhere, and as it is its stacks need no map.
    turbopackSourceMaps: false,
    turbopackMinify: { server: false },
  },
  // For what Next answers itself; nothing that depends on the answer can stand here, since it would go before a handler's.
  headers: async () => [
    {
      source: '/:path*',
      headers: [
        { key: 'x-content-type-options', value: 'nosniff' },
        { key: 'cross-origin-resource-policy', value: 'same-origin' },
      ],
    },
  ],
  // Next's own pages have no policy, and caches keep them for a year; what the build leaves beside the assets is nobody's.
  rewrites: async () => ({
    beforeFiles: [
      { source: '/:page(404|500|_error|_not-found)', destination: '/nothing' },
      { source: '/_next/:rest(image|data/.*)', destination: '/nothing' },
      { source: '/assets/:file(manifest.json|service-worker.js)', destination: '/nothing' },
    ],
  }),
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
