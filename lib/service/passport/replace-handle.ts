import { randomBytes } from 'node:crypto'
import { passportHandle } from '@/lib/domain/passport/passport-handle'
import { updateHandle } from '@/lib/store/records/passport-changes'
import { withPassport } from './with-passport'

/**
 * The holder gives a passport another handle; the old one is unknown from then on and is never given again.
 * @param known the handle that the holder saw: a form that is sent twice replaces it once
 * @returns null when the link opens nothing
 */
export function replaceHandle(link: string, known: string): Promise<'replaced' | null> {
  return withPassport(link, async (tx, { id, handle }) => {
    if (handle === known) await updateHandle(tx, id, passportHandle(randomBytes(16)))
    return 'replaced' as const
  })
}
