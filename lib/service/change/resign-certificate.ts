import { parseCompactJws } from '@/lib/crypto/signature/compact-jws'
import { credentialOfPayload } from '@/lib/domain/badge/read/credential-of-payload'
import type { Credential } from '@/lib/domain/certificate/credential'
import { wornDesign } from '@/lib/domain/design/worn-design'
import type { GenuineCertificate } from '@/lib/domain/history/judgement'
import { ServiceError } from '@/lib/errors'
import { sameDesign } from '@/lib/service/designs/design-to-wear'
import { makeCertificatePdf } from '@/lib/service/files/make-certificate-pdf'
import { holdStandingIssuer } from '@/lib/service/issue/issue-certificates'
import { issuerSigners } from '@/lib/service/keys/issuer-signers'
import { signCredential } from '@/lib/service/keys/make-signed-forms'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signNextEvent } from '@/lib/service/keys/sign-event'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { insertArtifacts } from '@/lib/store/evidence/artifacts'
import { databaseTime, insertEvents } from '@/lib/store/evidence/event-log'
import { insertSignedForms } from '@/lib/store/evidence/issued-certificates'
import { type LockedLineage, lockLineage, refuseLostEntry } from './hold-lineage'

/** The result of signing one certificate again. */
export type Resigning =
  | { outcome: 'resigned' | 'withdrawn' | 'superseded' | 'good key' }
  | { outcome: 'refused'; serial: string; error: string }

const SIGNED_AFTER =
  'It was signed at or after the moment from which its key counts as compromised, so nobody can tell who signed it. ' +
  'Issue it anew if it is right.'

/**
 * Signs a certificate again with the issuer's keys of now, when a key that signed it was compromised afterwards
 * (spec part 6): the very same credential, so id, serial, dates, subject and place in the status list stay;
 * new bytes in three forms, a new PDF and an event that names them, all or nothing.
 * @param serialKey the serial in its matching form
 * @throws ServiceError `malformed` when the issuer is suspended or a text cannot be drawn; `unavailable`
 */
export async function resignCertificate(serialKey: string, issuerId: string, actor: string): Promise<Resigning> {
  return transaction(async (tx) => {
    const locked = await lockLineage(tx, serialKey, issuerId)
    const { certificate } = locked.named
    if (certificate.kind === 'invalid') {
      const error = certificate.signedAfterCompromise ? SIGNED_AFTER : 'It fails its check. Nothing is made of it.'
      return { outcome: 'refused', serial: certificate.serial, error }
    }
    if (certificate.folded.status !== 'issued') return { outcome: certificate.folded.status }
    if (!certificate.waitsForResigning) return { outcome: 'good key' }
    refuseLostEntry(locked)
    await signAgain(tx, locked, certificate, actor)
    return { outcome: 'resigned' }
  })
}

async function signAgain(
  tx: Transaction,
  { lineageId, end }: LockedLineage,
  { content, row, issuer, pdf: earlier }: GenuineCertificate,
  actor: string,
): Promise<void> {
  await holdStandingIssuer(tx, issuer.id)
  const signers = await issuerSigners(tx, issuer.id)
  const serviceKey = await serviceSigner(tx)
  // Read once the keys are held: what they sign is never dated from before they were made.
  const now = await databaseTime(tx)
  const forms = await signCredential(signedCredential(row.forms?.vcJwt), signers, now)
  const draft = {
    chainId: lineageId,
    chain: 'lineage' as const,
    type: 'resigned' as const,
    certificateId: content.id,
    actor,
    forms: forms.hashes,
    detail: null,
  }
  const event = await signNextEvent(draft, { ...end, now }, serviceKey)
  const design = await sameDesign(tx, issuer.id, wornDesign(earlier?.template ?? ''))
  const pdf = await makeCertificatePdf({ ...content, design }, forms.vcJwt, event.at, serviceKey)
  await insertEvents(tx, [event])
  await insertSignedForms(tx, [{ certificateId: content.id, sequence: event.sequence, forms }])
  await insertArtifacts(tx, [pdf])
}

/** The credential in a `vc+jwt` that was just verified: its claims are the token's, and have no place in the other forms. */
function signedCredential(vcJwt: string | undefined): Credential {
  const jws = vcJwt === undefined ? null : parseCompactJws(vcJwt)
  if (!jws) throw new ServiceError('unavailable', 'The signed bytes are not there.')
  return credentialOfPayload(JSON.parse(jws.payload.toString('utf8')) as Record<string, unknown>)
}
