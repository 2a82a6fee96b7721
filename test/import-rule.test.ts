import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

// The project's own configuration; only what needs the file to exist on the disk is off.
const eslint = new ESLint({
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: { parserOptions: { projectService: false } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'off',
      '@typescript-eslint/no-misused-promises': 'off',
      '@typescript-eslint/await-thenable': 'off',
    },
  },
})

async function rulesBrokenBy(filePath: string, code: string): Promise<(string | null)[]> {
  const results = await eslint.lintText(`${code}\n`, { filePath })
  return results.flatMap((result) => result.messages.map((message) => message.ruleId))
}

const importing = (specifier: string) => `export { x } from '${specifier}'`

describe('the import rule', () => {
  it.each([
    ['app/page.tsx', '@/lib/store/database'],
    ['app/api/public/verify/route.ts', '../../../../lib/store/database'],
    ['app/page.tsx', '@/server/listener'],
    ['components/badge.tsx', '@/lib/store/database'],
    ['components/badge.tsx', '@/lib/service/verify-certificate'],
    ['components/badge.tsx', '@/lib/env'],
    ['lib/http/endpoint.ts', '@/app/page'],
    ['lib/service/verify-certificate.ts', '@/lib/http/endpoint'],
    ['lib/store/database.ts', '@/lib/service/verify-certificate'],
    ['lib/store/database.ts', '@/lib/render/receipt'],
    ['lib/domain/serial.ts', '../store/database'],
    ['lib/domain/serial.ts', '@/lib/env'],
    ['lib/crypto/sha256.ts', '@/lib/domain/serial'],
    ['lib/contract/certificate.ts', '@/lib/domain/serial'],
    ['lib/scan/decode.ts', '@/lib/service/verify-certificate'],
    ['lib/service/verify-certificate.ts', 'pg'],
    ['server/main.ts', 'ioredis'],
    ['cli/certs.ts', '@prisma/client'],
    ['lib/service/issue-certificates.ts', 'pdf-lib'],
    ['lib/service/issue-certificates.ts', 'node:dns/promises'],
  ])('keeps %s from importing %s', async (file, specifier) => {
    expect(await rulesBrokenBy(file, importing(specifier))).toEqual(['house/import-rule'])
  })

  it.each([
    "import x from '@/lib/store/database'\nexport default x",
    "import type { X } from '@/lib/store/database'\nexport type Y = X",
    "export const x = () => import('@/lib/store/database')",
    "export type X = import('@/lib/store/database').X",
    "export * from '@/lib/store/database'",
  ])('sees %j', async (code) => {
    expect(await rulesBrokenBy('components/badge.tsx', code)).toContain('house/import-rule')
  })

  it.each([
    ['server/main.ts', '@/app/api/public/verify/route'],
    ['server/main.ts', '@/lib/store/database'],
    ['app/page.tsx', '@/lib/service/verify-certificate'],
    ['app/page.tsx', '@/components/badge'],
    ['components/badge.tsx', './shell'],
    ['components/badge.tsx', '@/lib/contract/certificate'],
    ['components/badge.tsx', '@/lib/i18n/messages'],
    ['lib/http/endpoint.ts', '@/lib/service/verify-certificate'],
    ['lib/service/verify-certificate.ts', '@/lib/crypto/sha256'],
    ['lib/store/database.ts', 'pg'],
    ['lib/render/receipt.ts', 'pdf-lib'],
    ['lib/domain/serial.ts', '@/lib/errors'],
    ['lib/crypto/sha256.ts', 'node:crypto'],
    ['lib/domain/serial.test.ts', '@/test/database'],
    ['bench/main.ts', 'pg'],
  ])('lets %s import %s', async (file, specifier) => {
    expect(await rulesBrokenBy(file, importing(specifier))).toEqual([])
  })
})

describe('the other rules of the house', () => {
  it.each([
    ['lib/domain/serial.test.ts', 'setTimeout(() => undefined, 5)', 'no-restricted-syntax'],
    ['e2e/opens.spec.ts', 'await page.waitForTimeout(5)', 'no-restricted-syntax'],
    ['lib/service/verify-certificate.ts', "console.log('x')", 'no-console'],
    ['lib/domain/serial.ts', 'export const x = process.env.X', 'no-restricted-syntax'],
    ['lib/domain/serial.ts', 'export const x = () => Date.now()', 'no-restricted-syntax'],
  ])('%s does not hold: %s', async (file, code, rule) => {
    expect(await rulesBrokenBy(file, code)).toEqual([rule])
  })

  it.each([
    ['cli/certs.ts', "console.log('x')"],
    ['server/serve.ts', 'setTimeout(() => undefined, 5)'],
  ])('%s may hold: %s', async (file, code) => {
    expect(await rulesBrokenBy(file, code)).toEqual([])
  })
})
