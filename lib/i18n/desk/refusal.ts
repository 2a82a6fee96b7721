import { DESK_ENGLISH, type DeskKey } from './catalogues'
import { deskList, deskText } from './text'

/**
 * The sentences that services refuse a table or a row with, as they write them for commands and programs, and the message that says the
 * same to a reader. What is written here in brackets is a value of the message.
 */
export const REFUSALS: readonly (readonly [DeskKey, string])[] = [
  ['refusal.missing', '<column> is missing'],
  ['refusal.fieldMissing', '<field> is missing'],
  ['refusal.tooLong', '<column> has <length> characters; at most <most> are allowed'],
  [
    'refusal.undrawable',
    '<column> holds "<character>" (<code>) at position <position>, which none of the certificate\'s fonts can draw',
  ],
  ['refusal.forbidden', '<column> holds <kind> (<code>) at position <position>'],
  ['refusal.date', '<column> must be a real date such as 2026-03-14, in the years <first> to <last><hint>'],
  [
    'refusal.time',
    '<column> must be a real date (2026-03-14) or a time with its zone (2026-03-14T09:30:00Z, 2026-03-14T09:30:00+02:00), in the years <first> to <last><hint>',
  ],
  ['refusal.future', '<column> lies in the future'],
  ['refusal.past', '<column> must lie in the future: a correction is issued now.'],
  ['refusal.period', 'expires_at is not after issued_at'],
  ['refusal.language', '<column> is not one of <codes>'],
  ['refusal.email', '<column> is not an e-mail address'],
  ['ownWords.tooLong', '<field> has <length> characters; at most <most> are allowed'],
  ['ownWords.unseen', '<field> holds <kind> (<code>) at position <position>'],
  ['mailSettings.badAddress', 'This is not an e-mail address.'],
  ['refusal.worksHere', 'This person works here already. Change their role instead.'],
  ['refusal.presentPassword', 'The current password is not right.'],
  ['refusal.passwordShort', 'A password needs <count> characters at least. A short sentence is a good one.'],
  ['refusal.passwordLong', 'A password has <count> characters at most.'],
  ['refusal.passwordRepeats', 'This password repeats a few characters. Choose another.'],
  ['refusal.passwordEasy', 'This password is easy to guess. Choose another.'],
  ['refusal.passkeyRefused', 'This passkey could not be registered. Load the page again and retry.'],
  ['refusal.passkeyRefused', 'This passkey is for another <field>.'],
  ['refusal.passkeyTwice', 'This passkey is registered already. Choose another.'],
  ['refusal.passkeyLast', 'This passkey is your only way in. Add another one first.'],
  ['refusal.cells', 'the row has <count> where the header has <columns>'],
  ['refusal.repeated', 'already issued as <serial> on <day>'],
  ['refusal.erased', 'already issued, and erased since'],
  ['refusal.serialOwn', 'serial is already that of <serial>'],
  ['refusal.serialTaken', 'serial is not available'],
  ['refusal.serialTwice', 'serial stands in the file more than once (first on line <line>)'],
  [
    'refusal.serialShape',
    'serial must be 4 to 64 letters A-Z or digits, with single hyphens, slashes, dots or underscores between them',
  ],
  ['refusal.serialWord', 'serial holds the reserved word "<word>"'],
  ['refusal.serialUuid', 'serial has the shape of a UUID, which names a certificate by its id'],
  [
    'refusal.serialService',
    "serial has the shape of the service's own serials (16 characters), which an issuer cannot bring",
  ],
  [
    'refusal.consecutive',
    'The serials in this file are consecutive, so anyone could read the names one by one. Leave the serial column out, or allow this with --guessable-serials.',
  ],
  ['refusal.notTheNumber', 'The number does not match. Type how many certificates the page shows.'],
  ['refusal.tooManyChosen', 'These are more than <most> certificates. Choose fewer.'],
  ['refusal.withdrawalWaits', 'The withdrawal of this certificate waits for a second owner already.'],
  ['refusal.withdrawn', 'This certificate is withdrawn, and a withdrawn certificate stays withdrawn.'],
  ['refusal.replaced', 'This certificate was replaced by a correction. The current one is <serial>.'],
  ['refusal.failsCheck', 'This certificate fails its check. Nothing can be built on it. Tell the operator.'],
  [
    'refusal.changedMany',
    '<count> certificates were corrected or withdrawn here within an hour. Nothing was changed. Wait until an hour has passed, or ask the operator of this service, whose command does not wait.',
  ],
  ['refusal.chooseWithdrawal', 'Choose at least one withdrawal.'],
  ['refusal.decidedMeanwhile', 'It was decided meanwhile.'],
  ['refusal.askedYourself', 'You asked for it yourself: another owner must approve it.'],
  [
    'refusal.newOwner',
    'You became an owner here, or set up signing in again, less than 24 hours ago: another owner must approve it, or you after that.',
  ],
  ['refusal.onlyOwner', 'This is the only owner. Make someone else an owner first.'],
  ['refusal.changesNothing', 'The correction changes nothing.'],
  ['refusal.reportClosed', 'This report is closed already.'],
  ['refusal.resetElsewhere', 'This person also works elsewhere. Ask the operator of this service for the link.'],
  ['refusal.resetOwner', 'This person is an owner. Ask the operator of this service for the link.'],
  [
    'refusal.lookAgain',
    'A design, the name or the domain of your organization was changed meanwhile. Look at the certificates again.',
  ],
  ['refusal.addressesDiffer', 'These certificates did not all come with the same address: hand the links over.'],
  ['refusal.columnsFirst', 'Say first what the columns of this table are.'],
  ['refusal.signsInHere', 'This person signs in here already. Sign in to accept it.'],
  ['refusal.tooManyRows', 'The file has more than <count> rows. Split it, and send one part after another.'],
  ['refusal.encoding', 'The file is not UTF-8. Save it as CSV UTF-8 and try again.'],
  ['refusal.empty', 'The table is empty: its first line must name the columns.'],
  ['refusal.empty', 'The file is empty: its first line must name the columns.'],
  ['refusal.noTable', 'This is no table. Send a workbook (XLSX) or a CSV file, or paste the rows.'],
  ['refusal.oldWorkbook', 'This is a workbook of an old or protected kind. Save it as XLSX without a password.'],
  [
    'refusal.tooManyRows',
    'The workbook cannot be read: it has more than <count> rows. Save the sheet as CSV, and send that.',
  ],
  ['refusal.workbook', 'The workbook cannot be read: <detail>. Save the sheet as CSV, and send that.'],
  ['refusal.quote', 'The table cannot be read: a quote is opened and never closed, or stands inside a cell.'],
  ['refusal.quote', 'Line <line>: a quote <rest>.'],
  ['refusal.quote', 'Line <line>: text follows a closing quote<rest>.'],
  ['refusal.noFile', 'Choose a file that is not empty.'],
  ['refusal.suspended', '<issuer> is suspended: it can neither issue nor correct certificates.'],
  ['refusal.running', 'Another run is issuing from a file for this issuer. Wait for it to end.'],
]

/** A column of an issue file in the place of a value. */
const COLUMNS = ['full_name', 'registration_number', 'event_title', 'achievement', 'event_date', 'issued_at'].concat([
  ...['expires_at', 'serial', 'email', 'language'],
])

const NUMBERS = ['first', 'last', 'length', 'most', 'position', 'line']
/** How a time is written; a message says it as it is, whatever its language makes of a colon. */
const TIME = '2026-03-14T09:30:00Z'

const READERS = REFUSALS.map(([key, sentence]) => ({ key, pattern: patternOf(sentence) }))

function patternOf(sentence: string): RegExp {
  const parts = sentence.split(/<(\w+)>/)
  const source = parts.map((part, at) => {
    if (at % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (part === 'column') return `(?<column>${COLUMNS.join('|')}|“[^”]+”)`
    if (NUMBERS.includes(part)) return `(?<${part}>\\d+)`
    return `(?<${part}>${part === 'hint' || part === 'rest' ? '.*' : '.+?'})`
  })
  return new RegExp(`^${source.join('')}$`, 's')
}

/** Reasons of a row stand one after another; each begins with its column, or is about the row. */
const NEXT_REASON = new RegExp(`; (?=(?:${COLUMNS.join('|')}|the row|already) )`)

/** What a service refused with, for a reader. */
interface Refusal {
  text: string
  /** `en` where nobody has translated it. */
  lang: 'en' | undefined
}

/** Says what a service refused a table or a row with in the reader's language; a sentence that is not known stays as it is. */
export function deskRefusal(sentence: string): Refusal {
  const said = sentence.split(NEXT_REASON).map(oneRefusal)
  const isKnown = said.every((one) => one !== null)
  return isKnown ? { text: said.join(' '), lang: undefined } : { text: sentence, lang: 'en' }
}

function oneRefusal(reason: string): string | null {
  for (const { key, pattern } of READERS) {
    const found = pattern.exec(reason)
    if (!found) continue
    const { column, ...values } = found.groups ?? {}
    const codes = deskList((values.codes ?? '').split(', '), 'disjunction')
    return deskText(key, { ...values, codes, column: columnName(column ?? ''), time: TIME })
  }
  return null
}

/** A column of a file by its name; a field of a form stands there by its label, in quotation marks. */
function columnName(column: string): string {
  const label: string = `column.${column}`
  return Object.hasOwn(DESK_ENGLISH, label) ? deskText(label as DeskKey) : column.replace(/^“|”$/g, '')
}
