/** A page with slots: what stands in every page of its shape, and between these pieces the places of what does not. */
export interface PageTemplate {
  /** In UTF-8, one more than `slots`: encoding them takes longer than putting them together. */
  pieces: Buffer[]
  /** By number, the slot that stands after the piece of the same place. */
  slots: number[]
}

/**
 * Finds the slots of a page by what stands in them.
 * @param html the page of a probe, whose slots hold what stands nowhere else
 * @param slots what that probe has in each slot, as it stands in markup; empty where its shape has no such slot
 * @returns null where two slots hold the same, so that nobody can tell which is which
 */
export function cutTemplate(html: string, slots: readonly string[]): PageTemplate | null {
  const numbers = new Map(slots.map((text, number) => [text, number]))
  numbers.delete('')
  if (numbers.size !== slots.filter((text) => text !== '').length) return null
  // The longest first: an address holds the serial.
  const texts = [...numbers.keys()].sort((a, b) => b.length - a.length)
  const found = new RegExp(texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'g')
  const template: PageTemplate = { pieces: [], slots: [] }
  let from = 0
  for (const { 0: text, index } of html.matchAll(found)) {
    template.pieces.push(Buffer.from(html.slice(from, index)))
    template.slots.push(numbers.get(text) ?? 0)
    from = index + text.length
  }
  template.pieces.push(Buffer.from(html.slice(from)))
  return template
}

/** A character of a text takes so many bytes at most. */
const MOST_BYTES = 3

/** The page in UTF-8 with these texts, as they stand in markup, in its slots. */
export function fillTemplate({ pieces, slots }: PageTemplate, texts: readonly string[]): Uint8Array {
  let most = 0
  for (const piece of pieces) most += piece.length
  for (const slot of slots) most += (texts[slot]?.length ?? 0) * MOST_BYTES
  const page = Buffer.allocUnsafe(most)
  let end = 0
  for (let at = 0; at < pieces.length; at++) {
    end += (pieces[at] as Buffer).copy(page, end)
    const text = at < slots.length ? texts[slots[at] as number] : undefined
    if (text) end += page.write(text, end)
  }
  return page.subarray(0, end)
}

const MEANS_SOMETHING = /["&'<>]/
const ESCAPED: Record<string, string> = { '"': '&quot;', '&': '&amp;', "'": '&#x27;', '<': '&lt;', '>': '&gt;' }

/** A text as React writes it, between elements and in attributes alike. */
export function inMarkup(text: string): string {
  return MEANS_SOMETHING.test(text) ? text.replace(/["&'<>]/g, (character) => ESCAPED[character] ?? '') : text
}
