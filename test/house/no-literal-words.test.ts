import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** The documentation of the interface is in English alone. */
const ENGLISH = /^components\/docs\//

/** What a reader sees and what no catalogue knows: words, and the signs that each language has its own of. */
const SPOKEN = /[\p{L}.,:;!?()“”«»]/u

/** Attributes that are read out or shown. */
const SPOKEN_ATTRIBUTES = ['alt', 'aria-description', 'aria-label', 'aria-roledescription', 'placeholder', 'title']

/** The parts of an expression that may be what is shown: either side of a condition, or what stands in for nothing. */
function shownParts(node: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(node)) return shownParts(node.expression)
  if (ts.isConditionalExpression(node)) return [...shownParts(node.whenTrue), ...shownParts(node.whenFalse)]
  if (ts.isBinaryExpression(node)) return shownParts(node.right)
  return [node]
}

/** A path is no word. */
const isWords = (text: string) => SPOKEN.test(text) && !/^\s*\/[\w/-]*\s*$/.test(text)

const isSpoken = (node: ts.Expression) =>
  ts.isTemplateExpression(node) || (ts.isStringLiteralLike(node) && SPOKEN.test(node.text.replace('https://', '')))

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
      if (shownParts(node.expression).some(isSpoken)) found.push(node.getText())
    }
    if (ts.isJsxAttribute(node) && SPOKEN_ATTRIBUTES.includes(node.name.getText())) {
      const given =
        node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer
      if (given && shownParts(given as ts.Expression).some(isSpoken)) found.push(node.getText())
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

  it.each([
    '<p>Words</p>',
    "<p>{'. '}</p>",
    '<p>{`${a}: ${b}`}</p>',
    "names.join(', ')",
    '<p>{a}: {b}</p>',
    "<p>{a ? 'Words' : b}</p>",
    '<a title="Words" />',
    "<a aria-label={a ?? 'Words'} />",
  ])('finds %s', (text) => expect(literals('a.tsx', text)).toHaveLength(1))

  it.each(['<p>{t(`a`)} · {b}</p>', '<code>/api</code>', "x.join('.')"])('lets %s pass', (text) =>
    expect(literals('a.tsx', text)).toEqual([]),
  )
})
