import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { Translator } from '@/lib/i18n/translate'
import { fieldsOf, namedObjects } from './fields'
import { FieldsTable } from './fields-table'

/** Objects that several answers hold, each with its fields. */
export function ObjectsSection({ translator, document }: { translator: Translator; document: OpenApiDocument }) {
  return (
    <section>
      <p className="plain">{translator.t('docs.objectsLead')}</p>
      {namedObjects(document).map((name) => (
        <article key={name} className="object" aria-labelledby={name}>
          <h2 id={name} translate="no">
            {name}
          </h2>
          <FieldsTable
            translator={translator}
            caption={name}
            fields={fieldsOf({ $ref: `#/components/schemas/${name}` }, document)}
          />
        </article>
      ))}
    </section>
  )
}
