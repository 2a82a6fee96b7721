/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // The linter and the type checker run in `npm run lint`; a production build must not need them.
  typescript: { ignoreBuildErrors: true },
  // Without the `.ts` routes: they are the server's own, run from their sources, and bundled they would only be a
  // second copy that the bundler has to follow into render processes and native libraries.
  pageExtensions: ['tsx'],
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
}
