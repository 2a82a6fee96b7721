/** The formats that every program knows without being told (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: ReadonlyMap<number, string> = new Map([
  ...([
    [1, '0'],
    [2, '0.00'],
    [3, '#,##0'],
    [4, '#,##0.00'],
    [9, '0%'],
    [10, '0.00%'],
  ] as const),
])
/** Those of numbers as they are, of texts, and of days in the countries that have some of their own; not those of times or months alone. */
const OTHERS = [
  [0, 0],
  [14, 16],
  [22, 22],
  [27, 36],
  [49, 58],
  [71, 81],
] as const
/** None that is known here, such as a sum of money or a fraction. */
const UNKNOWN = '?'

/**
 * The number formats of the styles of a workbook, by the place of the style; null where a number is shown as it is, or as a day.
 * @param xml the part of the workbook with its styles
 */
export function numberFormats(xml: string): (string | null)[] {
  const custom = new Map<number, string>()
  for (const [tag] of xml.matchAll(/<(?:[\w.-]{1,40}:)?numFmt\s(?:"[^"<]*"|'[^'<]*'|[^<>"'])*>/g))
    custom.set(Number(tagAttribute(tag, 'numFmtId')), tagAttribute(tag, 'formatCode') ?? UNKNOWN)
  const [, from = ''] = xml.split(/<(?:[\w.-]{1,40}:)?cellXfs[\s>]/, 2)
  const [cells = ''] = from.split(/<\/(?:[\w.-]{1,40}:)?cellXfs\s*>/, 1)
  return [...cells.matchAll(/<(?:[\w.-]{1,40}:)?xf[\s/][^<>]*>/g)].map(([tag]) => {
    const id = Number(tagAttribute(tag, 'numFmtId') ?? 0)
    const own = custom.get(id)
    const isOther = own === undefined && OTHERS.some(([first, last]) => id >= first && id <= last)
    const code = own ?? BUILT_IN.get(id) ?? UNKNOWN
    return isOther || isPlain(code) ? null : code
  })
}

/** Whether it shows a number as it is, or as a day: those are read elsewhere. Hours alone are no day, with a text around it it is not as it is. */
function isPlain(code: string): boolean {
  if (/^(?:general|@)?(?:;@)?$/i.test(code.trim())) return true
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./gsu, '')
  if (/general/i.test(bare) || /\[[hms]+\]/i.test(code)) return false
  if (/[hs]/i.test(bare) && !/[yd]/i.test(bare)) return false
  // Nov 2026 is kept as its first day, which nobody wrote and nobody sees.
  if (/[ym]/i.test(bare) && !/[d0#?]/i.test(bare)) return false
  return /[ymdhs]/i.test(bare) || (/[geb]/i.test(bare) && !/[0#?]/.test(bare))
}

/** An attribute of a tag, without what XML writes otherwise. */
export function tagAttribute(tag: string, name: string): string | undefined {
  const [, , value] = new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(tag) ?? []
  return value
    ?.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (_, hex: string | undefined, decimal: string) =>
      String.fromCodePoint(Math.min(hex === undefined ? Number(decimal) : parseInt(hex, 16), 0x10ffff)),
    )
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
