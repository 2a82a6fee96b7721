import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lintTexts } from './lint-texts'

const importing = (specifier: string) => `export { x } from '${specifier}'`

const KEPT = [
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
] as const

/** The ways to import that count. */
const SEEN = [
  "import x from '@/lib/store/database/database'\nexport default x",
  "import type { X } from '@/lib/store/database/database'\nexport type Y = X",
  "export const x = () => import('@/lib/store/database/database')",
  "export type X = import('@/lib/store/database/database').X",
  "export * from '@/lib/store/database/database'",
] as const

const ALLOWED = [
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
] as const

/** What the other rules of the house find. */
const BROKEN = [
  ['lib/domain/certificate/serial.test.ts', 'setTimeout(() => undefined, 5)', 'house(no-waiting)'],
  ['lib/domain/certificate/serial.test.ts', "import 'node:timers/promises'", 'house(no-waiting)'],
  ['e2e/opens.spec.ts', 'await page.waitForTimeout(5)', 'house(no-waiting)'],
  ['lib/service/check/verify-certificate.ts', "console.log('x')", 'eslint(no-console)'],
  ['lib/domain/certificate/serial.ts', 'export const x = process.env.X', 'house(pure)'],
  ['lib/crypto/encoding/sha256.ts', 'export const x = () => new Date()', 'house(pure)'],
  ['lib/domain/certificate/serial.ts', 'export const x = () => Date.now()', 'house(pure)'],
  ['components/badge.tsx', 'export const x = () => <code>7K3M</code>', 'house(directed-code)'],
  ['lib/scan/decode.ts', 'export const x = /a*a*b/', 'house(no-super-linear-expressions)'],
  ['lib/scan/decode.ts', "export const x = new RegExp('(a+)+b', 'u')", 'house(no-super-linear-expressions)'],
  ['app/page.tsx', 'export const x = [1].map((y) => <p>{y}</p>)', 'react(jsx-key)'],
  ['app/page.tsx', 'export const x = <img src="/x" />', 'jsx-a11y(alt-text)'],
  ['lib/scan/decode.ts', "import { type y, z } from './y'\nexport const x = z", 'eslint(no-unused-vars)'],
  ['lib/scan/decode.ts', 'export const x = (y: any) => y', 'typescript(no-explicit-any)'],
  ['scripts/test.mjs', 'export const x = (y) => y == 1', 'eslint(eqeqeq)'],
] as const

/** What they let stand. */
const WHOLE = [
  ['cli/certs.ts', "console.log('x')"],
  ['server/serve.ts', 'setTimeout(() => undefined, 5)'],
  ['components/badge.tsx', 'export const x = () => <code dir="ltr">7K3M</code>'],
  ['components/docs/page.tsx', 'export const x = () => <code>7K3M</code>'],
  ['lib/scan/decode.ts', 'export const x = /^a*b*$/'],
  ['bench/scan.ts', 'export const x = /a*a*b/'],
  ['lib/service/check/verify-certificate.ts', 'export const x = () => Date.now()'],
] as const

const kept = KEPT.map(([path, specifier]) => [path, importing(specifier)] as const)
const seen = SEEN.map((code) => ['components/badge.tsx', code] as const)
const allowed = ALLOWED.map(([path, specifier]) => [path, importing(specifier)] as const)
const broken = BROKEN.map(([path, code]) => [path, code] as const)
const found = lintTexts([...kept, ...seen, ...allowed, ...broken, ...WHOLE])
const numbered = <T extends readonly unknown[]>(table: readonly T[], after: readonly unknown[]) =>
  table.map((row, index) => [...row, found[after.length + index]] as const)

describe('the import rule', () => {
  it.each(numbered(KEPT, []))('keeps %s from importing %s', (_file, _specifier, rules) => {
    expect(rules).toEqual(['house(import-rule)'])
  })
  it.each(numbered(seen, kept))('of %s sees %j', (_file, _code, rules) => {
    expect(rules).toContain('house(import-rule)')
  })
  it.each(numbered(ALLOWED, [...kept, ...seen]))('lets %s import %s', (_file, _specifier, rules) => {
    expect(rules).toEqual([])
  })
})

describe('the other rules of the house', () => {
  it.each(numbered(BROKEN, [...kept, ...seen, ...allowed]))('%s does not hold: %s', (_file, _code, rule, rules) => {
    expect(rules).toEqual([rule])
  })
  it.each(numbered(WHOLE, [...kept, ...seen, ...allowed, ...broken]))('%s may hold: %s', (_file, _code, rules) => {
    expect(rules).toEqual([])
  })
})

it('no file turns a rule off in a comment', () => {
  const words = '(eslint|oxlint)-(disable|enable)'
  const { stdout, status } = spawnSync('git', ['grep', '-lE', words, '--', '*.ts', '*.tsx', '*.mts', '*.mjs'], {
    cwd: join(import.meta.dirname, '../..'),
    encoding: 'utf8',
  })
  // 1 is what git grep ends with where it looked and found none.
  expect({ stdout, status }).toEqual({ stdout: '', status: 1 })
})
