/** The parts of a text in which a semicolon does not end a statement; sticky, tried in this order. */
const OPAQUE = [
  /--[^\n]*/y,
  /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?\$\1\$/y,
  /[eE]'(?:[^'\\]|''|\\[\s\S])*'/y,
  /'(?:[^']|'')*'/y,
  /"(?:[^"]|"")*"/y,
  /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y,
]

/**
 * Cuts an SQL text into its statements, for those that PostgreSQL refuses to run together in one message.
 * Semicolons in strings, quoted names, dollar-quoted bodies and comments (nested ones too) do not cut.
 * @returns the statements in order, without their semicolons; pieces that hold only comments are left out
 */
export function splitStatements(sql: string): string[] {
  const statements: string[] = []
  let start = 0
  let hasCode = false
  const cut = (end: number) => {
    if (hasCode) statements.push(sql.slice(start, end).trim())
    start = end + 1
    hasCode = false
  }
  for (let at = 0; at < sql.length;) {
    if (sql[at] === ';') cut(at)
    const end = opaqueEnd(sql, at)
    const isComment = sql.startsWith('--', at) || sql.startsWith('/*', at)
    if (!isComment && sql[at] !== ';' && /\S/.test(sql[at] ?? '')) hasCode = true
    at = end
  }
  cut(sql.length)
  return statements
}

/** The offset behind the comment, string, name or single character that begins at `at`. */
function opaqueEnd(sql: string, at: number): number {
  if (sql.startsWith('/*', at)) return blockCommentEnd(sql, at)
  for (const pattern of OPAQUE) {
    pattern.lastIndex = at
    if (pattern.test(sql)) return pattern.lastIndex
  }
  return at + 1
}

function blockCommentEnd(sql: string, at: number): number {
  const mark = /\/\*|\*\//g
  mark.lastIndex = at
  let depth = 0
  for (let found = mark.exec(sql); found; found = mark.exec(sql)) {
    depth += found[0] === '/*' ? 1 : -1
    if (depth === 0) return mark.lastIndex
  }
  return sql.length
}
