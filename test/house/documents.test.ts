import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = [
  ...(await readdir(root)).filter((name) => name.endsWith('.md')),
  ...(await readdir(join(root, 'docs'), { recursive: true }))
    .filter((name) => /\.md$/.test(name))
    .map((name) => `docs/${name}`),
]

/** Where the links of a document lead within the project. */
function linksOf(document: string): string[] {
  // What stands in code is no link.
  const text = readFileSync(join(root, document), 'utf8').replace(/`[^`\n]*`/g, '')
  const links = [...text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)].map(([, target]) => target ?? '')
  return links.filter((target) => !/^[a-z]+:/.test(target)).map((target) => join(dirname(document), target))
}

describe('documents', () => {
  it.each(documents)('%s links to what is there', (document) => {
    expect(linksOf(document).filter((path) => !existsSync(join(root, path)))).toStrictEqual([])
  })

  it('the threat model names tests that are there', () => {
    const text = readFileSync(join(root, 'docs/threat-model.md'), 'utf8')
    const named = [...text.matchAll(/`([\w./[\]-]+\.(?:test|spec)\.ts)`/g)].map(([, path]) => path ?? '')
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter((path) => !existsSync(join(root, path)))).toStrictEqual([])
  })
})
