import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HANDED_LABELS, KEPT_LABELS } from './handed-labels'

/** Labels of what is signed or hashed, under which no key is derived. */
const NO_KEYS = ['desk-row-signature/v1', 'event/v1', 'status-change/v1', 'log-entry/v1', 'log-tag/v1'].map(
  (name) => `certificate-verification/${name}`,
)

it('every purpose that a key is derived for is either handed out or kept, on purpose', () => {
  const named = ['lib', 'server', 'cli']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .flatMap((path) => readFileSync(path, 'utf8').match(/'certificate-verification\/[a-z-]+\/v\d+'/g) ?? [])
    .map((quoted) => quoted.slice(1, -1))
  const all = [...HANDED_LABELS.desk, ...KEPT_LABELS, ...NO_KEYS]
  expect([...new Set(named)].sort()).toEqual([...all].sort())
  expect(new Set(all).size).toBe(all.length)
  expect(HANDED_LABELS.public.every((label) => HANDED_LABELS.desk.includes(label))).toBe(true)
})
