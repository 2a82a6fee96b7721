const isNamed = (node, name) => node?.type === 'Identifier' && node.name === name
const isMember = (node, object, property) =>
  node.type === 'MemberExpression' && isNamed(node.object, object) && isNamed(node.property, property)

/** A rule without options: what it says of a node it says by `report`. */
const rule = (description, visitors) => ({
  meta: { type: 'problem', docs: { description }, schema: [] },
  create: (context) => visitors((node, message) => context.report({ node, message })),
})

const WAIT = 'Wait for what is meant to happen, not for time to pass.'

/** Tests wait for no time to pass. */
export const noWaiting = rule(WAIT, (report) => ({
  CallExpression(node) {
    const { callee } = node
    const isTimer = isNamed(callee, 'setTimeout') || isNamed(callee, 'sleep')
    const isPage = callee.type === 'MemberExpression' && isNamed(callee.property, 'waitForTimeout')
    if (isTimer || isPage) report(node, WAIT)
  },
  ImportDeclaration(node) {
    if (node.source.value === 'node:timers/promises') report(node, WAIT)
  },
}))

/** Functions of their arguments: neither the environment nor the clock. */
export const pure = rule('a room without environment and clock', (report) => ({
  MemberExpression(node) {
    if (isMember(node, 'process', 'env')) report(node, 'This room reads no environment.')
  },
  NewExpression(node) {
    if (isNamed(node.callee, 'Date') && node.arguments.length === 0) report(node, '`now` is an argument here.')
  },
  CallExpression(node) {
    if (isMember(node.callee, 'Date', 'now')) report(node, '`now` is an argument here.')
  },
}))

/** Codes are read from left to right, among words of any language. */
export const directedCode = rule('codes have a direction', (report) => ({
  JSXOpeningElement(node) {
    if (node.name.type !== 'JSXIdentifier' || node.name.name !== 'code') return
    const hasDirection = node.attributes.some((one) => one.type === 'JSXAttribute' && one.name.name === 'dir')
    if (!hasDirection) report(node, 'Codes are read from left to right, among words of any language: dir="ltr".')
  },
}))
