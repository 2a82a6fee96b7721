/** The codes of one character in UTF-8 (RFC 3629, section 4). */
const CHARACTER = new RegExp(
  [
    '%[0-7]H',
    '%(?:C[2-9A-F]|DH)T',
    '%E0%[AB]HT',
    '%E(?:[1-9A-C]|E|F)TT',
    '%ED%[89]HT',
    '%F0%[9AB]HTT',
    '%F[1-3]TTT',
    '%F4%8HTT',
  ]
    .join('|')
    .replaceAll('T', '%[89AB]H')
    .replaceAll('H', '[0-9A-F]'),
  'gi',
)

/**
 * A text without its percent signs, as `decodeURIComponent` reads it; null where one of them begins no character. That is found out
 * first: to throw takes a hundred times as long as to decode, and a text of nothing but such signs kept a process for seconds.
 */
export function decodePercents(text: string): string | null {
  if (!text.includes('%')) return text
  return text.replace(CHARACTER, '').includes('%') ? null : decodeURIComponent(text)
}
