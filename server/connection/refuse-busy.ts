import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { standardHeaders } from '@/lib/http/answer/respond'
import { pageHeaders } from '@/lib/http/answer/security-headers'
import { configuredProxies } from '@/lib/http/request-context'
import { newRequestId } from '@/lib/http/request-id'
import { requestLanguage, VARY_BY_LANGUAGE } from '@/lib/http/request-language'
import type { LanguageCode } from '@/lib/i18n/languages'
import { createTranslator } from '@/lib/i18n/translate'
import { closeAfterLargeUpload } from './close-after-large-upload'
import { holdReading } from './hold-reading'
import { peerOf } from './peer-of'

/** Seconds after which refused clients may come again, spread so that they do not come together. */
const RETRY_AFTER_SECONDS = [2, 3, 4, 5]

/**
 * So many in a tenth of a second are refused at the cost of their answers alone. Of more, each connection is left alone for
 * a while (ms): whoever goes on at once, in spite of `retry-after`, waits in their own buffers. A refusal costs a quarter
 * of an answer, so that five times as many requests as can be answered would leave nothing for the answers.
 */
const MANY = 50
const WINDOW_MS = 100
const HOLD_MS = 1000
/** Of an upload that is refused because of all the others, so much is read on. */
const READ_ON_PIECES = 100
const window = { began: -Infinity, refusals: 0 }

const JSON_BODY = Buffer.from(
  JSON.stringify({ success: false, error: 'The service is very busy just now. Try again in a few seconds.' }),
)
const STYLE =
  'body{margin:3rem auto;max-width:34rem;padding:0 1rem;font:1.1rem/1.5 sans-serif;color:#1d1d1f;background:#fff}' +
  '@media(prefers-color-scheme:dark){body{color:#eee;background:#16181c}a{color:#9cf}}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const pages = new Map<LanguageCode, Buffer>()
let turn = 0

/**
 * Refuses a request because too many are under way: 503 with `retry-after`, as JSON under `/api`, else as a page that
 * needs no other file. Made in advance, since it must cost next to nothing.
 */
export function refuseBusy(message: IncomingMessage, answer: ServerResponse): void {
  const seconds = RETRY_AFTER_SECONDS[turn++ % RETRY_AFTER_SECONDS.length] ?? 5
  const isApi = (message.url ?? '').startsWith('/api/')
  const { body, headers } = isApi ? json() : page(message)
  closeAfterLargeUpload(message, answer, READ_ON_PIECES)
  answer.writeHead(503, { ...headers, 'retry-after': String(seconds), 'content-length': String(body.length) })
  answer.end(message.method === 'HEAD' ? undefined : body)
  if (areMany()) answer.once('finish', () => holdBack(message.socket))
}

function areMany(): boolean {
  const now = performance.now()
  if (now - window.began > WINDOW_MS) Object.assign(window, { began: now, refusals: 0 })
  window.refusals += 1
  return window.refusals > MANY
}

/** Connections of a trusted proxy carry many people: one of them would have it held for all. */
function holdBack(socket: Socket): void {
  if (configuredProxies().has(peerOf(socket))) return
  setTimeout(holdReading(socket), HOLD_MS).unref()
}

function json() {
  const headers: Record<string, string> = {
    ...standardHeaders(newRequestId()),
    'content-type': 'application/json; charset=utf-8',
  }
  return { headers, body: JSON_BODY }
}

function page(message: IncomingMessage) {
  const language = requestLanguage({ get: (name) => message.headers[name]?.toString() ?? null })
  let body = pages.get(language)
  if (!body) pages.set(language, (body = Buffer.from(pageIn(language))))
  const headers = {
    ...pageHeaders(),
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'x-request-id': newRequestId(),
    'content-language': language,
    vary: VARY_BY_LANGUAGE,
  }
  return { headers, body }
}

/** The words of the catalogue hold no markup; the address is repeated nowhere. */
function pageIn(language: LanguageCode): string {
  const { t, dir } = createTranslator(language)
  return (
    `<!doctype html><html lang="${language}" dir="${dir}"><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${t('busy.heading')}</title>` +
    `<style>${STYLE}</style><main><h1>${t('busy.heading')}</h1><p>${t('busy.sentence')}</p>` +
    `<p><a href="">${t('busy.again')}</a></p></main></html>`
  )
}
