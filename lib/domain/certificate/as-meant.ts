import { partedSerial, serialKey } from './serial'

/**
 * Serials as they are meant: a text with points, underscores or slashes in it stands for a serial of ours only where a certificate has
 * that, and none has the text as it is written.
 * @param exist which of these keys certificates have; not asked where no text may be meant so
 * @returns each as it was sent, or as the service writes it; those that mean the same once
 */
export async function asMeant(
  serials: readonly string[],
  exist: (keys: string[]) => Promise<ReadonlySet<string>>,
): Promise<string[]> {
  const parted = new Map(serials.flatMap((text) => withMeant(text)))
  const asked = [...parted].flatMap(([key, meant]) => [key, serialKey(meant)])
  const known = asked.length > 0 ? await exist(asked) : new Set()
  const byKey = new Map<string, string>()
  for (const text of serials) {
    const key = serialKey(text)
    const own = parted.get(key)
    const meant = own !== undefined && known.has(serialKey(own)) && !known.has(key) ? own : text
    if (!byKey.has(serialKey(meant))) byKey.set(serialKey(meant), meant)
  }
  return [...byKey.values()]
}

function withMeant(text: string): [string, string][] {
  const meant = partedSerial(text)
  return meant === null ? [] : [[serialKey(text), meant]]
}
