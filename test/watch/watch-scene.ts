import { POST as apiPost } from '@/app/api/public/watches/route'
import { POST as confirmPost } from '@/app/watch/confirm/[secret]/route'
import { POST as listPost } from '@/app/watch/list/route'
import { POST as formPost } from '@/app/watch/route'
import { POST as stopPost } from '@/app/watch/unsubscribe/[secret]/route'
import type { RouteHandler } from '@/lib/http/endpoint'
import { withPeerAddress } from '@/lib/http/request-context'
import { sendMailOnce } from '@/lib/service/mail/operate-mail'
import type { SmtpSink, SunkMail } from '@/test/network/smtp-sink'
import { newAddress } from '@/test/verify-requests'

const ORIGIN = 'https://verify.test'

interface Asking {
  /** Where the request comes from; left out, from a new address each time. */
  from?: string
  language?: string
}

/** Asks by the API. */
export function askToBeTold(
  serials: readonly unknown[],
  email: unknown,
  { from = newAddress(), language }: Asking = {},
): Promise<Response> {
  const body = JSON.stringify({ serials, email, ...(language !== undefined && { language }) })
  const headers = { 'content-type': 'application/json' }
  return apiPost(withPeerAddress(new Request(`${ORIGIN}/api/public/watches`, { method: 'POST', headers, body }), from))
}

/** Sends a form of a page, from that page. */
function sendForm(
  handler: RouteHandler,
  path: string,
  fields: [string, string][],
  { params = {}, headers = { origin: ORIGIN }, from = newAddress() }: FormOptions = {},
): Promise<Response> {
  const request = new Request(`${ORIGIN}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  return handler(withPeerAddress(request, from), { params: Promise.resolve(params) })
}

interface FormOptions {
  params?: Record<string, string>
  headers?: Record<string, string>
  from?: string
}

/** Sends the form of `/watch`. */
export const sendWatchForm = (fields: [string, string][], options?: FormOptions) =>
  sendForm(formPost, '/watch', fields, options)

/** Presses a button of the page that a first message leads to; or sends what no button of it sends. */
export const pressConfirm = (secret: string, action: string | null = 'confirm') =>
  sendForm(confirmPost, `/watch/confirm/${secret}`, action === null ? [] : [['action', action]], { params: { secret } })

/** Sends a form of the page of a private link. */
export const changeList = (link: string, fields: [string, string][] = [], options?: FormOptions) =>
  sendForm(listPost, '/watch/list', [['link', link], ...fields], options)

/** Unsubscribes as a mail program does (RFC 8058): from elsewhere, with nothing but the address. */
export const unsubscribeByProgram = (secret: string) =>
  sendForm(stopPost, `/watch/unsubscribe/${secret}`, [['List-Unsubscribe', 'One-Click']], {
    params: { secret },
    headers: {},
  })

/** Sends what is due. @returns the messages that came in with it */
export async function receive(sink: SmtpSink): Promise<SunkMail[]> {
  const before = sink.mails.length
  await sendMailOnce(new AbortController().signal)
  return sink.mails.slice(before)
}

/** The secret of the confirming link in a message. */
export function confirmSecret(mail: SunkMail | undefined): string {
  return /\/watch\/confirm\/([\w-]{22})(?=\s)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** The private link in a message. */
export function listLink(mail: SunkMail | undefined): string {
  return /https:\S+\/watch\/list#[\w-]{22}(?=\s)/.exec(mail?.text ?? '')?.[0] ?? ''
}

/** The secret that unsubscribes, from the header of a message. */
export function stopSecret(mail: SunkMail | undefined): string {
  return /^<https:\S+\/watch\/unsubscribe\/([\w-]{22})>$/.exec(mail?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
}

/** Watches certificates, whole: asked for, and confirmed by the link in the message. */
export async function watch(
  sink: SmtpSink,
  serials: readonly string[],
  email: string,
  language?: string,
): Promise<void> {
  await askToBeTold(serials, email, { language })
  const [mail] = await receive(sink)
  const confirmed = await pressConfirm(confirmSecret(mail))
  if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.status}`)
}
