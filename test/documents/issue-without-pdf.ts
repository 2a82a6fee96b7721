import { randomBytes, randomUUID } from 'node:crypto'
import type { SignedContent } from '@/lib/domain/certificate/credential'
import { drawSerial, serialKey } from '@/lib/domain/certificate/serial'
import { env } from '@/lib/env'
import { holdStandingIssuer, signedDomain } from '@/lib/service/issue/issue-certificates'
import { issuerSigners } from '@/lib/service/keys/issuer-signers'
import { makeSignedForms } from '@/lib/service/keys/make-signed-forms'
import { serviceSigner } from '@/lib/service/keys/service-signer'
import { signEvent } from '@/lib/service/keys/sign-event'
import { type Transaction, transaction } from '@/lib/store/database/database'
import { databaseTime, insertEvents } from '@/lib/store/evidence/event-log'
import { insertCertificates } from '@/lib/store/evidence/issued-certificates'
import { type StatusListEntry, takeStatusEntries } from '@/lib/store/evidence/status-lists'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'

/** Issues a certificate as it was done before certificates had a PDF, with any name. */
export async function issueWithoutPdf({ id }: Pick<StoredIssuer, 'id'>, fullName: string): Promise<string> {
  const [entry] = await takeStatusEntries(id, 1)
  return transaction(async (tx) => {
    const recordedAt = await databaseTime(tx)
    const content = await contentOf(tx, id, fullName, recordedAt, entry as StatusListEntry)
    const signing = { subjectId: randomUUID(), baseUrl: env().BASE_URL, createdAt: recordedAt }
    const forms = await makeSignedForms(content, await issuerSigners(tx, id), signing)
    const lineage = { lineageId: randomUUID(), revision: 1, sequence: 1 }
    const event = await signEvent(
      {
        ...{ chainId: lineage.lineageId, chain: 'lineage', sequence: 1, type: 'issued', certificateId: content.id },
        ...{ at: recordedAt, actor: 'test', previousHash: null, forms: forms.hashes, detail: null },
      },
      await serviceSigner(tx),
    )
    const key = { serialKey: serialKey(content.serial), email: null, correctionNote: null }
    await insertCertificates(tx, [{ content, forms, recordedAt, ...lineage, ...key }])
    await insertEvents(tx, [event])
    return content.serial
  })
}

async function contentOf(
  tx: Transaction,
  issuerId: string,
  fullName: string,
  now: number,
  entry: StatusListEntry,
): Promise<SignedContent> {
  const issuer = await holdStandingIssuer(tx, issuerId)
  return {
    id: randomUUID(),
    serial: drawSerial(randomBytes),
    fullName,
    registrationNumber: null,
    eventTitle: 'Basic Safety Training',
    achievement: 'Passed',
    eventDate: null,
    issuedAt: Math.floor(now / 1000) * 1000,
    expiresAt: null,
    issuer: { id: issuer.id, did: issuer.did, name: issuer.name, verifiedDomain: signedDomain(issuer) },
    ...entry,
  }
}
