import { seeOther } from '@/lib/http/desk/see-other'
import { takeBackWithdrawal } from '@/lib/service/desk/certificates/take-back-withdrawal'
import { deskPage } from '../../../../desk'

/** Where whoever had to sign in or to confirm who they are comes back to. */
export const GET = deskPage(({ params }) => seeOther(`/dashboard/certificates/${encodeURIComponent(params.ref ?? '')}`))

/** Takes back a withdrawal that waits for a second owner. */
export const POST = deskPage(async ({ member, params }) => {
  const id = await takeBackWithdrawal(member, params.ref ?? '')
  return seeOther(`/dashboard/certificates/${id}/withdraw/done`)
})
