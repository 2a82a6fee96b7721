import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { receiptData } from '@/lib/render/receipt/receipt-data'
import { exampleReceipt } from '@/test/documents/receipt-fixture'

const ROOT = join(import.meta.dirname, '../..')
const TEXT = /\.(md|mdx|txt|json|ts|tsx|mjs|typ|html|yml|yaml|css)$/
const EXEMPT = ['package-lock.json', 'test/house/named-packages.test.ts']

const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>
/** Whoever publishes these is known: they are what this software is built from, and the two of docs/offline.md. */
const PUBLISHED = new Set([...Object.keys(dependencies), ...Object.keys(devDependencies), 'jose', 'canonicalize'])

/** What runs or installs a package from a registry, with the words after it. */
const RUNNERS =
  /\b(?:npx|bunx|pnpx|npm (?:exec|x|init|create)|pnpm (?:dlx|exec|create)|yarn (?:dlx|create)|bun (?:x|create))[ \t]+([^\n`'"]*)/g
const INSTALLERS = /\b(?:npm (?:install|i|add)|pnpm (?:install|add)|yarn add|bun add)(?= )([^\n`'"#|&;,.:)]*)/g
const BINS: Record<string, string> = { prisma: 'prisma', vitest: 'vitest', tsc: 'typescript' }

/** What a text has the reader fetch that is nobody's or anybody's. */
function strangersIn(text: string): string[] {
  const run = [...text.matchAll(RUNNERS)].flatMap(([all, words = '']) => {
    const given = words.trim().split(/\s+/)
    const [name = ''] = given.filter((word) => !word.startsWith('-'))
    if (name === 'certs' || given[0] === '--no') return given[0] === '--no' && name === 'certs' ? [] : [all]
    return /^[@a-z][\w@/.-]*$/.test(name) && !PUBLISHED.has(BINS[name] ?? name) ? [all] : []
  })
  const installed = [...text.matchAll(INSTALLERS)].flatMap(([all, words = '']) => {
    const names = words
      .trim()
      .split(/\s+/)
      .filter((word) => /^@?[a-z][\w./-]*(@[\w.^~-]+)?$/.test(word))
    return names.every((name) => PUBLISHED.has(name.replace(/(?<=.)@.*$/, ''))) ? [] : [all]
  })
  return [...run, ...installed]
}

describe('no text tells anybody to run a package by a name that anybody could claim', () => {
  it('of all files of the project', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0')
    const found = files
      .filter((file) => TEXT.test(file) && !EXEMPT.includes(file))
      .flatMap((file) => strangersIn(readFileSync(join(ROOT, file), 'utf8')).map((words) => `${file}: ${words}`))
    expect(found).toEqual([])
    expect(files.length).toBeGreaterThan(1000)
  })

  it('of a receipt', () => {
    expect(strangersIn(JSON.stringify(receiptData(exampleReceipt())))).toEqual([])
  })

  it.each([
    'Check it with: npx certs receipt check receipt.pdf',
    'npx -- certs',
    'npx certificate-verification receipt check x',
    'npx -y certs',
    'npx --yes certs',
    'npm exec certs',
    'npm install -g certs',
    'npm i certs',
    'npm install --global certificate-verification',
    'pnpm dlx certs doctor',
    'yarn dlx certs',
    'bunx certs',
    'npx --no something-else',
    'npx @certs/cli check',
  ])('finds %s', (text) => expect(strangersIn(text)).not.toEqual([]))

  it.each([
    'npx --no certs doctor',
    'npx vitest run lib',
    'npm install && npm test',
    'npm install jose canonicalize',
    'npm install',
  ])('lets %s stand', (text) => expect(strangersIn(text)).toEqual([]))
})
