import { z } from 'zod'
import { vcJwtClaims } from './vc-jwt-claims'

const instant = z.iso.datetime({ offset: false }).transform((text) => Date.parse(text))

const identity = z.object({ identityType: z.string(), identityHash: z.string() })

const shape = z.object({
  id: z.string().startsWith('urn:uuid:'),
  issuer: z.object({ id: z.string(), name: z.string(), url: z.string().startsWith('https://').optional() }),
  validFrom: instant,
  validUntil: instant.optional(),
  credentialSubject: z.object({
    identifier: z.array(identity),
    licenseNumber: z.string(),
    activityEndDate: z.string().endsWith('T00:00:00Z').optional(),
    achievement: z.object({ name: z.string() }),
    result: z.tuple([z.object({ value: z.string() })]),
  }),
  credentialStatus: z.object({ statusListIndex: z.string(), statusListCredential: z.string() }),
})

/**
 * The content of a verified credential of ours: the one source of every personal or descriptive field that is served.
 */
export interface ReadContent {
  id: string
  serial: string
  fullName: string
  registrationNumber: string | null
  eventTitle: string
  achievement: string
  eventDate: string | null
  issuedAt: number
  expiresAt: number | null
  issuerDid: string
  issuerName: string
  verifiedDomain: string
  statusListId: string
  statusIndex: number
}

/**
 * Reads back what `signVcJwt` wrote of a credential of `buildCredential` (spec part 6).
 * @param payload the parsed payload of a `vc+jwt` whose signature has been verified
 * @returns null when it is not of the shape that we sign; times in milliseconds since 1970
 */
export function readSignedContent(payload: unknown): ReadContent | null {
  const parsed = shape.safeParse(payload)
  if (!parsed.success || !hasOwnClaims(payload as Record<string, unknown>)) return null
  const { credentialSubject: subject, credentialStatus: status, ...body } = parsed.data
  const identifiers = new Map(subject.identifier.map((entry) => [entry.identityType, entry.identityHash]))
  const fullName = identifiers.get('name')
  if (fullName === undefined) return null
  return {
    id: body.id.slice('urn:uuid:'.length),
    serial: subject.licenseNumber,
    fullName,
    registrationNumber: identifiers.get('ext:registrationNumber') ?? null,
    eventTitle: subject.achievement.name,
    achievement: subject.result[0].value,
    eventDate: subject.activityEndDate?.slice(0, 10) ?? null,
    issuedAt: body.validFrom,
    expiresAt: body.validUntil ?? null,
    issuerDid: body.issuer.id,
    issuerName: body.issuer.name,
    verifiedDomain: body.issuer.url?.slice('https://'.length) ?? '',
    statusListId: status.statusListCredential.split('/').at(-1) ?? '',
    statusIndex: Number(status.statusListIndex),
  }
}

/** Whether the claims repeat the credential, as we write them, or are not there, as we once signed. */
function hasOwnClaims(payload: Record<string, unknown>): boolean {
  const { iss, exp } = vcJwtClaims(payload)
  const none = payload.iss === undefined && payload.exp === undefined
  return none || (payload.iss === iss && payload.exp === exp)
}
