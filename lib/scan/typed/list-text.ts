import { hasValidCheckCharacter, LIKE_DASHES } from '@/lib/domain/certificate/serial'
import { plainCharacters } from '@/lib/domain/typed/plain-characters'
import { decodedText } from './decoded-text'
import { withoutApiKeys } from './without-api-keys'

/** The marks of a quoted mail, before a line. */
const QUOTED = /^[ \t]*(?:>[ \t]?)+/gm
const DAY = String.raw`\p{Nd}{1,4}[./-]\p{Nd}{1,2}[./-]\p{Nd}{1,4}`
const TIME = String.raw`\p{Nd}{1,2}[:.]\p{Nd}{2}(?:[:.]\p{Nd}{2})?(?:\s?[\p{L}.]{1,5})?`
const WHEN = String.raw`${DAY}[,\u060C]?[ \u00A0\u202F]+${TIME}`
/** What a chat says before each message: when it was sent, and by whom, who is not the person that a certificate names. */
const CHAT = new RegExp(
  String.raw`^[ \u200E\u200F\u202A-\u202E]*(?:[[(]${WHEN}[\])]|${WHEN} [\u2013-])[ \u00A0]*[^:\r\n]{1,80}:(?=\s|$)[ \t]*`,
  'gmu',
)

/** Below the head of a table in Markdown, or between the rows of one that is drawn. */
const RULE = /^[\s|:+=_-]*$/

const LINE_END = /\r\n|[\n\r]/
/** What a dash may look like where a line ends or begins. */
const AT_END = new RegExp(`^[${LIKE_DASHES}]|[${LIKE_DASHES}]$`, 'g')
/** A piece of a line in which a serial begins or ends, in characters. */
const LONGEST_PIECE = 60
/** A serial has three places at which a narrow column breaks it. */
const MOST_BREAKS = 3
/** Wherever one may begin: the word before one may be as long as a group. */
const OWN = /(?<![0-9A-Z])(?=([0-9A-Z]{4}(?:-[0-9A-Z]{4}){3})(?![0-9A-Z]))/gi
const ENDS_OWN = /(?<![0-9A-Z])[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}-?$/i
const BEGINS_OWN = /^[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}(?![0-9A-Z])/i
/** Cheap to find: a dash at the end or the beginning of a line, or the begun group of a serial. */
const MAY_GO_ON =
  /(?:[\p{Dash}\u00AD\u2500\u2501\u30FC\uFF70\uFFFE]|[\p{Dash}][0-9A-Za-z\uFF10-\uFF5A\p{Nd}]{1,3})\s*$/u
const MAY_COME_FROM = /^\s*[\p{Dash}\u2500\u2501\u30FC\uFF70\uFFFE][^\s]/u

/**
 * A list as its lines are meant: without API keys, without what quoted mails and chats put before each line, and with every serial on one
 * line that a narrow column broke (`7K3M-9QXT-⏎2VBD-8RWN`). What merely stands below each other stays so.
 */
export function listText(given: string): string {
  const text = withoutApiKeys(decodedText(given)).replace(QUOTED, '').replace(CHAT, '')
  const lines = text.split(LINE_END).filter((line) => !(/[-=_]{3}/.test(line) && RULE.test(line)))
  const joined: string[] = []
  for (let at = 0; at < lines.length;) {
    const broken = lines.slice(at, at + 1 + breaksAt(lines, at))
    joined.push(broken.reduce((whole, line) => whole.trimEnd() + line.trimStart()))
    at += broken.length
  }
  return joined.join('\n')
}

/** After how many ends of lines a serial that begins in a line ends; 0 where none goes on. */
function breaksAt(lines: readonly string[], at: number): number {
  const [line = '', next] = [lines[at], lines[at + 1]]
  if (next === undefined || !(MAY_GO_ON.test(line) || MAY_COME_FROM.test(next))) return 0
  let written = pieceOf(line.slice(-LONGEST_PIECE))
  if (ENDS_OWN.test(written)) return 0
  const isDashed = written.endsWith('-')
  let isParted = true
  for (let breaks = 1; breaks <= MOST_BREAKS && at + breaks < lines.length; breaks += 1) {
    const from = written.length
    isParted &&= written.endsWith('-')
    const following = pieceOf((lines[at + breaks] ?? '').slice(0, LONGEST_PIECE))
    if (breaks === 1 && BEGINS_OWN.test(following)) return 0
    written += following
    const found = [...written.matchAll(OWN)].filter(
      ({ index, 1: one = '' }) => index < from && index + one.length > from,
    )
    if (found.some(({ 1: one = '' }) => isParted || hasValidCheckCharacter(one))) return breaks
    if (!/^[0-9A-Z-]{1,14}$/i.test(following)) break
  }
  // A number of an issuer ends with no dash.
  return isDashed && /[0-9A-Za-z]-$/.test(line.trimEnd()) && /^\s*[0-9A-Za-z]/.test(next) ? 1 : 0
}

/** In plain characters, with no space around its dashes. */
const pieceOf = (text: string) =>
  plainCharacters(text.trim().replace(AT_END, '-'), LONGEST_PIECE).replace(/ ?- ?/g, '-').trim()
