import { seeOther } from '@/lib/http/see-other'
import { chooseOwnIssuer } from '@/lib/service/desk/choose-own-issuer'
import { deskPage } from '../desk'

/** Chooses which of their issuers a person works for in this session. */
export const POST = deskPage(async ({ person, form }) => {
  await chooseOwnIssuer(person, form.get('issuer') ?? '')
  return seeOther('/dashboard')
})
