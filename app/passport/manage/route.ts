import { type ManageView, renderManaging } from '@/components/passport/render-passport-page'
import type { ServiceError } from '@/lib/errors'
import { VERDICT_PAGE_HEADERS } from '@/lib/http/answer/verdict-page-headers'
import { readForm } from '@/lib/http/desk/read-form'
import { requireOwnPage } from '@/lib/http/desk/require-own-page'
import { htmlResponse, type PageInput, pageEndpoint } from '@/lib/http/page-endpoint'
import { createTranslator } from '@/lib/i18n/translate'
import { site } from '../../site'
import { changePassport } from './change-passport'

/** The target of a holder's private link. The secret is in the fragment, so this page does not know it. */
export const GET = pageEndpoint(
  { group: 'passport', headers: VERDICT_PAGE_HEADERS },
  async ({ language }) => respond(200, language, { kind: 'link', problem: null }),
  renderFailure,
)

/** Opens and changes a passport. The secret comes in the body alone: it stands in no address, log or referrer. */
export const POST = pageEndpoint(
  { group: 'passport_management', headers: VERDICT_PAGE_HEADERS },
  async ({ request, language }) => {
    requireOwnPage(request)
    const view = await changePassport(await readForm(request))
    if (view === null) {
      const problem = createTranslator(language).t('passportLink.unknown')
      return respond(404, language, { kind: 'link', problem })
    }
    const refused = view.kind === 'open' && view.notice.kind === 'notConfirmed'
    return respond(refused ? 400 : 200, language, view)
  },
  renderFailure,
)

async function respond(status: number, language: PageInput['language'], view: ManageView): Promise<Response> {
  return htmlResponse(status, await renderManaging(createTranslator(language), site().host, view))
}

function renderFailure({ code, retryAfterSeconds: seconds = 5 }: ServiceError, { language }: PageInput) {
  const translator = createTranslator(language)
  const { t } = translator
  const problem = code === 'rate_limited' ? t('passportLink.tooMany', { seconds }) : t('passportLink.failed')
  return renderManaging(translator, site().host, { kind: 'link', problem })
}
