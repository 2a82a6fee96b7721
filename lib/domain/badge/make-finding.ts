import type { BadgeErrorCode, BadgeFinding, BadgeWarningCode } from './finding'

const MAX_DETAIL = 200

/** Control, bidirectional, invisible and unassigned characters, which could make a message read as another. */
const UNSHOWABLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/**
 * A finding whose detail is fit to be shown, whatever a badge put in it.
 * @param path a JSON path as `jsonPath` makes it
 * @param detail what was found or expected, in English; cleaned and cut as `cleanDetail` says
 */
export function makeFinding<Code extends BadgeErrorCode | BadgeWarningCode>(
  code: Code,
  path = '$',
  detail: string | null = null,
): BadgeFinding<Code> {
  return { code, path, detail: detail === null ? null : cleanDetail(detail) }
}

/** The text without characters that mislead (each becomes `?`), at most 200 characters, the last `…` where it was cut. */
function cleanDetail(text: string): string {
  // Cut first: the text may be as long as the badge, and cleaning never makes it longer.
  const cut = text.slice(0, MAX_DETAIL)
  const clean = cut.replace(/\s/g, ' ').replace(UNSHOWABLE, '?')
  return text.length > MAX_DETAIL ? `${clean.slice(0, MAX_DETAIL - 1)}…` : clean
}
