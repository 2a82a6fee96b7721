import { serialKey } from '@/lib/domain/certificate/serial'
import { getOpenBadge } from '@/lib/service/badges/get-open-badge'
import { correctCertificate } from '@/lib/service/change/correct-certificate'
import { resignCertificates } from '@/lib/service/change/resign-certificates'
import { withdrawCertificate } from '@/lib/service/change/withdraw-certificate'
import type { DeskMember } from '@/lib/service/desk/desk-person'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { setIssuerStanding } from '@/lib/service/issuers/set-issuer-standing'
import { compromiseIssuerKey } from '@/lib/service/keys/compromise-issuer-key'
import { getIssuerKeys } from '@/lib/service/keys/published-keys'
import { rotateServiceKey } from '@/lib/service/keys/rotate-service-key'
import { chooseCertificates } from '@/lib/service/passport/choose-certificates'
import { createPassportByOperator } from '@/lib/service/passport/create-passport-by-operator'
import { openPassport } from '@/lib/service/passport/open-passport'
import { giveReceipt } from '@/lib/service/receipts/give-receipt'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer } from '@/test/database/service-database'
import { mintPerson } from './desk'
import type { OnceGood } from './owner-doors'

/** What became of a certificate that was good once. */
export type Fate = 'withdrawn' | 'replaced' | 'suspended' | 'compromised' | 'resigned' | 'erased'

/** A certificate with the ids that an attack needs. */
export interface Victim extends OnceGood {
  slug: string
  id: string
  lineageId: string
}

const done = { reason: 'inside', actor: 'test' }

/**
 * One certificate a fate, each of an issuer of its own: everything was got of it while it was good.
 * @param before runs when all are good, and nothing has become of them
 */
export async function makeVictims(before: () => Promise<void>): Promise<Record<Fate, Victim>> {
  const victims = {
    withdrawn: await makeVictim(),
    replaced: await makeVictim(),
    suspended: await makeVictim(),
    compromised: await makeVictim(),
    resigned: await makeVictim(),
    erased: await makeVictim(),
  }
  await before()
  await rotateServiceKey()
  await withdrawCertificate(victims.withdrawn.serial, { ...done, publicReason: null })
  await correctCertificate(victims.replaced.serial, { fullName: 'Another Name' }, done)
  await setIssuerStanding(victims.suspended.slug, 'suspended', 'test')
  for (const { slug, issuerId } of [victims.compromised, victims.resigned]) {
    const [key] = (await getIssuerKeys(issuerId)).keys
    // What the one signed counts no more; of the other it was before.
    const since = issuerId === victims.compromised.issuerId ? Date.now() - 3_600_000 : Date.now()
    await compromiseIssuerKey(slug, key?.keyId ?? '', since, 'test')
  }
  await resignCertificates(victims.resigned.slug, 'test')
  await eraseCertificate(victims.erased.serial, { ...done, reason: 'Asked for.' })
  return victims
}

async function makeVictim(): Promise<Victim> {
  const issuer = await mintIssuer()
  const { member } = await mintPerson(issuer, 'owner')
  return gatherOf(issuer, await issueOne(issuer), member)
}

async function gatherOf(issuer: StoredIssuer, serial: string, member: DeskMember): Promise<Victim> {
  const { rows } = await workingPool().query<{ id: string; lineageId: string; statusListId: string; sha256: string }>(
    `SELECT c.id, c.lineage_id AS "lineageId", c.status_list_id AS "statusListId", a.sha256
     FROM certificates c JOIN artifacts a ON a.certificate_id = c.id WHERE c.serial_key = $1`,
    [serialKey(serial)],
  )
  const [found] = rows
  if (!found) throw new Error('what was issued is not there')
  const { bytes } = await getOpenBadge(serial, 'jsonld')
  const receipt = await giveReceipt(serial, null)
  const passport = await createPassportByOperator([serial])
  const lineageIds = ((await openPassport(passport.manageUrl))?.certificates ?? []).map(({ lineageId }) => lineageId)
  await chooseCertificates(passport.manageUrl, { lineageIds, showName: true, published: true })
  return {
    ...{ slug: issuer.slug, issuerId: issuer.id, id: found.id, lineageId: found.lineageId, serial, member, passport },
    ...{ statusListId: found.statusListId, pdfSha256: found.sha256, badge: bytes },
    receiptId: receipt?.claims.jti ?? '',
  }
}
