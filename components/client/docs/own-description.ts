/** As much of an OpenAPI document as is changed here. */
interface Description {
  servers?: { url: string }[]
}

/**
 * The OpenAPI document with this page's own address in place of the one that it names, so that requests go where the page
 * came from, and nowhere else, also where the service is reached under another name.
 */
export function ownDescription(document: unknown, origin: string): object {
  return { ...(document as Description), servers: [{ url: origin }] }
}
