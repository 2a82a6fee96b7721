import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// Set before the CLI looks for its engine: a fresh machine has no engine and may be unable to download one.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(new URL('prisma/engine/schema-engine.mjs', import.meta.url))
process.env.PRISMA_HIDE_UPDATE_MESSAGE ??= '1'
process.env.CHECKPOINT_DISABLE ??= '1'

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? '', shadowDatabaseUrl: process.env.SHADOW_DATABASE_URL },
})
