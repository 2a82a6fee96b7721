/** Of white space around one of these, nobody can tell whether a folder or a file of that very name is meant. */
const PATHS: ReadonlySet<string> = new Set(['DATA_DIR', 'JOURNAL_DIR', 'LOG_DIR', 'LOG_KEY_FILE', 'LOG_POLICY'])

/**
 * Those variables that say something, without the white space around them, such as the carriage return that Windows ends lines with.
 * @throws Error one sentence a variable that means something else than was written: quotes are the shell's and no part of a value,
 *   and a file of variables that no shell reads keeps them
 */
export function givenVariables(source: Record<string, string | undefined>, known: string[]): Record<string, string> {
  const given: Record<string, string> = {}
  const wrong: string[] = []
  for (const name of known) {
    const value = source[name] ?? ''
    const trimmed = value.trim()
    if (/^(["']).*\1$/s.test(trimmed)) wrong.push(`${name} must not stand in quotes.`)
    else if (PATHS.has(name) && value !== trimmed)
      wrong.push(`${name} must not begin or end with white space, as lines of Windows do.`)
    else if (trimmed !== '') given[name] = trimmed
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return given
}
