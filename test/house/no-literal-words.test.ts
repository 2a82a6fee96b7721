import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** The documentation of the interface is in English alone. */
const ENGLISH = /^components\/docs\//

/** What a reader sees and what no catalogue knows: words, and the signs that each language has its own of. */
const SPOKEN = /[\p{L}.,:;!?()“”«»]/u

/** A path is no word. */
const isWords = (text: string) => SPOKEN.test(text) && !/^\s*\/[\w/-]*\s*$/.test(text)

/** Text of a component that is not a message: between tags, in braces, or put between the items of a list. */
function literals(path: string, text: string): string[] {
  const found: string[] = []
  const isShown = (node: ts.Node) => ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent)
  const isCode = (node: ts.Node): boolean =>
    (ts.isJsxElement(node) && node.openingElement.tagName.getText() === 'code') ||
    (node.parent !== undefined && isCode(node.parent))
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node) && isWords(node.text) && !isCode(node)) found.push(node.text.trim())
    if (ts.isJsxExpression(node) && node.expression && isShown(node) && !isCode(node)) {
      if (ts.isStringLiteralLike(node.expression) && SPOKEN.test(node.expression.text)) found.push(node.getText())
      if (ts.isTemplateExpression(node.expression)) found.push(node.getText())
    }
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const [between] = node.arguments
      const joins = node.expression.name.text === 'join' && between && ts.isStringLiteralLike(between)
      if (joins && /[,;:]/.test(between.text)) found.push(node.getText())
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return found
}

describe('components say nothing of their own', () => {
  const paths = readdirSync(join(ROOT, 'components'), { recursive: true, encoding: 'utf8' })
    .map((path) => `components/${path}`)
    .filter((path) => /\.tsx?$/.test(path) && !ENGLISH.test(path) && !path.includes('.test.'))

  it('in all components', () => expect(paths.length).toBeGreaterThan(160))

  it.each(paths)('%s', (path) => expect(literals(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([]))

  it.each(['<p>Words</p>', "<p>{'. '}</p>", '<p>{`${a}: ${b}`}</p>', "names.join(', ')", '<p>{a}: {b}</p>'])(
    'finds %s',
    (text) => expect(literals('a.tsx', text)).toHaveLength(1),
  )

  it.each(['<p>{t(`a`)} · {b}</p>', '<code>/api</code>', "x.join('.')"])('lets %s pass', (text) =>
    expect(literals('a.tsx', text)).toEqual([]),
  )
})
