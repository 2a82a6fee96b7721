import type { DomainAssurance } from '@/lib/domain/evidence'
import { Prisma } from './generated/client'
import { prisma } from './prisma'
import type { SealedIssuerKeyRow } from './issuer-signing-keys'

/** An issuer to add. */
export interface NewIssuer {
  id: string
  name: string
  nameSkeleton: string
  slug: string
  domain: string
  website: string | null
  description: string | null
  did: string
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
  website: string | null
  description: string | null
  createdAt: Date
  certificates: number
}

/** Which of an issuer's names is taken by another. */
export type TakenName = 'name' | 'domain' | 'slug'

/**
 * Adds an issuer with its slug and signing keys, all or nothing.
 * @returns what is taken by another issuer, or null when it was added
 */
export async function insertIssuer(issuer: NewIssuer, keys: SealedIssuerKeyRow[]): Promise<TakenName | null> {
  const { slug, ...row } = issuer
  try {
    await prisma().issuer.create({
      data: {
        ...row,
        slugs: { create: { slug, current: true } },
        signingKeys: { create: keys.map(({ issuerId: _owner, ...key }) => key) },
      },
    })
    return null
  } catch (error) {
    if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') throw error
    const taken = await findTaken(issuer)
    if (taken === null) throw error
    return taken
  }
}

/** Which of these is another issuer's, or null. */
export async function findTaken(
  issuer: Pick<NewIssuer, 'nameSkeleton' | 'domain' | 'slug'>,
): Promise<TakenName | null> {
  if (await prisma().issuer.findUnique({ where: { nameSkeleton: issuer.nameSkeleton } })) return 'name'
  if (await prisma().issuer.findUnique({ where: { domain: issuer.domain } })) return 'domain'
  if (await prisma().issuerSlug.findUnique({ where: { slug: issuer.slug } })) return 'slug'
  return null
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

/** Writes how far the issuer's domain can be relied on, with a note of how it was seen. */
export async function setAssurance(id: string, assurance: DomainAssurance, note: string | null): Promise<void> {
  await prisma().issuer.update({ where: { id }, data: { assurance, assuranceNote: note, assuredAt: new Date() } })
}

/**
 * Gives an issuer another slug; the old one keeps leading to it and is never given to anyone else.
 * @returns false when another issuer has or had the slug
 */
export async function changeSlug(issuerId: string, slug: string): Promise<boolean> {
  const known = await prisma().issuerSlug.findUnique({ where: { slug } })
  if (known && known.issuerId !== issuerId) return false
  await prisma().$transaction([
    prisma().issuerSlug.updateMany({ where: { issuerId, current: true }, data: { current: false } }),
    prisma().issuerSlug.upsert({
      where: { slug, issuerId },
      create: { slug, issuerId, current: true },
      update: { current: true },
    }),
  ])
  return true
}
