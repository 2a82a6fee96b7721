import type { MessageKey } from '@/lib/i18n/catalogues'
import type { Translator } from '@/lib/i18n/translate'
import { ALL_COLUMNS, type AskedColumn, type ListQuestion } from '@/lib/scan/list/columns-to-ask'

/** Which part of a list holds the names is asked on the device alone, where they stay. */
type Question = ListQuestion | 'names'

const WORDS: Record<Question, { heading: MessageKey; lead: MessageKey; all: MessageKey | null }> = {
  columns: { heading: 'many.columnHeading', lead: 'many.columnLead', all: 'many.allColumns' },
  kinds: { heading: 'many.kindHeading', lead: 'many.kindLead', all: 'many.allKinds' },
  digits: { heading: 'many.digitsHeading', lead: 'many.digitsLead', all: null },
  names: { heading: 'many.namesHeading', lead: 'many.namesLead', all: 'many.noNames' },
}

interface Props {
  translator: Translator
  /** Its place among the headings of the page. */
  level: 1 | 2
  question: Question
  columns: readonly { column: AskedColumn['column'] | ''; cells: string }[]
}

/** Asks which part of a list counts. Nothing is chosen beforehand: what is not meant may be the numbers of passports, or other people. */
export function SerialsColumn({ translator: { t }, level, question, columns }: Props) {
  const Heading = `h${level}` as const
  const { heading, lead, all } = WORDS[question]
  return (
    <>
      <fieldset className="serials-column">
        <legend>
          <Heading>{t(heading)}</Heading>
        </legend>
        <p>{t(lead)}</p>
        {columns.map(({ column, cells }) => (
          <label key={column}>
            <input type="radio" name="column" value={column} required />
            <span>
              <bdi translate="no">{cells}</bdi>
              {question === 'columns' && (
                <small>{t('many.column', { number: column === '' ? '{0}' : String(column + 1) })}</small>
              )}
            </span>
          </label>
        ))}
        {all !== null && (
          <label>
            <input type="radio" name="column" value={question === 'names' ? 'none' : ALL_COLUMNS} required />
            <span>{t(all)}</span>
          </label>
        )}
      </fieldset>
      <p className="form-end">
        <button type="submit" className="button primary">
          {t('many.submit')}
        </button>
      </p>
    </>
  )
}

/** The questions for the script of the page, which puts the columns or kinds of a list in the place of the one that they have. */
export function SerialsColumnTemplates({ translator }: { translator: Translator }) {
  return (['columns', 'kinds', 'digits', 'names'] as const).map((question) => (
    <template key={question} data-question={question}>
      <form className="opening">
        <SerialsColumn {...{ translator, question }} level={2} columns={[{ column: '', cells: '' }]} />
      </form>
    </template>
  ))
}
