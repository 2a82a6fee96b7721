/** A name with all that mail programs put beside it: a longer text is none, and is not looked through. */
const LONGEST = 1000
/** A mail address beside a name, in brackets. Each part ends at the mark that the next begins with, so that nothing is looked through twice. */
const ADDRESS =
  /<[^<>\s@]{1,254}@[^<>\s@]{1,254}>|\((?:mailto:)?[^()\s@]{1,254}@[^()\s@]{1,254}\)|\[[^[\]\s@]{1,254}@[^[\]\s@]{1,254}\]/
const QUOTED = /^["'\u2018-\u201F](.*)["'\u2018-\u201F]$/s
/** What stands between a name and an address. */
const MARK = /^[\s,;]$/

/** A name as a mail program writes it, `"Müller, Ana" <ana@example.org>`, without the address; any other text as it is. */
export function withoutMailAddress(name: string): string {
  if (name.length > LONGEST || !name.includes('@')) return name
  const parts = name.split(ADDRESS)
  if (parts.length === 1) return name
  const rest = parts.map(withoutMarks).filter(Boolean).join(' ')
  if (!/\p{L}/u.test(rest)) return name
  return QUOTED.exec(rest)?.[1]?.trim() ?? rest
}

/** A text without the marks at its ends. An expression would begin anew at each of many in a row. */
function withoutMarks(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && MARK.test(text.charAt(from))) from += 1
  while (to > from && MARK.test(text.charAt(to - 1))) to -= 1
  return text.slice(from, to)
}
