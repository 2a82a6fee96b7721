import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js'
import { nameControls } from './docs/name-controls'
import { ownDescription } from './docs/own-description'
import { tryLayout } from './docs/try-layout'

const OPENAPI = '/api/openapi.json'

/**
 * Swagger UI over our own OpenAPI document, at our own address: it asks nobody else for anything, keeps no key, and sends
 * no cookie. The address of the page configures nothing of it.
 */
async function tryRequests(place: HTMLElement): Promise<void> {
  const response = await fetch(OPENAPI, { credentials: 'omit' })
  if (!response.ok) throw new Error(String(response.status))
  const { heading = '', search = '', body = '', close = '' } = place.dataset
  nameControls(place, { body, close })
  SwaggerUI({
    domNode: place,
    spec: ownDescription(await response.json(), location.origin),
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: -1,
    filter: true,
    persistAuthorization: false,
    queryConfigEnabled: false,
    requestSnippetsEnabled: false,
    syntaxHighlight: { activated: false },
    tryItOutEnabled: true,
    validatorUrl: null,
    requestInterceptor: (request) => ({ ...request, credentials: 'omit' }),
    plugins: [tryLayout({ heading, search })],
    layout: 'TryLayout',
  })
}

const place = document.querySelector<HTMLElement>('[data-try]')
if (place) {
  tryRequests(place).catch(() => {
    const status = document.querySelector<HTMLElement>('[data-try-status]')
    status?.replaceChildren(status.dataset.failed ?? '')
  })
}
