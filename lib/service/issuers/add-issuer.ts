import { randomUUID } from 'node:crypto'
import { issuerDid } from '@/lib/domain/issuer/issuer-did'
import { checkDomain } from '@/lib/domain/issuer/issuer-domain'
import { nameSkeleton } from '@/lib/domain/issuer/issuer-name'
import { checkSlug } from '@/lib/domain/issuer/issuer-slug'
import { NO_WORDS, OWN_WORDS_LENGTH, readOwnWords } from '@/lib/domain/issuer/own-words'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { makeSigningKey } from '@/lib/service/keys/issuer-signers'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { transaction } from '@/lib/store/database/database'
import { insertIssuer, type NewIssuer } from '@/lib/store/issuers/issuer-directory'
import { replaceOwnWords } from '@/lib/store/issuers/own-words'
import { issuerMac } from './issuer-seal'
import { readIssuerName } from './read-issuer-name'
import { refuseLookAlikes } from './refuse-look-alikes'

/** The details of a new issuer, as an operator typed them. */
interface TypedIssuer {
  name: string
  slug: string
  domain: string
  website?: string | undefined
  description?: string | undefined
}

/**
 * Adds an issuer with its DID and its two signing keys (spec parts 6 and 11). Its domain counts for nothing
 * until it is verified.
 * @throws ServiceError `malformed` with the reason when a detail is refused, taken, or could be taken for another issuer's
 */
export async function addIssuer(details: TypedIssuer): Promise<NewIssuer> {
  const id = randomUUID()
  const name = readIssuerName(details.name)
  const slug = accepted(checkSlug(details.slug)).slug
  const domain = accepted(checkDomain(details.domain)).domain
  const words = {
    ...NO_WORDS,
    description: ownWord('description', details.description),
    website: ownWord('website', details.website),
  }
  const did = issuerDid(id, env().BASE_URL)
  const issuer: NewIssuer = {
    id,
    name,
    nameSkeleton: nameSkeleton(name),
    slug,
    domain,
    did,
    mac: issuerMac({ id, name, domain, assurance: 'none', did }),
  }
  await transaction(async (tx) => {
    await refuseLookAlikes(tx, null, { name, domain, slug })
    const serviceKey = await serviceSigner(tx)
    const keys = [await makeSigningKey(issuer, 'ES256', serviceKey), await makeSigningKey(issuer, 'EdDSA', serviceKey)]
    await insertIssuer(tx, issuer, keys)
    if (words.description !== null || words.website !== null) await replaceOwnWords(tx, id, words, 'operator')
  })
  return issuer
}

function accepted<T extends { ok: true }>(result: T | { ok: false; reason: string }): T {
  if (result.ok) return result
  throw new ServiceError('malformed', result.reason)
}

function ownWord(field: 'description' | 'website', typed: string | undefined): string | null {
  const read = readOwnWords(field, typed ?? '')
  if (read.ok) return read.text
  if (read.why === 'text') throw new ServiceError('malformed', `${read.reason}.`)
  if (read.why === 'address') throw new ServiceError('malformed', 'The website must be an https address.')
  throw new ServiceError('malformed', `The ${field} has more than ${OWN_WORDS_LENGTH[field]} characters.`)
}
