import type { FunctionComponent } from 'react'
import type { DeskViewer } from '@/components/desk/desk-viewer'
import { KeptPage } from '@/components/desk/kept-page'
import { RefusedPage } from '@/components/desk/refused-page'
import { renderPage } from '@/components/site/render-document'
import {
  type DeskConfig,
  deskEndpoint,
  type DeskInput,
  type DeskRefusals,
  type DeskVisit,
  openDeskEndpoint,
} from '@/lib/http/desk/desk-endpoint'
import type { RouteHandler } from '@/lib/http/endpoint'
import { htmlResponse } from '@/lib/http/page-endpoint'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { site } from '../site'

type Answer = Promise<Response> | Response

/** A page or form of the desk for a signed-in person. */
export function deskPage(handler: (input: DeskInput) => Answer, config: DeskConfig = {}): RouteHandler {
  return deskEndpoint(config, handler, REFUSALS)
}

/** One that is there before one is signed in. */
export function openDeskPage(
  handler: (visit: DeskVisit, person: DeskPerson | null) => Answer,
  config: DeskConfig = {},
): RouteHandler {
  return openDeskEndpoint(config, handler, REFUSALS)
}

/** Renders a page of the desk. */
export async function deskHtml<Props extends object>(
  page: FunctionComponent<Props>,
  props: Omit<Props, 'host'>,
  status = 200,
): Promise<Response> {
  return htmlResponse(status, await renderPage(page, { ...props, host: site().host } as unknown as Props))
}

/** The person as every page shows them. */
export function viewerOf(person: DeskPerson): DeskViewer {
  const { member, memberships } = person
  return {
    id: person.userId,
    name: person.name,
    issuer: member && { id: member.issuerId, name: member.issuerName, role: member.role },
    others: memberships
      .filter(({ issuerId }) => issuerId !== member?.issuerId)
      .map(({ issuerId, issuerName }) => ({ id: issuerId, name: issuerName })),
    hasChosenReading: person.preferences !== null,
    openReports: member?.openReports ?? 0,
    origins: ownOrigins(),
  }
}

const REFUSALS: DeskRefusals = {
  error({ code, message, details, forReader }, { kept, person }) {
    const { host } = site()
    const viewer = person && viewerOf(person)
    return renderPage(RefusedPage, { host, viewer, code, sentence: message, forReader, kept, where: details })
  },
  kept(first, kept, person) {
    // Whose second factor is missing is no more signed in than a stranger.
    const viewer = person && first === 'confirm' ? viewerOf(person) : null
    return renderPage(KeptPage, { host: site().host, viewer, first, kept })
  },
}
