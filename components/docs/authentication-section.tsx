import { Message } from '@/components/site/message'
import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { Translator } from '@/lib/i18n/translate'
import { ContractText } from './contract-text'

interface Props {
  translator: Translator
  document: OpenApiDocument
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
