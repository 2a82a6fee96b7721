import { KeysPage } from '@/components/desk/organization/keys-page'
import { listOwnKeys } from '@/lib/service/desk/own-keys'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** The issuer's API keys. */
export const GET = deskPage(async ({ person, member, query }) =>
  deskHtml(KeysPage, {
    viewer: viewerOf(person),
    keys: await listOwnKeys(member),
    revoked: query.get('done') === 'revoked',
  }),
)
