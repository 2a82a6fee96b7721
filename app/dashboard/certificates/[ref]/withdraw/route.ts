import { WithdrawPage } from '@/components/desk/certificates/withdraw-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { getWithdrawable, withdrawOwnCertificate } from '@/lib/service/desk/certificates/withdraw-own-certificate'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, deskPage, viewerOf } from '../../../desk'
import { fieldProblemOf, REASONS } from '../../../problem-of'

/** Withdraws a certificate. The person types its serial, so that none is withdrawn by a slip. */
export const GET = deskPage(async ({ person, member, params }) => {
  const certificate = await getWithdrawable(member, params.ref ?? '')
  const typed = { serial: '', reason: '', publicReason: '', notify: false }
  const page = { viewer: viewerOf(person), mail: mailIsOn(), problem: null }
  return deskHtml(WithdrawPage, { ...page, certificate, typed })
})

export const POST = deskPage(async ({ person, member, params, form }) => {
  const certificate = await getWithdrawable(member, params.ref ?? '')
  const typed = {
    serial: form.get('serial') ?? '',
    reason: form.get('reason') ?? '',
    publicReason: form.get('public_reason') ?? '',
    notify: form.has('notify'),
  }
  try {
    await withdrawOwnCertificate(member, certificate.id, typed)
    return seeOther(`/dashboard/certificates/${certificate.id}/withdraw/done`)
  } catch (error) {
    const problem = fieldProblemOf(error, REASONS)
    const page = { viewer: viewerOf(person), mail: mailIsOn(), problem }
    return deskHtml(WithdrawPage, { ...page, certificate, typed }, 400)
  }
})
