import type { OpenApiDocument } from '@/lib/contract/openapi-document'
import type { Translator } from '@/lib/i18n/translate'
import { Message } from '../message'
import { ContractText } from './contract-text'

interface Props {
  translator: Translator
  document: OpenApiDocument
}

/** What holds for every endpoint (interface.md part 1). */
export function BasicsSection({ translator, document }: Props) {
  const { t } = translator
  const address = (
    <code dir="ltr" translate="no">
      {document.servers[0]?.url}
    </code>
  )
  const codes = { success: <code>success</code>, error: <code>error</code> }
  return (
    <section aria-labelledby="basics">
      <h2 id="basics">{t('docs.basics')}</h2>
      <ul className="points">
        <li>
          <Message translator={translator} id="docs.basics.address" values={{ address }} />
        </li>
        <li>
          <Message translator={translator} id="docs.basics.json" values={codes} />
        </li>
        <li>{t('docs.basics.moment')}</li>
        <li>{t('docs.basics.person')}</li>
        <li>{t('docs.basics.times')}</li>
        <li>{t('docs.basics.fields')}</li>
        <li>{t('docs.basics.cors')}</li>
        <li>{t('docs.basics.head')}</li>
      </ul>
    </section>
  )
}

/** How the issuer interface knows who asks (interface.md part 5). */
export function AuthenticationSection({ translator, document }: Props) {
  const { t } = translator
  const { bearerFormat, description } = document.components.securitySchemes.issuerKey ?? {}
  const header = <code dir="ltr">Authorization: Bearer {bearerFormat}</code>
  return (
    <section aria-labelledby="authentication">
      <h2 id="authentication">{t('docs.authentication')}</h2>
      <ul className="points">
        <li>{t('docs.auth.public')}</li>
        <li>
          <Message translator={translator} id="docs.auth.header" values={{ header }} />
        </li>
        <li>
          <ContractText text={description ?? ''} />
        </li>
        <li>{t('docs.auth.lost')}</li>
        <li>{t('docs.auth.revoked')}</li>
      </ul>
    </section>
  )
}
