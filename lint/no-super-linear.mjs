import { RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'

const parser = new RegExpParser()

/** The pattern and flags of a literal, or of `new RegExp('…', '…')` with texts that stand there; null for any other node. */
function expressionOf(node) {
  if (node.type === 'Literal') return node.regex ?? null
  if (node.callee.type !== 'Identifier' || node.callee.name !== 'RegExp') return null
  const [pattern, flags] = node.arguments
  const text = (argument) =>
    argument?.type === 'Literal'
      ? argument.value
      : argument?.quasis?.length === 1
        ? argument.quasis[0].value.cooked
        : null
  if (typeof text(pattern) !== 'string') return null
  return { pattern: text(pattern), flags: flags === undefined ? '' : text(flags) }
}

/**
 * An expression that goes back and forth in a text that anybody sends stops every other check meanwhile: no quantifier may
 * exchange characters with another, whatever follows (scslre: super-linear worst cases, as `eslint-plugin-regexp` finds them).
 */
export const noSuperLinear = {
  meta: { type: 'problem', docs: { description: 'no expression takes more than linear time' }, schema: [] },
  create(context) {
    const check = (node) => {
      const expression = expressionOf(node)
      if (!expression) return
      const { pattern, flags } = expression
      const has = (flag) => flags?.includes(flag) ?? false
      const ast = {
        pattern: parser.parsePattern(pattern, undefined, undefined, { unicode: has('u'), unicodeSets: has('v') }),
        flags: parser.parseFlags(flags ?? ''),
      }
      const { reports } = analyse(ast, { reportTypes: { Move: false }, assumeRejectingSuffix: true })
      for (const { character } of reports)
        context.report({
          node,
          message: `A text of many ${character.literal.source} makes this take more than linear time.`,
        })
    }
    return { Literal: check, NewExpression: check, CallExpression: check }
  },
}
