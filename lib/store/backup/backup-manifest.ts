import { z } from 'zod'

/** The files of a backup, in the order in which they are written: the manifest last, so that one without it is none. */
export const MEMBERS = ['database', 'files', 'journal', 'log', 'manifest'] as const

export type BackupMember = (typeof MEMBERS)[number]

const count = z.number().int().nonnegative()

/** What a backup holds, as it says itself; encrypted with it. */
export const backupManifest = z.strictObject({
  format: z.literal(1),
  id: z.uuid(),
  /** Milliseconds since 1970: when the database was read. */
  madeAt: count,
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  /** In an order in which no row names one that comes later. */
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()), rows: count })),
  /** Decimal, or null where the sequence was never used. */
  sequences: z.array(z.strictObject({ name: z.string(), value: z.string().nullable() })),
  files: z.strictObject({ count, bytes: count }),
  /** Null where the journal was not there. */
  journal: z.strictObject({ count, bytes: count }).nullable(),
  /** Null where the service has no log, or one in a bucket. */
  log: z.strictObject({ count, bytes: count }).nullable(),
})

export type BackupManifest = z.infer<typeof backupManifest>
