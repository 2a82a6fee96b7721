import { createTranslator } from '@/lib/i18n/translate'
import { ContractText } from '../contract-text'
import { anchorOf } from '../docs-anchor'
import { DocsFrame, type DocsProps } from '../docs-frame'
import { groupPath } from '../docs-places'
import { EndpointSection } from '../endpoint-section'

/** The endpoints of one group. */
export function DocsGroupPage({ tag, ...props }: DocsProps & { tag: { name: string; description: string } }) {
  const translator = createTranslator('en')
  const { document } = props
  const opening = (
    <p className="plain">
      <ContractText text={tag.description} />
    </p>
  )
  const place = { path: groupPath(tag.name), name: anchorOf(tag.name), title: tag.name, heading: tag.name }
  return (
    <DocsFrame {...props} {...place} opening={opening}>
      {Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item)
          .filter(([, operation]) => operation.tags.includes(tag.name))
          .map(([method, operation]) => (
            <EndpointSection key={operation.operationId} {...{ translator, document, method, path, operation }} />
          )),
      )}
    </DocsFrame>
  )
}
