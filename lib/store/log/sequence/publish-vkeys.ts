import { formatVkey } from '@/lib/crypto/tlog/note-key'
import type { LogStore } from '@/lib/domain/log/log-store'
import { type LogKeyRow, noteKeyOf } from '@/lib/store/log/keys/log-keys'

const VKEYS = 'vkeys'

/** The keys of the log, the current one first: each with the times from and until which it signed. */
export async function publishVkeys(store: LogStore, rows: readonly LogKeyRow[]): Promise<void> {
  const timeOf = (at: number | null) => (at === null ? '-' : new Date(at).toISOString())
  const lines = rows.map((row) => `${formatVkey(noteKeyOf(row))} ${timeOf(row.createdAt)} ${timeOf(row.endedAt)}\n`)
  const text = Buffer.from(lines.join(''))
  if (!(await store.read(VKEYS, 64 * 1024))?.equals(text)) await store.put(VKEYS, text)
}
