import type { RouteRow, RouteRows } from '../probe'

/** Every answer of the desk is kept, framed and listed by nobody. */
const DESK = { 'x-frame-options': 'DENY', 'x-robots-tag': 'noindex, nofollow, noarchive' }
/** Who is not signed in is sent there, and comes back. */
const SIGN_IN = {
  status: 303,
  type: '',
  has: { ...DESK, location: /^\/dashboard\/(sign-in(\?next=%2Fdashboard|$)|confirm$)/ },
}
/** A form that no page of ours sent. */
const REFUSED = { status: 403, has: DESK }
const OPEN = { has: DESK }

const page: RouteRow = { GET: SIGN_IN }
const form: RouteRow = { POST: REFUSED }
const pageWithForm: RouteRow = { GET: SIGN_IN, POST: REFUSED }
const openPageWithForm: RouteRow = { GET: OPEN, POST: REFUSED }

/** Every route of the desk, as it is for who is not signed in. */
export const DESK_ROUTES: RouteRows = {
  '/dashboard': page,
  '/dashboard/:rest+': {
    GET: { ...SIGN_IN, to: '/dashboard/nothing' },
    POST: { ...REFUSED, to: '/dashboard/nothing' },
  },
  '/dashboard/account': pageWithForm,
  '/dashboard/account/passkeys': pageWithForm,
  '/dashboard/account/password': pageWithForm,
  '/dashboard/account/reading': pageWithForm,
  '/dashboard/activity': page,
  '/dashboard/activity/export': page,
  '/dashboard/approvals': pageWithForm,
  '/dashboard/batches': page,
  '/dashboard/batches/:batch': page,
  '/dashboard/batches/:batch/files': page,
  '/dashboard/batches/:batch/links': page,
  '/dashboard/batches/:batch/mail': pageWithForm,
  '/dashboard/batches/:batch/refused': page,
  '/dashboard/batches/:batch/workbook': page,
  '/dashboard/certificates': page,
  '/dashboard/certificates/:ref': page,
  '/dashboard/certificates/:ref/correct': pageWithForm,
  '/dashboard/certificates/:ref/correct/done': page,
  '/dashboard/certificates/:ref/passport': pageWithForm,
  '/dashboard/certificates/:ref/passport/made': page,
  '/dashboard/certificates/:ref/withdraw': pageWithForm,
  '/dashboard/certificates/:ref/withdraw/back': pageWithForm,
  '/dashboard/certificates/:ref/withdraw/done': page,
  '/dashboard/confirm': pageWithForm,
  '/dashboard/confirm/passkey': pageWithForm,
  '/dashboard/designs': pageWithForm,
  '/dashboard/figures': page,
  '/dashboard/figures/export': page,
  '/dashboard/invitation': openPageWithForm,
  '/dashboard/issue': pageWithForm,
  '/dashboard/issue/:run': pageWithForm,
  '/dashboard/issue/:run/page': page,
  '/dashboard/issue/:run/rows': pageWithForm,
  '/dashboard/issue/rows': pageWithForm,
  '/dashboard/keys': page,
  '/dashboard/keys/:key/revoke': pageWithForm,
  '/dashboard/keys/first-request': page,
  '/dashboard/keys/made': page,
  '/dashboard/log': page,
  '/dashboard/keys/new': pageWithForm,
  '/dashboard/look-up': pageWithForm,
  '/dashboard/look-up/batch': form,
  '/dashboard/mail': pageWithForm,
  '/dashboard/organization': pageWithForm,
  '/dashboard/organization/words': pageWithForm,
  '/dashboard/passkey-options': form,
  '/dashboard/people': page,
  '/dashboard/people/:person': pageWithForm,
  '/dashboard/people/hand-over': page,
  '/dashboard/people/invitations/:invitation': pageWithForm,
  '/dashboard/people/invite': pageWithForm,
  '/dashboard/reports': page,
  '/dashboard/reports/:report': pageWithForm,
  '/dashboard/reset': openPageWithForm,
  '/dashboard/second-factor': pageWithForm,
  '/dashboard/selected': pageWithForm,
  '/dashboard/sign-in': openPageWithForm,
  '/dashboard/sign-in/code': openPageWithForm,
  '/dashboard/sign-in/passkey': pageWithForm,
  '/dashboard/sign-out': form,
  '/dashboard/webhooks': page,
  '/dashboard/webhooks/:webhook': pageWithForm,
  '/dashboard/webhooks/made': page,
  '/dashboard/webhooks/new': pageWithForm,
}
