import { OrganizationPage } from '@/components/desk/organization/organization-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { chooseOwnIssuer } from '@/lib/service/desk/choose-own-issuer'
import { getOwnOrganization } from '@/lib/service/desk/own-organization'
import { getOwnWords } from '@/lib/service/desk/own-words'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** The organization itself, with the DNS record to publish. */
export const GET = deskPage(async ({ person, member, query }) => {
  const [organization, words] = await Promise.all([getOwnOrganization(member), getOwnWords(member)])
  return deskHtml(OrganizationPage, {
    viewer: viewerOf(person),
    organization,
    words,
    done: query.get('done') === 'words',
  })
})

/** Chooses which of their issuers a person works for in this session. */
export const POST = deskPage(async ({ person, form }) => {
  await chooseOwnIssuer(person, form.get('issuer') ?? '')
  return seeOther('/dashboard')
})
