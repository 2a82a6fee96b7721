import { renderDocument } from '@/components/site/render-document'
import type { ManagedPassport } from '@/lib/domain/passport/managed-passport'
import type { Translator } from '@/lib/i18n/translate'
import { PassportDeletedPage } from './passport-deleted-page'
import { PassportLinkPage } from './passport-link-page'
import { PassportLinkReplacedPage } from './passport-link-replaced-page'
import { type ManageNotice, PassportManagePage } from './passport-manage-page'
import { PassportPage } from './passport-page'
import type { PassportView } from './passport-view'

/** The public page of a passport, as a whole document; the caller chooses the status and the headers. */
export function renderPassport(translator: Translator, view: PassportView): Promise<string> {
  return renderDocument(<PassportPage translator={translator} view={view} />)
}

/** What the managing page says. */
export type ManageView =
  | { kind: 'link'; problem: string | null }
  | { kind: 'deleted' }
  /** The new private link, which nobody can show again. */
  | { kind: 'link_replaced'; link: string }
  | { kind: 'open'; token: string; passport: ManagedPassport; notice: ManageNotice }

/** The holder's page in one of its states, as a whole document. */
export function renderManaging(translator: Translator, host: string, view: ManageView): Promise<string> {
  const page = { translator, host }
  if (view.kind === 'link') return renderDocument(<PassportLinkPage {...page} problem={view.problem} />)
  if (view.kind === 'deleted') return renderDocument(<PassportDeletedPage {...page} />)
  if (view.kind === 'link_replaced') return renderDocument(<PassportLinkReplacedPage {...page} link={view.link} />)
  return renderDocument(<PassportManagePage {...page} {...view} />)
}
