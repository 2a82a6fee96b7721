import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

// The project's own configuration.
const eslint = new ESLint()

async function rulesBrokenBy(filePath: string, code: string): Promise<(string | null)[]> {
  const results = await eslint.lintText(`${code}\n`, { filePath })
  return results.flatMap((result) => result.messages.map((message) => message.ruleId))
}

const importing = (specifier: string) => `export { x } from '${specifier}'`

describe('the import rule', () => {
  it.each([
    ['app/page.tsx', '@/lib/store/database/database'],
    ['app/api/public/verify/route.ts', '../../../../lib/store/database'],
    ['app/page.tsx', '@/server/exchange/listener'],
    ['components/badge.tsx', '@/lib/store/database/database'],
    ['components/badge.tsx', '@/lib/service/check/verify-certificate'],
    ['components/badge.tsx', '@/lib/env'],
    ['lib/http/endpoint.ts', '@/app/page'],
    ['lib/service/check/verify-certificate.ts', '@/lib/http/endpoint'],
    ['lib/store/database/database.ts', '@/lib/service/check/verify-certificate'],
    ['lib/store/database/database.ts', '@/lib/render/receipt'],
    ['lib/domain/certificate/serial.ts', '../../store/database'],
    ['lib/domain/certificate/serial.ts', '@/lib/env'],
    ['lib/crypto/encoding/sha256.ts', '@/lib/domain/certificate/serial'],
    ['lib/contract/check/certificate.ts', '@/lib/domain/certificate/serial'],
    ['lib/scan/decode.ts', '@/lib/service/check/verify-certificate'],
    ['lib/service/check/verify-certificate.ts', 'pg'],
    ['server/main.ts', 'ioredis'],
    ['cli/certs.ts', '@prisma/client'],
    ['lib/service/issue/issue-certificates.ts', 'pdf-lib'],
    ['lib/service/issue/issue-certificates.ts', 'node:dns/promises'],
  ])('keeps %s from importing %s', async (file, specifier) => {
    expect(await rulesBrokenBy(file, importing(specifier))).toEqual(['house/import-rule'])
  })

  it.each([
    "import x from '@/lib/store/database/database'\nexport default x",
    "import type { X } from '@/lib/store/database/database'\nexport type Y = X",
    "export const x = () => import('@/lib/store/database/database')",
    "export type X = import('@/lib/store/database/database').X",
    "export * from '@/lib/store/database/database'",
  ])('sees %j', async (code) => {
    expect(await rulesBrokenBy('components/badge.tsx', code)).toContain('house/import-rule')
  })

  it.each([
    ['server/main.ts', '@/app/api/public/verify/route'],
    ['server/main.ts', '@/lib/store/database/database'],
    ['app/page.tsx', '@/lib/service/check/verify-certificate'],
    ['app/page.tsx', '@/components/badge'],
    ['components/badge.tsx', './shell'],
    ['components/badge.tsx', '@/lib/contract/check/certificate'],
    ['components/badge.tsx', '@/lib/i18n/messages'],
    ['lib/http/endpoint.ts', '@/lib/service/check/verify-certificate'],
    ['lib/service/check/verify-certificate.ts', '@/lib/crypto/encoding/sha256'],
    ['lib/store/database/database.ts', 'pg'],
    ['lib/render/receipt.ts', 'pdf-lib'],
    ['lib/domain/certificate/serial.ts', '@/lib/errors'],
    ['lib/crypto/encoding/sha256.ts', 'node:crypto'],
    ['lib/domain/certificate/serial.test.ts', '@/test/database/database'],
    ['bench/main.ts', 'pg'],
  ])('lets %s import %s', async (file, specifier) => {
    expect(await rulesBrokenBy(file, importing(specifier))).toEqual([])
  })
})

describe('the other rules of the house', () => {
  it.each([
    ['lib/domain/certificate/serial.test.ts', 'setTimeout(() => undefined, 5)', 'no-restricted-syntax'],
    ['e2e/opens.spec.ts', 'await page.waitForTimeout(5)', 'no-restricted-syntax'],
    ['lib/service/check/verify-certificate.ts', "console.log('x')", 'no-console'],
    ['lib/domain/certificate/serial.ts', 'export const x = process.env.X', 'no-restricted-syntax'],
    ['lib/domain/certificate/serial.ts', 'export const x = () => Date.now()', 'no-restricted-syntax'],
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
