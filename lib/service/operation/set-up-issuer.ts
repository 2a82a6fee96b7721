import { ServiceError } from '@/lib/errors'
import { inviteByOperator } from '@/lib/service/desk/invite-person'
import { addIssuer } from '@/lib/service/issuers/add-issuer'
import { domainRecord } from '@/lib/service/issuers/domain-record'
import { getIssuer } from '@/lib/service/issuers/get-issuer'
import { listMembers } from '@/lib/store/desk/members'

/** An issuer with which a service begins. */
export interface FirstIssuer {
  issuer: { id: string; name: string; slug: string; domain: string; did: string }
  /** Whether it was added now. */
  added: boolean
  record: { name: string; value: string }
  /** For its owner; null where people work at its desk already. */
  invitation: { email: string; link: string; expiresAt: Date } | null
}

/**
 * Adds an issuer where there is none of this slug, and invites its owner where nobody works at its desk: again is
 * harmless, and gives a new link.
 * @throws ServiceError `malformed` when a detail is refused
 */
export async function setUpIssuer(details: {
  name: string
  slug: string
  domain: string
  owner: string
}): Promise<FirstIssuer> {
  const found = await getIssuer(details.slug).catch((error: unknown) => {
    if (error instanceof ServiceError && error.code === 'not_found') return null
    throw error
  })
  const issuer = found ?? (await addIssuer(details))
  const isAlone = (await listMembers(issuer.id)).length === 0
  return {
    ...{ issuer, added: found === null, record: domainRecord(issuer) },
    invitation: isAlone ? await inviteByOperator(issuer.slug, details.owner, 'owner') : null,
  }
}
