import { ServiceError } from '@/lib/errors'
import { addressOf } from '@/lib/http/request-context'
import { noteRateCount } from '@/lib/metrics'
import { rateCounter } from '@/lib/store/limits/open-rate-counter'
import type { RateCount } from '@/lib/store/limits/rate-counter'
import { limitKey } from './address'
import { LIMITS, type LimitGroupName } from './limits'
import { checkReach } from './reach'

/**
 * The facts that a request was admitted with. They are filled on the way, so that a refusal can still carry the rate
 * headers.
 */
export interface Admission {
  address: string
  rate?: RateCount
  /** What `rate` is of. */
  counted?: LimitGroupName
  issuer?: ApiKeyHolder
}

/** Whose key it is. */
export interface ApiKeyHolder {
  issuerId: string
  keyId: string
}

/**
 * Finds the owner of an API key.
 * @param token what stood behind `Bearer`
 * @throws ServiceError `unauthorized` for any key that does not work
 */
export type AuthenticateApiKey = (token: string) => Promise<ApiKeyHolder>

/** What counts a body before it is known how many places of another group it takes. */
const OF_BODIES = new Set<LimitGroupName | undefined>(['sent_body', 'sent_list'])

/** Thrown where a group with reach is asked from elsewhere: 307 to /not-available. */
export class ElsewhereError extends Error {}

/** Which door a request goes through. */
interface Door {
  /** Limit group; left out, the endpoint is not counted. */
  group?: LimitGroupName
  /** Set where places of the group are taken with `countMore` once the body says how many: the body is counted before. */
  places?: unknown
  /** Set on the issuer interface: a key is required, and counted instead of the address. */
  key?: AuthenticateApiKey
}

/**
 * Lets a request in or refuses it: cross-site subresource (400, not counted), reach (307), API key (401), rate (429,
 * or 503 where files are built and the count failed), in this order.
 * @param admission filled while going on
 * @throws ServiceError, ElsewhereError
 */
export async function admit(request: Request, door: Door, admission: Admission): Promise<void> {
  refuseSubresource(request)
  const group = door.group === undefined ? undefined : LIMITS[door.group]
  if (group?.reach && checkReach(admission.address) === 'elsewhere') throw new ElsewhereError()
  if (door.key) admission.issuer = await authenticate(request, door.key, admission)
  const counted = door.places === undefined ? door.group : 'sent_body'
  if (counted) await count(counted, admission.issuer?.keyId ?? limitKey(admission.address), admission)
}

/**
 * Takes further places for what a request turns out to need, such as one for each serial that it asks about: all of
 * them, or none where too few are left.
 * @param admission whose address is counted; its rate becomes this one's where it has none but of what was sent, or
 * where this refuses
 * @throws ServiceError `rate_limited`, `unavailable` as `admit`
 */
export async function countMore(group: LimitGroupName, places: number, admission: Admission): Promise<void> {
  const drawn: Admission = { address: admission.address }
  try {
    await count(group, limitKey(admission.address), drawn, places)
  } catch (refusal) {
    admission.rate = drawn.rate ?? admission.rate
    throw refusal
  }
  if (admission.rate && !OF_BODIES.has(admission.counted)) return
  Object.assign(admission, { rate: drawn.rate, counted: group })
}

/** The state in which a request arrives. */
export function arrival(request: Request): Admission {
  return { address: addressOf(request) }
}

/** A foreign page full of images must not use up the limit of everybody behind one address (spec part 1). */
function refuseSubresource(request: Request): void {
  if (request.headers.get('sec-fetch-site') !== 'cross-site') return
  const destination = request.headers.get('sec-fetch-dest')
  if (destination === null || destination === 'document') return
  throw new ServiceError('malformed', 'This address cannot be embedded in or fetched by a page of another site.')
}

async function authenticate(request: Request, key: AuthenticateApiKey, admission: Admission): Promise<ApiKeyHolder> {
  const token = tokenOf(request)
  try {
    if (token === undefined) throw refusedKey()
    return await key(token)
  } catch (cause) {
    if (!(cause instanceof ServiceError) || cause.code !== 'unauthorized') throw cause
    // Counted by address, only now: a stranger who guesses keys never blocks a right one.
    await count('refused_key', limitKey(admission.address), admission)
    throw refusedKey()
  }
}

/**
 * Looks once more whether the key of a request that was let in still lets in. Nothing is counted again.
 * @throws ServiceError `unauthorized`
 */
export async function authenticateStill(
  request: Request,
  key: AuthenticateApiKey,
  admission: Admission,
): Promise<void> {
  admission.issuer = await key(tokenOf(request) ?? '').catch((cause: unknown) => {
    throw cause instanceof ServiceError && cause.code === 'unauthorized' ? refusedKey() : cause
  })
}

function tokenOf(request: Request): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*) *$/i.exec(request.headers.get('authorization') ?? '')?.[1]
}

/** One sentence for every refused key, so that it says nothing about which keys exist. */
function refusedKey(): ServiceError {
  return new ServiceError('unauthorized', 'The API key is missing, malformed or revoked.')
}

async function count(name: LimitGroupName, key: string, admission: Admission, places = 1): Promise<void> {
  const rate = await rateCounter().count(LIMITS[name], key, places)
  noteRateCount(rate === 'uncountable' ? rate : rate.source)
  if (rate === 'uncountable') {
    throw new ServiceError(
      'unavailable',
      'This request could not be counted against its limit just now. Try again in a moment.',
    )
  }
  Object.assign(admission, { rate, counted: name })
  if (rate.allowed) return
  const seconds = Math.max(1, Math.ceil((rate.resetAt.getTime() - Date.now()) / 1000))
  throw new ServiceError('rate_limited', `Too many requests. Try again in ${seconds} seconds.`, {
    retryAfterSeconds: seconds,
  })
}
