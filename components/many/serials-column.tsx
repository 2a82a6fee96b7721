import type { Translator } from '@/lib/i18n/translate'
import { ALL_COLUMNS, type AskedColumn } from '@/lib/scan/list/columns-to-ask'

interface Props {
  translator: Translator
  /** Its place among the headings of the page. */
  level: 1 | 2
  /** As they are numbered for people. */
  columns: readonly { column: AskedColumn['column'] | ''; number: string; cells: string }[]
}

/** Asks which column of a list counts. Nothing is chosen beforehand: what is not meant may be the numbers of passports. */
export function SerialsColumn({ translator: { t }, level, columns }: Props) {
  const Heading = `h${level}` as const
  return (
    <>
      <fieldset className="serials-column">
        <legend>
          <Heading>{t('many.columnHeading')}</Heading>
        </legend>
        <p>{t('many.columnLead')}</p>
        {columns.map(({ column, number, cells }) => (
          <label key={column}>
            <input type="radio" name="column" value={column} required />
            <span>
              <bdi translate="no">{cells}</bdi>
              <small>{t('many.column', { number })}</small>
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="column" value={ALL_COLUMNS} required />
          <span>{t('many.allColumns')}</span>
        </label>
      </fieldset>
      <p className="form-end">
        <button type="submit" className="button primary">
          {t('many.submit')}
        </button>
      </p>
    </>
  )
}

/** The question for the script of the page, which puts the columns of a list in the place of the one that it has. */
export function SerialsColumnTemplate({ translator }: { translator: Translator }) {
  return (
    <template data-column-question>
      <form className="opening">
        <SerialsColumn translator={translator} level={2} columns={[{ column: '', number: '{0}', cells: '' }]} />
      </form>
    </template>
  )
}
