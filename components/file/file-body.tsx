import { SerialForm } from '@/components/site/serial-form'
import { CheckFacts } from '@/components/verdict/check-facts'
import { DocumentFacts } from '@/components/verdict/document-facts'
import { Serial } from '@/components/verdict/serial'
import { verdictPath, type VerdictView, wasChecked } from '@/components/verdict/verdict-view'
import type { Translator } from '@/lib/i18n/translate'
import { namedSerials } from './file-banner'

interface Props {
  view: Extract<VerdictView, { kind: 'file_several' | 'file_unknown' | 'file_refused' }>
  translator: Translator
  checkedAt: Date
}

/** The part under the banner if a file leads to no single certificate: a way on by serial, and the facts. */
export function FileBody({ view, translator, checkedAt }: Props) {
  const { t } = translator
  return (
    <>
      {view.kind === 'file_several' ? (
        <>
          <section>
            <h2>{t('fileSeveral.serials')}</h2>
            <ul className="findings">
              {namedSerials(view.document).map((serial) => (
                <li key={serial}>
                  <a href={verdictPath(serial)}>
                    <Serial text={serial} />
                  </a>
                </li>
              ))}
            </ul>
          </section>
          <DocumentFacts document={view.document} translator={translator} />
        </>
      ) : (
        <section>
          <SerialForm translator={translator} origins={[new URL(view.address).origin, ...(view.formerOrigins ?? [])]} />
        </section>
      )}
      <section aria-label={t('details.check')}>
        <dl>
          <CheckFacts translator={translator} checkedAt={checkedAt} completed={wasChecked(view)} />
        </dl>
      </section>
    </>
  )
}
