import { inCell, withoutBackslashes, withoutCodes } from '@/lib/scan/address/decoded-words'

/** A character as pages of HTML name it, by its number or its name; with a bound, since strangers write them. */
const ENTITY = /&(?:#(\d{1,7})(?!\d);?|#x([0-9a-f]{1,6})(?![0-9a-f]);?|([a-z][a-z0-9]{1,30});)/gi
/** The same, encoded once more by each program on the way, however many there were: `&amp;amp;#45;`. */
const NESTED_ENTITY = /&(?:(?:amp|#0{0,5}38|#x0{0,4}26);)+(?=[#a-z])/gi
/** What may stand encoded in what was encoded otherwise. */
const MOST_ENCODINGS = 3

/**
 * What stands between the groups of a serial, in addresses and in names; in capitals too, since fields write so. `Rock&Sol;` is a name and
 * the end of a cell.
 */
const NAMED: Readonly<Record<string, number>> = {
  ...{
    amp: 0x26,
    lt: 0x3c,
    gt: 0x3e,
    quot: 0x22,
    apos: 0x27,
    num: 0x23,
    sol: 0x2f,
    bsol: 0x5c,
    colon: 0x3a,
    comma: 0x2c,
  },
  ...{ semi: 0x3b, period: 0x2e, lowbar: 0x5f, equals: 0x3d, quest: 0x3f, commat: 0x40, percnt: 0x25, lpar: 0x28 },
  ...{ rpar: 0x29, Tab: 0x09, NewLine: 0x0a, nbsp: 0xa0, shy: 0xad, ensp: 0x2002, emsp: 0x2003, numsp: 0x2007 },
  ...{ puncsp: 0x2008, thinsp: 0x2009, hairsp: 0x200a, ZeroWidthSpace: 0x200b, zwnj: 0x200c, zwj: 0x200d, lrm: 0x200e },
  ...{ rlm: 0x200f, hyphen: 0x2010, dash: 0x2010, ndash: 0x2013, mdash: 0x2014, horbar: 0x2015, minus: 0x2212 },
  ...{ NoBreak: 0x2060, lsquo: 0x2018, rsquo: 0x2019, ldquo: 0x201c, rdquo: 0x201d, laquo: 0xab, raquo: 0xbb },
  ...{ middot: 0xb7, bull: 0x2022, ordm: 0xba, ordf: 0xaa, deg: 0xb0, numero: 0x2116, szlig: 0xdf },
}
/** The letters of names: `&uuml;` is a `u` with the mark of `uml`. */
const MARKED = /^([a-z])(grave|acute|circ|tilde|uml|ring|cedil|caron|ogon|dot|macr|breve|dblac)$/i
const MARKS: Readonly<Record<string, string>> = {
  ...{
    grave: '\u0300',
    acute: '\u0301',
    circ: '\u0302',
    tilde: '\u0303',
    macr: '\u0304',
    breve: '\u0306',
    dot: '\u0307',
  },
  ...{ uml: '\u0308', ring: '\u030A', dblac: '\u030B', caron: '\u030C', cedil: '\u0327', ogon: '\u0328' },
}
const LETTERS: Readonly<Record<string, string>> = {
  ...{ oslash: 'ø', Oslash: 'Ø', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', lstrok: 'ł', Lstrok: 'Ł' },
  ...{ dstrok: 'đ', Dstrok: 'Đ', eth: 'ð', ETH: 'Ð', thorn: 'þ', THORN: 'Þ', inodot: 'ı', imath: 'ı' },
}

/**
 * Four groups of a serial with a dash between them as mails encode it (RFC 2045, 6.7), or as HTML does whose semicolons were lost, or a space
 * at which a link would end.
 */
const SOFT_END = String.raw`(?:=\r?\n)?`
const GROUP = `(?:[0-9A-Z]${SOFT_END}){4}`
const SPACE = String.raw`&(?:amp;){0,3}(?:nbsp|e[nm]sp|thinsp|#160|#xA0|#32|#x20);`

const ENCODED_DASH = `(?:-|=(?:2D|20|AD|A0|96|C2=A[0D]|E2=80=9[0-5]|E2=88=92)|&#(?:45|x2D)|${SPACE})${SOFT_END}`
const GROUPS = new RegExp(`(?:(?<![0-9A-Z])|(?<==3D))${GROUP}(?:${ENCODED_DASH}${GROUP}){3}(?![0-9A-Z])`, 'gi')
const DASHES = new RegExp(ENCODED_DASH, 'gi')

/**
 * A text as it reads once what programs made of its characters is taken back: HTML, percent signs, quoted-printable, Markdown, JSON. A serial of
 * ours would be another number otherwise (`7K3M&#45;9QXT…`), or none. No serial holds any of these marks, so that no other text changes. In
 * place of a mark that would part the cells of a list stands a wide one, which does not.
 */
export function decodedText(text: string): string {
  let plain = text
  if (/=|&#/.test(plain)) plain = plain.replace(GROUPS, withDashes)
  plain = withoutBackslashes(plain).replace(NESTED_ENTITY, '&')
  for (let count = 0; count < MOST_ENCODINGS && plain.includes('&'); count += 1)
    plain = plain.replace(ENTITY, character)
  return withoutCodes(plain)
}

const withDashes = (groups: string) => groups.replace(/=\r?\n/g, '').replace(DASHES, '-')

function character(whole: string, decimal?: string, hex?: string, name = ''): string {
  const [, letter, mark = ''] = MARKED.exec(name) ?? []
  if (letter !== undefined) return (letter + (MARKS[mark.toLowerCase()] ?? '')).normalize('NFC')
  const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : (NAMED[name] ?? inCapitals(name))
  if (point === undefined) return LETTERS[name] ?? whole
  const isOne = point > 0 && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff)
  return isOne ? inCell(String.fromCodePoint(point)) : whole
}

const inCapitals = (name: string) => (name === name.toUpperCase() ? NAMED[name.toLowerCase()] : undefined)
