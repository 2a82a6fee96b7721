import { serialKey } from '@/lib/domain/certificate/serial'

/** Each once by the matching rule, as it stands first. */
export function distinctSerials(serials: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const serial of serials) {
    const key = serialKey(serial)
    if (!byKey.has(key)) byKey.set(key, serial)
  }
  return [...byKey.values()]
}
