import type { KeyObject } from 'node:crypto'
import type { SignerAsk, SigningKey } from '@/lib/contract/signer'
import { encodeBase58btc } from '@/lib/crypto/encoding/base58btc'
import { encodeBase64url } from '@/lib/crypto/encoding/base64url'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { signCmsOf } from '@/lib/crypto/pdf-seal/sign-cms'
import { derivedKey } from '@/lib/crypto/seals/derived-key'
import { deskPublicKey, rootKey } from '@/lib/crypto/seals/key-source'
import { type JsonLdDocument, proofHash } from '@/lib/crypto/signature/data-integrity'
import type { ProofOptions, Signer } from '@/lib/crypto/signature/signer'
import type { UnsignedEvent } from '@/lib/domain/history/event'
import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { pdfSeal, pdfSealKey } from '@/lib/service/files/pdf-seal'
import { openServiceKey, servingSigner } from '@/lib/service/keys/service-signer'
import { workingPool } from '@/lib/store/database/database'
import { RecentResults } from '@/lib/store/evidence/recent-results'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { findLogKeys, openVrfKey } from '@/lib/store/log/keys/log-keys'
import { HANDED_LABELS, type SignerClientRole } from './handed-labels'
import { type SigningIssuer, signingIssuer } from './issuer-desk'
import { IssuingRate } from './issuing-rate'
import { type IssuerText, readIssuerDocument, readIssuerToken } from './read-credential'
import { logSignerFor } from './read-log-text'
import { readServiceText } from './read-service-text'
import { refused } from './refused'
import { SharedTurn } from './shared-turn'
import { SignedHere } from './signed-here'
import { vouchForAssurance } from './vouch-for-assurance'

/** What a signer remembers between two asks. */
export class SignerState {
  readonly rate: IssuingRate
  readonly signedHere = new SignedHere()

  /** @param folder of the signer's own, SIGNER_DIR */
  constructor(folder: string) {
    this.rate = new IssuingRate(env().SIGNER_PER_HOUR, folder)
  }
}

/** By the whole row, which is read each time: opening a key takes longer than signing with it. */
const opened = new RecentResults<Signer>(10)
const serving = new SharedTurn(() => servingSigner((row) => opened.get(JSON.stringify(row), () => openServiceKey(row))))

/** Events that a process may have signed. The others are the operator's, whose command holds the key itself. */
const EVENTS: readonly UnsignedEvent['type'][] = ['issued', 'corrected', 'withdrawn']

/**
 * Answers one ask (docs/decisions/0084).
 * @param role of the asking process, by the socket that it came through
 * @returns what the ask's shape in `lib/contract/signer` says
 * @throws ServiceError `malformed` for what is signed for nobody, or not for this role; `unavailable` when something that
 *   it rests on cannot be determined
 */
export async function answerAsk(ask: SignerAsk, role: SignerClientRole, state: SignerState): Promise<unknown> {
  switch (ask.ask) {
    case 'ping':
      return role
    case 'keys':
      return handOut(role)
    case 'tag-key':
      return (await openVrfKey(await findLogKeys(workingPool()))).toString('base64')
    case 'vouch-assurance':
      requireDesk(role)
      return vouchForAssurance(ask.issuerId, ask.assurance)
    case 'seal-facts': {
      requireDesk(role)
      const seal = await pdfSeal()
      return seal && facts(seal)
    }
    case 'seal':
      requireDesk(role)
      return seal(Buffer.from(ask.digest, 'base64'))
    case 'sign':
      return sign(ask.key, Buffer.from(ask.bytes, 'base64'), role, state)
    case 'prove':
      return prove(ask.key, ask.document, ask.proof, role, state)
  }
}

function handOut(role: SignerClientRole) {
  const key = requireKeyEncryptionKey()
  const { publicKey, name } = rootKey(key)
  const spki = (half: KeyObject) => half.export({ format: 'der', type: 'spki' }).toString('base64')
  return {
    keys: Object.fromEntries(HANDED_LABELS[role].map((label) => [label, derivedKey(key, label).toString('base64')])),
    root: spki(publicKey),
    desk: spki(deskPublicKey(key)),
    name,
  }
}

const facts = ({ name, validFrom, validTo, space, digest }: NonNullable<Awaited<ReturnType<typeof pdfSeal>>>) => ({
  ...{ name, validFrom, validTo, space, digest },
})

async function seal(digest: Buffer): Promise<string> {
  const key = await pdfSealKey()
  if (!key || digest.length !== (key.digest === 'sha256' ? 32 : 48)) throw refused('it seals no such digest')
  return signCmsOf(digest, key).toString('base64')
}

async function sign(key: SigningKey, bytes: Buffer, role: SignerClientRole, state: SignerState): Promise<string> {
  if (key.by === 'log') return base64(await (await logSignerFor(key.keyId, bytes, role)).sign(bytes))
  if (key.by === 'service') return base64(await (await forService(key.keyId, bytes, role, state)).sign(bytes))
  requireDesk(role)
  const text = readIssuerToken(bytes, key.keyId, { issuerId: key.issuerId, baseUrl: env().BASE_URL })
  if (!text) throw refused('it is neither a certificate of this issuer nor a status list')
  const found = await signingIssuer(key.issuerId, key.keyId, 'ES256')
  requireOwn(text, found, key.issuerId, state)
  const signature = await found.signer.sign(bytes)
  if (text.kind === 'certificate')
    state.signedHere.add(sha256Hex(`${bytes.toString('latin1')}.${encodeBase64url(signature)}`))
  return base64(signature)
}

/** The service's signer, once what it is to sign was read. */
async function forService(keyId: string, bytes: Buffer, role: SignerClientRole, state: SignerState): Promise<Signer> {
  const text = readServiceText(bytes, keyId)
  if (!text) throw refused('it is nothing that the service signs')
  if (text.kind === 'event' || text.kind === 'status-change') requireDesk(role)
  if (text.kind === 'event') requireEvent(text.event, state)
  const { signer } = await serving.get('')
  if (signer.keyId !== keyId) throw new ServiceError('unavailable', 'The key is not the service’s active one.')
  return signer
}

function requireEvent(event: UnsignedEvent, { signedHere }: SignerState): void {
  const { chain, type, certificateId, forms } = event
  if (chain !== 'lineage' || !EVENTS.includes(type))
    throw refused('this is done by a command with the signer’s environment')
  const isIssuing = type === 'issued' || type === 'corrected'
  if (isIssuing !== (forms !== null) || certificateId === null) throw refused('the event is malformed')
  if (isIssuing && !(forms && signedHere.take(forms))) throw refused('the event names forms that were not signed here')
}

async function prove(
  key: SigningKey,
  document: JsonLdDocument,
  proof: ProofOptions,
  role: SignerClientRole,
  state: SignerState,
): Promise<string> {
  requireDesk(role)
  if (key.by !== 'issuer' || proof.verificationMethod !== key.keyId) throw refused('only issuers’ keys prove documents')
  const text = readIssuerDocument(document, { issuerId: key.issuerId, baseUrl: env().BASE_URL })
  if (!text) throw refused('it is neither a certificate of this issuer nor a status list')
  const found = await signingIssuer(key.issuerId, key.keyId, 'EdDSA')
  requireOwn(text, found, key.issuerId, state)
  const signature = await found.signer.sign(await proofHash(document, proof))
  if (text.kind === 'certificate') {
    const secured = { ...document, proof: [{ ...proof, proofValue: `z${encodeBase58btc(signature)}` }] }
    state.signedHere.add(sha256Hex(JSON.stringify(secured)))
  }
  return base64(signature)
}

/** @throws ServiceError `malformed` when it is another issuer's, or the issuer may not issue now */
function requireOwn(text: IssuerText, { issuer }: SigningIssuer, issuerId: string, { rate }: SignerState): void {
  if (text.issuerDid !== issuer.did) throw refused('it names another issuer')
  // A suspended issuer's certificates can still be withdrawn, and its lists say so.
  if (text.kind === 'status-list') return
  if (issuer.standing !== 'good') throw refused('the issuer is suspended')
  if (text.issuerName !== issuer.name) throw refused('it names the issuer otherwise')
  if (text.verifiedDomain !== '' && text.verifiedDomain !== issuer.verifiedDomain)
    throw refused('it names a domain that was not verified')
  if (!rate.take(issuerId, text.form, Date.now()))
    throw new ServiceError('unavailable', 'The signer signs no more certificates of this issuer within this hour.')
}

function requireDesk(role: SignerClientRole): void {
  if (role !== 'desk') throw refused('this process may not ask for it')
}

const base64 = (bytes: Buffer) => bytes.toString('base64')
