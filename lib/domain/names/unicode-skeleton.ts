import unhomoglyph from 'unhomoglyph'

/** Prototypes by character, kept because the package searches its whole table for each one. */
const prototypes = new Map<string, string>()
const MOST_REMEMBERED = 20_000

function prototype(character: string): string {
  const known = prototypes.get(character)
  if (known !== undefined) return known
  const found = unhomoglyph(character)
  if (prototypes.size < MOST_REMEMBERED) prototypes.set(character, found)
  return found
}

/** Maps each character to its prototype in Unicode's confusables.txt, between two decompositions (UTS #39 section 4). */
export function unicodeSkeleton(text: string): string {
  const visible = text.normalize('NFD').replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(visible, prototype).join('').normalize('NFD')
}
