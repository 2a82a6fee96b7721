import { seeOther } from '@/lib/http/desk/see-other'
import { resendBatchMail } from '@/lib/service/desk/issue/resend-batch-mail'
import { deskPage } from '../../../desk'

/** Where whoever had to sign in or to confirm who they are comes back to. */
export const GET = deskPage(({ params }) => seeOther(`/dashboard/batches/${encodeURIComponent(params.batch ?? '')}`))

/** Sends recipients of a batch the link of their certificate, once more or at last. */
export const POST = deskPage(async ({ member, params, form }) => {
  const batch = params.batch ?? ''
  const count = await resendBatchMail(member, batch, form.get('to') ?? '')
  return seeOther(`/dashboard/batches/${batch}?mailed=${count}`)
})
