import type { PageWords } from '@/components/client/rows/list-words'
import { OUTCOME_WORDS } from '@/components/verdict/outcome-words'
import type { Tone } from '@/components/verdict/verdict-view'
import type { UnknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { NAME_REASONS } from '@/lib/domain/names/name-reason'
import type { MessageKey } from '@/lib/i18n/catalogues'
import { findLanguage } from '@/lib/i18n/languages'
import type { Translator } from '@/lib/i18n/translate'
import { NOT_FOUND } from '@/lib/i18n/unknown-serial-heading'
import { MOST_ROWS } from '@/lib/scan/list/serial-row'
import { BAD_CORRECTIONS } from './replaced-by'

const KINDS: readonly UnknownSerial['kind'][] = ['own', 'number', 'mistyped', 'missing', 'extra', 'nothing']

/** What the script of the list says, in the language of the page. */
export function listPageWords({ t, language }: Translator): PageWords {
  const words = (tone: Tone, key: MessageKey) => ({ tone, heading: t(key) })
  const outcomes = Object.entries(OUTCOME_WORDS).map(([status, { tone, heading }]) => [status, words(tone, heading)])
  const unknown = KINDS.map((kind) => [kind, words(kind === 'own' ? 'stop' : 'unknown', NOT_FOUND[kind])])
  return {
    heads: {
      serial: t('field.serial'),
      file: t('many.fileName'),
      result: t('many.verdict'),
      name: t('field.name'),
      expected: t('many.expected'),
      comparison: t('many.comparison'),
      replacedBy: t('many.replacedBy'),
      issued: t('field.issued'),
      expires: t('field.expires'),
      issuer: t('field.issuer'),
      checked: t('field.checked'),
      looked: t('many.looked'),
      notes: t('many.notes'),
    },
    outcomes: {
      ...(Object.fromEntries(outcomes) as Omit<PageWords['outcomes'], 'undetermined'>),
      undetermined: words('unknown', 'couldNotCheck.heading'),
    },
    corrections: Object.fromEntries(BAD_CORRECTIONS.map((status) => [status, t(`correction.${status}`)])),
    unknown: Object.fromEntries(unknown) as PageWords['unknown'],
    forAnother: words('unknown', 'many.forAnother'),
    problems: {
      no_serial: t('many.problem.noSerial'),
      elsewhere: t('typed.elsewhere'),
      not_issued: t('many.problem.notIssued'),
      no_code: t('many.problem.noCode'),
      not_scanned: t('couldNotCheck.heading'),
      badge: t('wrongBox.badge'),
      receipt: t('wrongBox.receipt'),
      unread: t('many.problem.unread'),
      none: t('many.problem.none'),
      empty: t('many.problem.empty'),
      too_large: t('many.problem.tooLarge'),
      packed: t('many.problem.packed'),
      sheet: t('many.problem.sheet'),
      picture: t('many.problem.picture'),
      other: t('many.problem.other'),
    },
    comparison: {
      same: t('many.compare.same'),
      likely_same: t('many.compare.likely'),
      different: t('many.compare.different'),
    },
    reasons: Object.fromEntries(
      NAME_REASONS.map((reason) => [reason, t(`compare.reason.${reason}`)]),
    ) as PageWords['reasons'],
    states: {
      idle: '',
      running: t('many.state.running'),
      waiting: t('many.state.waiting'),
      paused: t('many.state.paused'),
      unreachable: t('many.state.unreachable'),
      refused: t('many.state.refused'),
      done: t('many.state.done'),
    },
    none: t('many.none'),
    reading: t('many.reading'),
    tooMany: t('many.tooManyRows', { most: MOST_ROWS }),
    replaceAsk: t('many.replaceAsk'),
    deleteAsk: t('many.deleteAsk'),
    checkedAt: t('stale.heading', { moment: '{0}' }),
    old: t('many.old', { 0: '{0}' }),
    beside: t('many.beside', { words: '{0}' }),
    same: t('many.sameSerial', { row: '{0}', other: '{1}' }),
    locale: findLanguage(language)?.locale ?? language,
    moment: t('moment', { time: '{0}', date: '{1}' }),
    dates: [t('many.issuedOn', { date: '{0}' }), t('many.issuedUntil', { date: '{0}', until: '{1}' })],
    sources: {
      compared: t('many.namesCompared'),
      noNames: t('many.noNames'),
      uncompared: t('many.uncompared'),
      removed: t('many.namesRemoved'),
      left: t('many.sheetsLeft', { names: '{0}' }),
      taken: t('many.sheetsTaken', { names: '{0}' }),
    },
    pause: t('many.pause'),
    resume: t('many.resume'),
    rows: t('many.rowsShown', { from: '{0}', to: '{1}', total: '{2}' }),
    lead: t('many.listLead', { most: MOST_ROWS }),
    hint: t('many.listHint'),
    file: t('many.listFiles'),
  }
}
