import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import { isUuid } from '@/lib/domain/text/uuid'
import { env } from '@/lib/env'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { readerError } from '@/lib/i18n/desk/reader-error'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import type { DeskInput } from './desk-endpoint'
import { seeOther } from './see-other'

const PURPOSE = 'certificate-verification/shown-once/v1'
const COOKIE = 'desk.shown_once'
const SECONDS = 120

/** A form's own id, which it carries from the page on (`lib/service/desk/refuse-sent-twice.ts`). */
export function formId(form: URLSearchParams): string {
  const id = form.get('once')?.toLowerCase() ?? ''
  return isUuid(id) ? id : randomUUID()
}

/**
 * Redirects to the page that shows a secret once. Until then the secret stands in the browser's own cookie, encrypted for
 * this session and page: nothing of it is stored here, and loading that page again makes nothing.
 * @param path of the page, which answers with `showingOnce`
 */
export function showOnce(path: string, person: DeskPerson, shown: unknown): Response {
  const text = JSON.stringify({ until: Date.now() + SECONDS * 1000, shown })
  return seeOther(path, [cookie(path, encryptText(text, keyEncryptionKey(), binding(path, person)), SECONDS)])
}

/**
 * Shows what `showOnce` sent here, and has the browser forget it.
 * @param gone what is said where it is gone, and the place of the desk where that is mended
 * @throws ServiceError `gone` where it was shown before, or too long ago
 */
export async function showingOnce<T>(
  { request, person }: DeskInput,
  shape: z.ZodType<T>,
  show: (shown: T) => Promise<Response>,
  gone: { sentence: DeskKey; place?: string } = { sentence: 'shownOnce.gone' },
): Promise<Response> {
  const path = new URL(request.url).pathname
  const found = new RegExp(`(?:^|[; ])${COOKIE.replace('.', '\\.')}=([^;]+)`).exec(request.headers.get('cookie') ?? '')
  const text = found && decryptText(found[1] ?? '', keyEncryptionKey(), binding(path, person))
  const { until, shown } = JSON.parse(text ?? '{"until":0}') as { until: number; shown?: unknown }
  if (until < Date.now()) throw readerError('gone', gone.sentence, {}, { place: gone.place })
  const answer = await show(shape.parse(shown))
  answer.headers.append('set-cookie', cookie(path, '', 0))
  return answer
}

function binding(path: string, { session }: DeskPerson) {
  return { purpose: PURPOSE, row: `${session.id} ${path}` }
}

function cookie(path: string, value: string, seconds: number): string {
  const secure = env().BASE_URL.startsWith('https:') ? '; Secure' : ''
  return `${COOKIE}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}
