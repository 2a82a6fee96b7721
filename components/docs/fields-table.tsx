import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'
import { DataTable } from './data-table'
import { objectPath } from './docs-places'
import type { FieldRow } from './fields'

interface Props {
  translator: Translator
  caption: string
  fields: FieldRow[]
}

/** Every field of an object: name, type, and what it means. */
export function FieldsTable({ translator: { t }, caption, fields }: Props) {
  return (
    <DataTable
      caption={caption}
      columns={[t('docs.field'), t('docs.type'), t('docs.meaning')]}
      rows={fields.map(({ name, type, required, description }) => ({
        key: name,
        cells: [
          <code key="name">{name}</code>,
          <span key="type" className="type" translate="no" lang="en" dir="ltr">
            {type.map(({ text, object }, at) =>
              object ? (
                <a key={at} href={objectPath(object)}>
                  {text}
                </a>
              ) : (
                text
              ),
            )}
          </span>,
          <div key="meaning">
            {!required && <em className="optional">{t('docs.optional')} </em>}
            <ContractText text={description} />
          </div>,
        ],
      }))}
    />
  )
}
