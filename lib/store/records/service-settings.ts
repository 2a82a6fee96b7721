import { prisma } from '@/lib/store/database/prisma'

/** The value that an earlier start wrote under this key, or null. */
export async function findSetting(key: string): Promise<string | null> {
  return (await prisma().serviceSetting.findUnique({ where: { key } }))?.value ?? null
}

/** Writes a setting for later starts. */
export async function setSetting(key: string, value: string): Promise<void> {
  await prisma().serviceSetting.upsert({ where: { key }, create: { key, value }, update: { value } })
}
