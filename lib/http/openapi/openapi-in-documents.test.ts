import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { openApiDocument } from './openapi'

const document = openApiDocument()
const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../../${name}`, import.meta.url)), 'utf8')

it.each(['README.md', 'docs/webhooks.md', 'docs/offline.md', 'docs/operations.md', 'docs/badges.md'])(
  '%s names files of ours by the addresses that they have',
  (name) => {
    const named = [...read(name).matchAll(/`(\/[^`\s]*\.json)`/g)].map(([, path]) => path ?? '')
    const there = Object.keys(document.paths).map((path) => path.replace('{issuer}', '<uuid>'))
    expect(named.filter((path) => !there.includes(path))).toStrictEqual([])
  },
)

it('docs/badges.md says what each value of issuer.identity means', () => {
  const named = [...read('docs/badges.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, value]) => value)
  expect(named).toStrictEqual(document.components.schemas.BadgeIssuer?.properties?.identity?.enum)
})
