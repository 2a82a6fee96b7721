import { issuersAnswerShape, issuersQuery } from '@/lib/contract/issuer/issuer'
import { env } from '@/lib/env'
import { ISSUER_HEADERS } from '@/lib/http/answer/issuer-headers'
import { endpoint } from '@/lib/http/endpoint'
import { findIssuers } from '@/lib/service/issuers/find-issuers'
import { presentIssuers } from '@/lib/service/issuers/present-issuer'

/** The directory of issuers (spec part 5). */
export const GET = endpoint(
  { group: 'issuer_directory', query: issuersQuery, response: issuersAnswerShape, headers: ISSUER_HEADERS },
  async ({ query: { q, cursor, limit } }) =>
    presentIssuers(await findIssuers(q, cursor ?? null, limit), env().BASE_URL),
)
