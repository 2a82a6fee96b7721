import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    include: ['{lib,app,components,server,cli,scripts,bench,faults,prisma,test}/**/*.test.{ts,tsx}'],
    environment: 'node',
    pool: 'forks',
    // One more than the processors of a small machine: suites wait for the processes that they start.
    maxWorkers: 3,
    retry: 0,
    // Ends what hangs; nothing is measured by it, and a busy machine may take its time.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    globalSetup: ['./test/global-setup.ts'],
    setupFiles: ['./test/setup.ts'],
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      KEY_ENCRYPTION_KEY: Buffer.alloc(32, 'test-only key').toString('base64'),
      NEXT_TELEMETRY_DISABLED: '1',
      TZ: 'UTC',
    },
  },
})
