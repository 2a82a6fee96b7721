import { renderDocument } from '@/components/site/render-document'
import type { Translator } from '@/lib/i18n/translate'
import { IssuerPage } from './issuer-page'
import type { DirectoryOutcome, IssuerOutcome, PageAddress } from './issuer-view'
import { IssuersPage } from './issuers-page'

/** A page of the directory, as a whole document; the caller chooses the status and the headers. */
export function renderDirectory(translator: Translator, view: DirectoryOutcome & PageAddress): Promise<string> {
  return renderDocument(<IssuersPage translator={translator} view={view} />)
}

/** An issuer's page, as a whole document. */
export function renderIssuer(translator: Translator, view: IssuerOutcome & PageAddress): Promise<string> {
  return renderDocument(<IssuerPage translator={translator} view={view} />)
}
