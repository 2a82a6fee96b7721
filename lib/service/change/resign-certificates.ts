import { displaySerial } from '@/lib/domain/certificate/serial'
import { ServiceError } from '@/lib/errors'
import { log } from '@/lib/log'
import { holdStandingIssuer } from '@/lib/service/issue/issue-certificates'
import { issuerSigners } from '@/lib/service/keys/issuer-signers'
import { listSigningKeys } from '@/lib/service/keys/list-signing-keys'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { vcJwtPrefix } from '@/lib/service/keys/sign-vc-jwt'
import { transaction } from '@/lib/store/database/database'
import { countAllSignedWith, findSignedWith } from '@/lib/store/evidence/signed-with'
import { fileStore } from '@/lib/store/files/file-store'
import { isFileStoreFailure } from '@/lib/store/files/file-store-failure'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { type Resigning, resignCertificate } from './resign-certificate'

const CHUNK = 50
/** The most transactions at once: fewer than there are connections for long work. */
const AT_ONCE = 3

/** What signing again came to. */
export interface ResignedCertificates {
  resigned: number
  /** Nothing to do: withdrawn or replaced ones hand out no files; the others' keys are good. */
  skipped: { withdrawn: number; superseded: number; goodKey: number }
  refused: { serial: string; error: string }[]
}

interface ResignOptions {
  /** Stops the run between two certificates. */
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * Signs every current certificate of an issuer again whose key was compromised after it was signed (spec part
 * 6). Each is a transaction of its own: broken off, the same again goes on from there; two at once do no harm.
 * @param slug the issuer's current or an earlier slug
 * @throws ServiceError `not_found`; `malformed` when the issuer is suspended, or when stopped; `unavailable` when the
 *   file store or a key cannot be used
 */
export async function resignCertificates(
  slug: string,
  actor: string,
  options: ResignOptions = {},
): Promise<ResignedCertificates> {
  const { issuer, keys } = await listSigningKeys(slug)
  const prefixes = keys.flatMap(({ state, keyId }) => (state === 'compromised' ? [vcJwtPrefix(keyId)] : []))
  await requireUsable(issuer)
  const { signedWith: total, all } = await countAllSignedWith(issuer.id, prefixes)
  const skipped = { withdrawn: 0, superseded: 0, goodKey: all - total }
  const result: ResignedCertificates = { resigned: 0, skipped, refused: [] }
  let done = 0
  options.onProgress?.(done, total)
  for (let after: string | null = null; ;) {
    const chunk = await findSignedWith(issuer.id, prefixes, after, CHUNK)
    if (chunk.length === 0) return result
    const waiting = chunk.values()
    const work = async () => {
      for (const { serialKey } of waiting) {
        if (options.signal?.aborted) throw stopped(result)
        note(result, await resignOne(serialKey, issuer.id, actor))
        options.onProgress?.(++done, Math.max(done, total))
      }
    }
    await allOf(Array.from({ length: AT_ONCE }, work))
    after = chunk.at(-1)?.id ?? null
  }
}

/** Says before the first certificate what would stand in the way of every one. */
async function requireUsable({ id, name, suspended }: StoredIssuer): Promise<void> {
  if (suspended) {
    throw new ServiceError('malformed', `${name} is suspended. Its certificates are signed again once it is resumed.`)
  }
  await fileStore().check()
  await transaction(async (tx) => {
    await holdStandingIssuer(tx, id)
    await issuerSigners(tx, id)
    await serviceSigner(tx)
  })
}

/** One that is refused stops no other; a file store that fails stops all. */
async function resignOne(serialKey: string, issuerId: string, actor: string): Promise<Resigning> {
  try {
    return await resignCertificate(serialKey, issuerId, actor)
  } catch (error) {
    if (isFileStoreFailure(error) || !(error instanceof ServiceError)) throw error
    log.debug({ err: error }, 'a certificate was not signed again')
    return { outcome: 'refused', serial: displaySerial(serialKey), error: error.message }
  }
}

function note(result: ResignedCertificates, end: Resigning): void {
  if (end.outcome === 'resigned') result.resigned += 1
  else if (end.outcome === 'refused') result.refused.push({ serial: end.serial, error: end.error })
  else result.skipped[end.outcome === 'good key' ? 'goodKey' : end.outcome] += 1
}

/** Waits for all, also when one fails: no transaction goes on behind the back of a command that has ended. */
async function allOf(work: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(work)
  await Promise.all(work)
}

function stopped({ resigned }: ResignedCertificates): ServiceError {
  const state = resigned === 1 ? '1 certificate was' : `${resigned === 0 ? 'No' : resigned} certificates were`
  return new ServiceError(
    'malformed',
    `Stopped. ${state} signed again in this run; the same command goes on from there.`,
  )
}
