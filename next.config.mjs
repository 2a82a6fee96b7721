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
  // Next's own pages have no policy, and are kept by caches for a year.
  rewrites: async () => ({
    beforeFiles: [{ source: '/:page(404|500|_error|_not-found)', destination: '/nothing/:page' }],
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
    'tsx',
    'esbuild',
  ],
}
