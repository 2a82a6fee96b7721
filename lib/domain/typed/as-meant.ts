import { serialKey } from '@/lib/domain/certificate/serial'
import { serialInside } from './serial-inside'

/**
 * Serials as they are meant, by what exists: one stands for the serial of ours inside of it only where a certificate has that, and none has
 * the text as it is written.
 * @param exist which of these keys certificates have; not asked where each text is to be read in one way
 * @returns each as it was sent, or as the service writes it; those that mean the same once
 */
export async function asMeant(
  serials: readonly string[],
  exist: (keys: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const read = serials.map((text) => ({ text, key: serialKey(text), inside: serialInside(text) }))
  const asked = read.flatMap(({ key, inside }) => (inside === null ? [] : [key, serialKey(inside)]))
  const known = asked.length > 0 ? await exist([...new Set(asked)]) : new Set()
  const byKey = new Map<string, string>()
  for (const { text, key, inside } of read) {
    const meant = inside !== null && known.has(serialKey(inside)) && !known.has(key) ? inside : text
    if (!byKey.has(serialKey(meant))) byKey.set(serialKey(meant), meant)
  }
  return [...byKey.values()]
}
