import { DOCUMENTATION } from '@/components/site/site-links'
import type { OpenApiDocument } from '@/lib/contract/openapi/openapi-document'
import type { MessageKey } from '@/lib/i18n/catalogues'
import { anchorOf } from './docs-anchor'

/** Where the documentation is searched. */
export const DOCS_SEARCH = `${DOCUMENTATION}/search`
/** Where requests are tried out. */
export const DOCS_TRY = `${DOCUMENTATION}/try`
/** The pages beside the first one that are about no group of endpoints, by the last part of their address. */
export const OTHER_PAGES = { objects: 'docs.objects', webhooks: 'docs.webhooks', errors: 'docs.errors' } as const
export type OtherPage = keyof typeof OTHER_PAGES

/** A page of the documentation as links name it. */
export interface DocsPlace {
  /** The last part of the address; empty for the first page. */
  name: string
  path: string
  /** A key of the catalogue, or the name of a group, which the contract has. */
  title: { key: MessageKey } | { text: string }
}

/** Every page of the documentation, in the order in which they are read. */
export function docsPlaces(document: OpenApiDocument): DocsPlace[] {
  return [
    { name: '', path: DOCUMENTATION, title: { key: 'docs.overview' } },
    ...document.tags.map(({ name }) => ({ name: anchorOf(name), path: groupPath(name), title: { text: name } })),
    ...Object.entries(OTHER_PAGES).map(([name, key]) => ({ name, path: otherPath(name as OtherPage), title: { key } })),
  ]
}

/** The address of a group of endpoints. */
export const groupPath = (tag: string) => `${DOCUMENTATION}/${anchorOf(tag)}`

/** The address of a page that is about no group. */
export const otherPath = (name: OtherPage) => `${DOCUMENTATION}/${name}`

/** The address of an endpoint. */
export function endpointPath({ tags, operationId }: { tags: readonly string[]; operationId: string }): string {
  return `${groupPath(tags[0] ?? '')}#${operationId}`
}

/** The address of an object’s fields. */
export const objectPath = (name: string) => `${otherPath('objects')}#${name}`

/** The address at which Swagger UI opens with an endpoint unfolded (its “deep linking”). */
export function tryPath({ tags, operationId }: { tags: readonly string[]; operationId: string }): string {
  return `${DOCS_TRY}#/${encodeURIComponent(tags[0] ?? '')}/${operationId}`
}
