import { createTranslator } from '@/lib/i18n/translate'
import { DocsFrame, type DocsProps } from '../docs-frame'
import { OTHER_PAGES, type OtherPage, otherPath } from '../docs-places'
import { LimitsSection } from '../limits-section'
import { ObjectsSection } from '../objects-section'
import { RefusalsSection } from '../refusals-section'
import { WebhooksSection } from '../webhooks-section'

/** A page of the documentation that is about no group of endpoints. */
export function DocsOtherPage({ name, ...props }: DocsProps & { name: OtherPage }) {
  const translator = createTranslator('en')
  const title = translator.t(OTHER_PAGES[name])
  const given = { translator, document: props.document }
  return (
    <DocsFrame {...props} path={otherPath(name)} name={name} title={title} heading={title}>
      {name === 'objects' && <ObjectsSection {...given} />}
      {name === 'webhooks' && <WebhooksSection {...given} />}
      {name === 'errors' && (
        <>
          <RefusalsSection {...given} />
          <LimitsSection {...given} />
        </>
      )}
    </DocsFrame>
  )
}
