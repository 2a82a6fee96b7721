import type { DomainAssurance } from '@/lib/domain/history/evidence'
import type { Transaction } from '@/lib/store/database/database'
import { prisma } from '@/lib/store/database/prisma'
import { insertSealed } from '@/lib/store/keys/sealed-rows'
import { noteIssuerChange } from '@/lib/store/log/pending/note-leaves'
import { insertSigningKey, type EncryptedIssuerKeyRow } from './issuer-signing-keys'

/** An issuer to add. */
export interface NewIssuer {
  id: string
  name: string
  nameSkeleton: string
  slug: string
  domain: string
  did: string
  mac: string
}

/** An issuer in a list. */
export interface ListedIssuer {
  id: string
  slug: string
  name: string
  domain: string
  assurance: DomainAssurance
  did: string
  suspended: boolean
  createdAt: Date
  mac: string | null
  certificates: number
}

/**
 * Adds an issuer with its slug and signing keys.
 * @param keys its own
 */
export async function insertIssuer(tx: Transaction, issuer: NewIssuer, keys: EncryptedIssuerKeyRow[]): Promise<void> {
  await tx.query('INSERT INTO issuers (id, name, name_skeleton, domain, did, mac) VALUES ($1, $2, $3, $4, $5, $6)', [
    issuer.id,
    issuer.name,
    issuer.nameSkeleton,
    issuer.domain,
    issuer.did,
    issuer.mac,
  ])
  await insertSealed(tx, 'issuer_slugs', [{ slug: issuer.slug, issuerId: issuer.id, current: true }])
  for (const key of keys) await insertSigningKey(tx, key)
  noteIssuerChange(tx, issuer.id)
}

export async function isAnyIssuer(): Promise<boolean> {
  return (await prisma().issuer.findFirst({ select: { id: true } })) !== null
}

/** All issuers by name. */
export async function listStoredIssuers(): Promise<ListedIssuer[]> {
  const rows = await prisma().issuer.findMany({
    orderBy: { name: 'asc' },
    include: { slugs: { where: { current: true } }, _count: { select: { certificates: true } } },
  })
  return rows.map(({ slugs, _count, nameSkeleton: _skeleton, assuranceNote: _note, assuredAt: _at, ...row }) => ({
    ...row,
    slug: slugs[0]?.slug ?? '',
    certificates: _count.certificates,
  }))
}
