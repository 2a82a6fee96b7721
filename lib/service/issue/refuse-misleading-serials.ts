import { serialKey } from '@/lib/domain/certificate/serial'
import { ownSerialsAlike } from '@/lib/domain/issuer/own-serials-alike'
import { env } from '@/lib/env'
import { rememberedBaseUrls } from '@/lib/service/operation/remember-base-url'
import { workingPool } from '@/lib/store/database/database'
import { findExistingSerials } from '@/lib/store/evidence/existing-serials'
import type { ImportSession } from '@/lib/store/records/import-session'
import { findMarkable, refuseRows } from '@/lib/store/records/staged-rows'

/** A row with a serial asks for some twenty others. */
const AT_ONCE = 200

/**
 * Refuses staged rows whose serial stands where another certificate of ours is meant: one that could be taken for a serial that exists,
 * and one that begins as our addresses do, which people copy without their beginning.
 */
export async function refuseMisleadingSerials(session: ImportSession): Promise<void> {
  // Not as this process learnt them: a command learns none.
  const addresses = [env().BASE_URL, ...(await rememberedBaseUrls())]
  const hosts = new Set(addresses.map((address) => new URL(address).host))
  const places = [...hosts].flatMap((host) => [serialKey(`${host}/`), serialKey(`www.${host}/`)])
  for (let after = 0; ;) {
    const rows = await findMarkable(session, after, AT_ONCE)
    const last = rows.at(-1)
    if (!last) return
    after = last.line
    const alike = rows.map(({ line, serialKey: key }) => ({ line, key: key ?? '', own: ownSerialsAlike(key ?? '') }))
    const asked = alike.flatMap(({ own }) => own)
    const known = asked.length > 0 ? await findExistingSerials(workingPool(), asked) : new Set<string>()
    const misleading = alike.filter(
      ({ key, own }) => own.some((one) => known.has(one)) || places.some((place) => key.startsWith(place)),
    )
    await refuseRows(
      session,
      misleading.map(({ line }) => line),
      'serial is not available',
    )
  }
}
