import { canParseUrl } from '@/lib/can-parse-url'
import type { BadgeNetwork, FetchedDocument } from '@/lib/domain/badge/badge-network'
import type { KeySources } from '@/lib/domain/badge/proof/resolve-issuer-key'
import { didDocument } from '@/lib/domain/issuer/did-document'
import { isUuid } from '@/lib/domain/text/uuid'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { assureNone } from '@/lib/service/check/assure-none'
import { getIssuerKeys, serviceDid } from '@/lib/service/keys/published-keys'
import { servingGuard } from '@/lib/store/database/serving-guard'
import { findIssuerIdByDid } from '@/lib/store/issuers/issuers'
import { readStatusBits } from './get-status-list'

const STATUS_PATH = /^\/api\/public\/status\/([^/]+)$/

/**
 * Where the keys of badges come from: this service's own rows for its own issuers, the network for all others.
 * @param compromised with keys that were compromised: for a badge of this service, whose record says when it was signed
 */
export function badgeKeySources(network: BadgeNetwork, now: number, compromised: boolean): KeySources {
  return { network: withoutDetour(network, false), now, ownDocument: (did) => ownDidDocument(did, compromised) }
}

/**
 * Where status lists and the keys of who signed them come from.
 * @param isOwn for a badge of this service: its list is ours too, also where it names an earlier address of the service
 */
export function statusListSources(network: BadgeNetwork, now: number, isOwn: boolean): KeySources {
  return { network: withoutDetour(network, isOwn), now, ownDocument: (did) => ownDidDocument(did, false) }
}

/** Whether a DID is one of an issuer of this service. */
export async function isOwnDid(did: string): Promise<boolean> {
  return did.startsWith('did:web:') && (isBelowService(did) || (await findIssuer(did)) !== null)
}

async function ownDidDocument(did: string, compromised: boolean) {
  const issuerId = await findIssuer(did)
  if (issuerId === null) return isBelowService(did) ? ('unknown' as const) : null
  const owner = await getIssuerKeys(issuerId, { compromised })
  return didDocument(owner.did, owner.keys)
}

/** A NUL, which PostgreSQL takes in no text, is in nobody's DID: asked for, it would be as if the database were down. */
async function findIssuer(did: string): Promise<string | null> {
  if (did.includes('\0')) return null
  const found = await servingGuard().run(() => findIssuerIdByDid(did))
  if (found === null) await assureNone()
  return found
}

/** A DID at the address of this service, whether there is such an issuer or not. */
function isBelowService(did: string): boolean {
  const own = serviceDid()
  return did === own || did.startsWith(`${own}:`)
}

/** The service never asks itself over the network: its status lists are read where they are. */
function withoutDetour(network: BadgeNetwork, areListsOwn: boolean): BadgeNetwork {
  return {
    async fetchDocument(url, kind) {
      if (!canParseUrl(url)) return network.fetchDocument(url, kind)
      const { origin, pathname } = new URL(url)
      const list = kind === 'status_list' ? STATUS_PATH.exec(pathname)?.[1] : undefined
      const isHere = origin === new URL(env().BASE_URL).origin
      if (!isHere && !(areListsOwn && list !== undefined)) return network.fetchDocument(url, kind)
      return list !== undefined && isUuid(list) ? ownStatusList(list, areListsOwn) : { kind: 'missing', status: 404 }
    },
  }
}

/** @param isOurs for a badge of this service: a list that it names and that is not there is lost */
async function ownStatusList(list: string, isOurs: boolean): Promise<FetchedDocument> {
  try {
    const { issuerId, bits } = await readStatusBits(list)
    const { did } = await getIssuerKeys(issuerId)
    return { kind: 'own_list', issuerId: did, purpose: 'revocation', bits }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    if (error.code === 'not_found' && !isOurs) return { kind: 'missing', status: 404 }
    return { kind: 'unreachable', reason: 'the list cannot be made just now' }
  }
}
