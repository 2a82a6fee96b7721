import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Functions of their arguments, tested without a database: their test files share a process, where modules are loaded once. */
const PURE = ['{components,lib/{contract,crypto,domain,i18n}}/**/*.test.{ts,tsx}']
/** These replace a module for everything in their process. */
export const ALONE = ['lib/service/desk/sign-in/sign-in-work.test.ts']
const PROGRAMS = './test/compile-programs.ts'
const CLUSTER = './test/global-setup.ts'
const SETUP = ['./test/hang-watch.ts', './test/setup.ts']
const ALL = ['{lib,app,components,server,cli,client,scripts,bench,faults,prisma,test}/**/*.test.{ts,tsx}']

export default defineConfig({
  resolve: { alias: { '@': root.replace(/\/$/, '') } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'pure', include: PURE, isolate: false, globalSetup: [PROGRAMS], setupFiles: SETUP },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ALL,
          exclude: [...PURE, ...ALONE],
          isolate: false,
          globalSetup: [PROGRAMS, CLUSTER],
          setupFiles: ['./test/leave-nothing.ts', ...SETUP],
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, globalSetup: [PROGRAMS, CLUSTER], setupFiles: SETUP },
      },
    ],
    environment: 'node',
    pool: 'forks',
    // One more than the processors of a small machine: suites wait for the processes that they start.
    maxWorkers: 3,
    retry: 0,
    // Ends what hangs; nothing is measured by it, and a busy machine may take its time.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // The same of what is waited for; a second, which is the default, passes on a busy machine without a turn.
    expect: { poll: { timeout: 300_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    sequence: { setupFiles: 'list' },
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      // A machine may be so busy that a database which answers is not heard within two seconds; outages have their own.
      DATABASE_SECONDS: '30',
      KEY_ENCRYPTION_KEY: Buffer.alloc(32, 'test-only key').toString('base64'),
      NEXT_TELEMETRY_DISABLED: '1',
      TZ: 'UTC',
    },
  },
})
