import { randomUUID } from 'node:crypto'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { parseCompactJws, signCompactJws } from '@/lib/crypto/signature/compact-jws'
import type { SignedContent } from '@/lib/domain/certificate/credential'
import type { EventType, SignedEvent } from '@/lib/domain/history/event'
import { env } from '@/lib/env'
import { holdLineage } from '@/lib/service/change/hold-lineage'
import { issuerSigners } from '@/lib/service/keys/issuer-signers'
import { makeSignedForms } from '@/lib/service/keys/make-signed-forms'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signNextEvent } from '@/lib/service/keys/sign-event'
import { transaction } from '@/lib/store/database/database'
import { insertEvents, lockHistory } from '@/lib/store/evidence/event-log'

/** Marks an issuer's ES256 key as retired or compromised, as a genuine event and in its column. */
export async function endSigningKey(
  issuerId: string,
  type: 'retired' | 'compromised',
  since?: number,
): Promise<SignedEvent> {
  return transaction(async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      `UPDATE issuer_signing_keys SET state = $2::key_state WHERE issuer_id = $1 AND algorithm = 'ES256' RETURNING id`,
      [issuerId, type],
    )
    const chainId = rows[0]?.id ?? ''
    const detail = since === undefined ? null : JSON.stringify({ since })
    const draft = {
      chainId,
      chain: 'key' as const,
      type: type as EventType,
      certificateId: null,
      actor: 'test',
      forms: null,
      detail,
    }
    const event = await signNextEvent(draft, await lockHistory(tx, chainId), await serviceSigner(tx))
    await insertEvents(tx, [event])
    return event
  })
}

/**
 * Signs a current certificate again, with the issuer's active keys: new bytes and an event that names them.
 * @param change of the payload of its `vc+jwt`, which an issuer's key then signed, right or wrong
 */
export async function resign(serial: string, change?: (payload: Record<string, unknown>) => object): Promise<void> {
  await transaction(async (tx) => {
    const { lineageId, end, certificate } = await holdLineage(tx, serial, null)
    const { issuerDid, issuerName, verifiedDomain, ...rest } = certificate.content
    const issuer = { id: certificate.issuer.id, did: issuerDid, name: issuerName, verifiedDomain }
    const content: SignedContent = { ...rest, issuer }
    const signers = await issuerSigners(tx, issuer.id)
    const forms = await makeSignedForms(content, signers, {
      subjectId: randomUUID(),
      baseUrl: env().BASE_URL,
      createdAt: end.now,
    })
    if (change) {
      const jws = parseCompactJws(forms.vcJwt)
      const payload = change(JSON.parse(jws?.payload.toString('utf8') ?? '{}') as Record<string, unknown>)
      forms.vcJwt = await signCompactJws(jws?.header ?? {}, JSON.stringify(payload), signers.es256)
      forms.hashes.vcJwt = sha256Hex(forms.vcJwt)
    }
    const draft = {
      chainId: lineageId,
      chain: 'lineage' as const,
      type: 'resigned' as const,
      certificateId: content.id,
      actor: 'test',
      forms: forms.hashes,
      detail: null,
    }
    const event = await signNextEvent(draft, end, await serviceSigner(tx))
    await insertEvents(tx, [event])
    await tx.query(
      `INSERT INTO signed_forms (certificate_id, sequence, vc_jwt, open_badge_jsonld, open_badge_jwt) VALUES ($1, $2, $3, $4, $5)`,
      [content.id, event.sequence, forms.vcJwt, forms.openBadgeJsonld, forms.openBadgeJwt],
    )
  })
}
