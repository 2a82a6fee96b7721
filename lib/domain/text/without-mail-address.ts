/** A mail address beside a name, with what mail programs put around it. */
const ADDRESS =
  /[\s,;]*(?:<[^<>\s]{1,254}@[^<>\s]{1,254}>|\((?:mailto:)?[^()\s]{1,254}@[^()\s]{1,254}\)|\[[^[\]\s]{1,254}@[^[\]\s]{1,254}\])[\s,;]*/g
const QUOTED = /^["'\u2018-\u201F](.*)["'\u2018-\u201F]$/s

/** A name as a mail program writes it, `"Müller, Ana" <ana@example.org>`, without the address; any other text as it is. */
export function withoutMailAddress(name: string): string {
  const rest = name.replace(ADDRESS, ' ').trim()
  if (rest === name.trim() || !/\p{L}/u.test(rest)) return name
  return QUOTED.exec(rest)?.[1]?.trim() ?? rest
}
