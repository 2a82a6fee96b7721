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
/** Those of numbers as they are, and of texts. */
const AS_IT_IS: readonly number[] = [0, 49]
/**
 * Those of days, in the countries too that have some of their own. Which country's it is no workbook says: 57 is a day in Japan, and in China a
 * year and a month, which are kept as their first day. So each of these shows the day wherever it is known.
 */
const DAYS: readonly number[] = [14, 15, 16, 22, 28, 29, 30, 31, 51, 54, 58, 71, 72, 73, 77, 81]
/** Stands for every form that shows a day. */
export const DAY_FORM = 'yyyy-mm-dd'
/** None that is known here, such as a sum of money or a fraction. */
const UNKNOWN = '?'
/** More than any program writes or takes (255): each is read for every style and every cell that it belongs to. */
const LONGEST_FORM = 1000

/**
 * The number formats of the styles of a workbook, by the place of the style; `DAY_FORM` where a number is shown as a day, null where as it is.
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
    if (own !== undefined) return formOf(own)
    if (AS_IT_IS.includes(id)) return null
    return DAYS.includes(id) ? DAY_FORM : (BUILT_IN.get(id) ?? UNKNOWN)
  })
}

function formOf(code: string): string | null {
  if (code.length > LONGEST_FORM) return UNKNOWN
  // The general form is called so in files of East Asia.
  if (/^(?:general|g\/\P{ASCII}+|@)?(?:;@)?$/iu.test(code.trim())) return null
  return isOfDays(code) ? DAY_FORM : code
}

/**
 * Whether it shows the day and the month of a date: Nov 2026 is kept as its first day, which nobody wrote and nobody sees, and so are a
 * year or a day of the week alone. Hours alone are no day either.
 */
function isOfDays(code: string): boolean {
  if (/\[[hms]+\]/i.test(code)) return false
  const bare = code
    .replace(/;@$/, '')
    .replace(/"[^"]*"|\\.|\[[^\]]*\]|[_*]./gsu, ' ')
    .replace(/(s)\.0+/gi, '$1')
  const isOfDates = (bare.match(/[a-z]+/gi) ?? []).every((word) => /^(?:[ymdhsegb]+|[ap]m?|a{3,5})$/i.test(word))
  return isOfDates && !/[0#?]/.test(bare) && /(?<!d)dd?(?!d)/i.test(bare) && /m/i.test(bare)
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
