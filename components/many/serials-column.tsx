import type { Translator } from '@/lib/i18n/translate'
import { ALL_COLUMNS, type AskedColumn } from '@/lib/scan/list/columns-to-ask'

interface Props {
  translator: Translator
  /** Its place among the headings of the page. */
  level: 1 | 2
  /** As they are numbered for people; kinds of numbers in one column are not. */
  columns: readonly { column: AskedColumn['column'] | ''; number: string | null; cells: string }[]
}

/** Asks which column of a list counts. Nothing is chosen beforehand: what is not meant may be the numbers of passports. */
export function SerialsColumn({ translator: { t }, level, columns }: Props) {
  const Heading = `h${level}` as const
  const ofKinds = columns.some(({ number }) => number === null)
  return (
    <>
      <fieldset className="serials-column">
        <legend>
          <Heading>{t(ofKinds ? 'many.kindHeading' : 'many.columnHeading')}</Heading>
        </legend>
        <p>{t(ofKinds ? 'many.kindLead' : 'many.columnLead')}</p>
        {columns.map(({ column, number, cells }) => (
          <label key={column}>
            <input type="radio" name="column" value={column} required />
            <span>
              <bdi translate="no">{cells}</bdi>
              {number !== null && <small>{t('many.column', { number })}</small>}
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="column" value={ALL_COLUMNS} required />
          <span>{t(ofKinds ? 'many.allKinds' : 'many.allColumns')}</span>
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

/** The questions for the script of the page, which puts the columns or kinds of a list in the place of the one that they have. */
export function SerialsColumnTemplates({ translator }: { translator: Translator }) {
  return ['{0}', null].map((number) => (
    <template key={number} {...{ [number === null ? 'data-kind-question' : 'data-column-question']: '' }}>
      <form className="opening">
        <SerialsColumn translator={translator} level={2} columns={[{ column: '', number, cells: '' }]} />
      </form>
    </template>
  ))
}
