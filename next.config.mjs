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
    'tsx',
    'esbuild',
  ],
}
