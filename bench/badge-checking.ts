import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { cryptosuite } from '@digitalbazaar/eddsa-rdfc-2022-cryptosuite'
import * as vc from '@digitalbazaar/vc'
import { compactVerify, importJWK, type JWK } from 'jose'
import { BADGE_CONTEXTS } from '@/lib/crypto/json-ld/contexts'
import { type JsonLdDocument, verifyDataIntegrityProof } from '@/lib/crypto/signature/data-integrity'
import { publicKeyFrom } from '@/lib/crypto/signature/public-key'
import { didDocument } from '@/lib/domain/issuer/did-document'
import { getOpenBadge } from '@/lib/service/badges/get-open-badge'
import { getStatusList } from '@/lib/service/badges/get-status-list'
import { validateOpenBadge } from '@/lib/service/badges/validate-open-badge'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'
import type { Seeded } from './data/seed'
import { printTimings } from './print-timings'
import { timeInTurn } from './stopwatch'

type Badge = JsonLdDocument & { credentialStatus: { statusListCredential: string } }

/** What validating a badge costs, as a ratio to the libraries' bare signature checks of badge and status list. */
export async function benchBadgeChecking(seeded: Seeded): Promise<void> {
  const { badge, badgeBytes, token, keys, did } = await prepare(seeded)
  const list = await getStatusList(badge.credentialStatus.statusListCredential.split('/').at(-1) ?? '')
  const byLibrary = libraryCheck(did, didDocument(did, keys) as unknown as DidDocument)
  const [eddsa, es256] = [
    keys.find(({ publicJwk }) => publicJwk.kty === 'OKP'),
    keys.find(({ publicJwk }) => publicJwk.kty === 'EC'),
  ]
  if (!eddsa || !es256) throw new Error('the issuer has no keys')
  const publicKey = publicKeyFrom(eddsa.publicJwk)
  const jwk = await importJWK(es256.publicJwk as JWK, 'ES256')
  const tokenBytes = Buffer.from(token)
  const { verdict, checks } = await validateOpenBadge(badgeBytes)
  if (verdict !== 'valid') throw new Error(`the badge of the benchmark is ${verdict}: ${JSON.stringify(checks)}`)
  printTimings('Checking a badge', [
    ...(await timeInTurn(
      {
        '@digitalbazaar/vc, the proof': () => byLibrary(badge),
        'our check of our own proofs': () => verifyDataIntegrityProof(badge, publicKey),
      },
      60,
    )),
    ...(await timeInTurn(
      {
        '@digitalbazaar/vc, badge and list': async () => [await byLibrary(badge), await byLibrary(list)],
        'validation, Data Integrity': () => validateOpenBadge(badgeBytes),
      },
      40,
    )),
    ...(await timeInTurn(
      {
        'jose, and vc for the list': async () => [await compactVerify(token, jwk), await byLibrary(list)],
        'validation, JWT': () => validateOpenBadge(tokenBytes),
      },
      40,
    )),
  ])
}

async function prepare({ issuerId, serials }: Seeded) {
  const [first = ''] = serials
  const badgeBytes = (await getOpenBadge(first, 'jsonld')).bytes
  const token = Buffer.from((await getOpenBadge(first, 'jwt')).bytes).toString('ascii')
  const badge = JSON.parse(Buffer.from(badgeBytes).toString('utf8')) as Badge
  return { badge, badgeBytes, token, ...(await getIssuerKeys(issuerId)) }
}

interface DidDocument {
  verificationMethod: { id: string }[]
}

/** The proof check of a library, with everything that it loads at hand. */
function libraryCheck(did: string, document: DidDocument) {
  const suite = new DataIntegrityProof({ cryptosuite })
  const documentLoader = (url: string) => {
    const method = document.verificationMethod.find(({ id }) => id === url)
    const found = method ? { '@context': 'https://w3id.org/security/multikey/v1', ...method } : BADGE_CONTEXTS.get(url)
    return Promise.resolve({ contextUrl: null, documentUrl: url, document: url === did ? document : found })
  }
  const checkStatus = () => Promise.resolve({ verified: true })
  return async (credential: object) => {
    const { verified } = await vc.verifyCredential({ credential, suite, documentLoader, checkStatus })
    if (!verified) throw new Error('the library refuses a badge')
  }
}
