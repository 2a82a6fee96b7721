import ts from 'typescript'
import { PRODUCTION, textOf } from './sources'

/** A refusal that the code can make, with the sentence that it says. */
export interface Refused {
  path: string
  code: string
  /** With a name in `<…>` for each value; null where the code does not say it here. */
  sentence: string | null
  /** How the sentence is written in the code. */
  written: string
}

const KNOWN = new Set(PRODUCTION)

/** The file that an import of a file names; none for a package. */
function fileOf(path: string, name: string): string | undefined {
  const folder = path.split('/').slice(0, -1).join('/')
  const whole = name.startsWith('@/') ? name.slice(2) : new URL(name, `file:///${folder}/`).pathname.slice(1)
  return ['', '.ts', '.tsx'].map((ending) => whole + ending).find((file) => KNOWN.has(file))
}

/** The files that a file runs: imports of types alone are left out. */
function runsOf(path: string): string[] {
  const found = textOf(path).matchAll(/(?:^|\n)(?:import|export)(?! type)[^'";]*? from '([^']+)'|import\('([^']+)'\)/g)
  return [...found].flatMap(([, from, later]) => fileOf(path, from ?? later ?? '') ?? [])
}

/** Every file that a page or a form of the desk can run. */
export function filesOfDesk(): string[] {
  const found = new Set(PRODUCTION.filter((path) => /^app\/dashboard\/.*route\.tsx?$/.test(path)))
  for (const path of found) for (const other of runsOf(path)) found.add(other)
  return [...found]
}

/** Each `new ServiceError(…)` of a file. Where a function of the file is given the sentence, each call of it. */
export function refusalsOf(path: string, text = textOf(path)): Refused[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return nodesOf(source)
    .filter(ts.isNewExpression)
    .filter((node) => node.expression.getText() === 'ServiceError')
    .flatMap((node) => {
      const [code, sentence] = node.arguments ?? []
      if (!code || !sentence) return []
      return givenTo(sentence, source).map((one) => ({
        path,
        code: ts.isStringLiteralLike(code) ? code.text : code.getText(),
        sentence: sentenceOf(one, source),
        written: one.getText(),
      }))
    })
}

function nodesOf(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [node]
  node.forEachChild((child) => void found.push(...nodesOf(child)))
  return found
}

/** What is given where a function of the file says what it was given, and both sides of a condition. */
function givenTo(sentence: ts.Expression, source: ts.SourceFile): ts.Expression[] {
  if (ts.isConditionalExpression(sentence))
    return [sentence.whenTrue, sentence.whenFalse].flatMap((one) => givenTo(one, source))
  if (!ts.isIdentifier(sentence)) return [sentence]
  const within = ts.findAncestor(sentence, ts.isFunctionDeclaration)
  const at = within?.parameters.findIndex(({ name }) => name.getText() === sentence.text) ?? -1
  if (at === -1) return [sentence]
  return nodesOf(source)
    .filter(ts.isCallExpression)
    .filter((call) => call.expression.getText() === within?.name?.text)
    .flatMap((call) => call.arguments[at] ?? [])
}

function sentenceOf(node: ts.Expression, source: ts.SourceFile): string | null {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }, index) => `<${index}>${literal.text}`).join('')
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [sentenceOf(node.left, source), sentenceOf(node.right, source)]
    return left === null || right === null ? null : left + right
  }
  if (!ts.isIdentifier(node)) return null
  const found = nodesOf(source).filter(
    (one): one is ts.VariableDeclaration => ts.isVariableDeclaration(one) && one.name.getText() === node.text,
  )
  const [only] = found
  if (found.length === 0) return importedSentence(node.text, source)
  return found.length === 1 && only?.initializer ? sentenceOf(only.initializer, source) : null
}

/** The sentence of a constant that a file imports by its own name. */
function importedSentence(name: string, source: ts.SourceFile): string | null {
  const from = nodesOf(source)
    .filter(ts.isImportSpecifier)
    .find((one) => one.name.text === name && one.propertyName === undefined)?.parent.parent.parent.moduleSpecifier
  const file = from && ts.isStringLiteralLike(from) ? fileOf(source.fileName, from.text) : undefined
  if (file === undefined) return null
  const there = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true)
  const [found, more] = nodesOf(there).filter(
    (one): one is ts.VariableDeclaration => ts.isVariableDeclaration(one) && one.name.getText() === name,
  )
  return found?.initializer && !more ? sentenceOf(found.initializer, there) : null
}
