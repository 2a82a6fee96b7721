import { WithdrawnPage } from '@/components/desk/certificates/withdrawn-page'
import { getWithdrawalOutcome } from '@/lib/service/desk/certificates/withdraw-own-certificate'
import { deskHtml, deskPage, viewerOf } from '../../../../desk'

/** The outcome of a withdrawal. */
export const GET = deskPage(async ({ person, member, params }) =>
  deskHtml(WithdrawnPage, { viewer: viewerOf(person), ...(await getWithdrawalOutcome(member, params.ref ?? '')) }),
)
