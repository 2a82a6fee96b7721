import { env } from '@/lib/env'
import { ServiceError } from '@/lib/errors'
import { errorHeaders, jsonResponse, refusalOf, withHeaders } from '@/lib/http/answer/respond'
import type { RouteHandler } from '@/lib/http/endpoint'
import { isWrite } from '@/lib/http/is-write'
import { type Admission, admit, arrival, countMore } from '@/lib/http/limits/admission'
import type { LimitGroupName } from '@/lib/http/limits/limits'
import { htmlResponse } from '@/lib/http/page-endpoint'
import { newNonce, newRequestId } from '@/lib/http/request-id'
import { requestLanguage } from '@/lib/http/request-language'
import { deskLanguage } from '@/lib/i18n/desk/catalogues'
import { type DeskReader, forReader, isTimeZone } from '@/lib/i18n/desk/reader'
import { deskRefusal } from '@/lib/i18n/desk/refusal'
import { type DeskMember, type DeskPerson, findDeskPerson } from '@/lib/service/desk/desk-person'
import type { From } from '@/lib/service/desk/sign-in/auth-call'
import { wasSignedIn } from '@/lib/service/desk/sign-in/was-signed-in'
import { deskHeaders } from './desk-headers'
import { type FirstStep, firstStep, StepNeeded, stepPath } from './first-step'
import { memberOf, OTHER_ISSUER, requireOpener } from './form-member'
import { formToKeep, type KeptForm } from './kept-form'
import { readForm, refuseNul } from './read-form'
import { seeOther } from './see-other'

const STATUS: Record<FirstStep, number> = { 'sign-in': 401, 'second-factor': 401, confirm: 403, issuer: 400 }

/** What the handler of every page of the desk is given. */
export interface DeskVisit {
  request: Request
  params: Record<string, string>
  query: URLSearchParams
  /** The caller's address. */
  address: string
  from: From
  nonce: string
  /**
   * Takes places of a limit that the visit itself does not count in.
   * @throws ServiceError `rate_limited`
   */
  draw: (group: LimitGroupName, places: number) => Promise<void>
  /** Fields of the form that was sent; empty for GET, and where the handler reads the body itself. */
  form: URLSearchParams
}

/** The visit of somebody who is signed in, second factor shown. */
export interface DeskInput extends DeskVisit {
  person: DeskPerson
  /**
   * The person at the issuer that the session works for.
   * @throws ServiceError `forbidden` when they work for none; `malformed` when a form was made for another issuer, or opened by another
   */
  member: DeskMember
  /**
   * The same as it is by now, for who has read a body themselves.
   * @throws as `member`; ServiceError `forbidden` when nobody is signed in any more
   */
  memberNow: () => Promise<DeskMember>
}

export interface DeskConfig {
  /** `read`: the handler reads the body itself; left out, a form is read. */
  body?: 'read'
  /** The most bytes of a form, where it holds more than a few fields; of one that is read to be kept, where the handler reads it. */
  formBytes?: number
  /** Whether strangers may send its form; `deskEndpoint` counts theirs before it is read. */
  open?: boolean
}

/** Renders, each as a whole page, what is said in place of an answer. */
export interface DeskRefusals {
  /** `kept`: what was sent, where nothing came of it for now. */
  error: (error: ServiceError, at: { kept: KeptForm | null; person: DeskPerson | null }) => Promise<string>
  /** What was sent waits on the page until somebody has taken the step. */
  kept: (first: FirstStep, kept: KeptForm, person: DeskPerson | null) => Promise<string>
}

/**
 * Wraps a page or a form of the desk: request id, rate count, `origin` of writes, session, second factor, body, handler,
 * headers. Who is not signed in is sent to sign in and comes back; a form that they sent is kept on a page meanwhile.
 */
export function deskEndpoint(
  config: DeskConfig,
  handler: (input: DeskInput) => Promise<Response> | Response,
  refusals: DeskRefusals,
): RouteHandler {
  return openDeskEndpoint(
    { ...config, open: false },
    async (visit, person) => {
      if (!person) throw new StepNeeded('sign-in')
      if (person.session.secondFactorAt === null) throw new StepNeeded('second-factor')
      return handler({
        ...visit,
        person,
        get member() {
          return memberOf(person, visit)
        },
        async memberNow() {
          const now = await findDeskPerson(visit.from)
          if (now && now.session.secondFactorAt !== null) return memberOf(now, visit)
          throw new ServiceError('forbidden', 'You are not signed in any more. Nothing was changed.')
        },
      })
    },
    refusals,
  )
}

/** The same for pages that are there before one is signed in: the handler gets null then. */
export function openDeskEndpoint(
  config: DeskConfig,
  handler: (visit: DeskVisit, person: DeskPerson | null) => Promise<Response> | Response,
  refusals: DeskRefusals,
): RouteHandler {
  const answer: RouteHandler = async (request, context) => {
    const requestId = newRequestId()
    const admission = arrival(request)
    const params = ((await context?.params) ?? {}) as Record<string, string>
    const visit = visitOf(request, params, admission)
    let person: DeskPerson | null = null
    let sent: URLSearchParams | null = null
    let isOurs = false
    const headers = () => deskHeaders(visit.nonce, requestId, admission)
    // What another site sent, or was not let in, is offered to nobody, nor read.
    const keptForm = async () =>
      isOurs ? formToKeep(request, sent, config.formBytes, wasSignedIn(visit.from.cookie)) : null
    try {
      await admit(request, { group: 'desk' }, admission)
      requireOrigin(request)
      const isStranger = isWrite(request) && !wasSignedIn(visit.from.cookie)
      if (isStranger && config.open === false) await countMore('desk_strangers', 1, admission)
      isOurs = true
      // The body first: it may be slow, and who was removed meanwhile must not act with what they were before.
      sent = isWrite(request) && config.body !== 'read' ? await readForm(request, config.formBytes) : null
      const form = sent ?? visit.form
      refuseNul(form)
      person = await findDeskPerson(visit.from)
      if (person) requireOpener(person, visit.query)
      const response = await forReader(readerOf(visit, person), () => handler({ ...visit, form }, person))
      return withHeaders(response, headers())
    } catch (thrown) {
      const first = firstStep(thrown)
      if (first) {
        const kept = await keptForm()
        if (kept) {
          const html = await forReader(readerOf(visit, person), () => refusals.kept(first, kept, person))
          return withHeaders(htmlResponse(STATUS[first], html), headers())
        }
        if (first !== 'issuer') return withHeaders(seeOther(stepPath(first, request)), headers())
      }
      const refused = first === null ? thrown : new ServiceError('malformed', OTHER_ISSUER)
      const error = refusalOf(refused, 'unavailable', requestId)
      if (isJson(request)) {
        const { text } = await forReader(readerOf(visit, person), () => Promise.resolve(deskRefusal(error.message)))
        return jsonResponse(error.status, { ...headers(), ...errorHeaders(error) }, { success: false, error: text })
      }
      const kept = error.code === 'unavailable' ? await keptForm() : null
      const html = await forReader(readerOf(visit, person), () => refusals.error(error, { kept, person }))
      return withHeaders(htmlResponse(error.status, html, errorHeaders(error)), headers())
    }
  }
  return Object.assign(answer, { group: 'desk' as const })
}

function visitOf(request: Request, params: Record<string, string>, admission: Admission): DeskVisit {
  const { headers } = request
  return {
    request,
    params,
    query: new URL(request.url).searchParams,
    address: admission.address,
    from: {
      cookie: headers.get('cookie') ?? '',
      address: admission.address,
      userAgent: (headers.get('user-agent') ?? '').slice(0, 300),
    },
    nonce: newNonce(),
    draw: (group, places) => countMore(group, places, admission),
    form: new URLSearchParams(),
  }
}

/** What a person chose; otherwise what their browser asks for, in UTC. */
function readerOf({ request }: DeskVisit, person: DeskPerson | null): DeskReader {
  const chosen = person?.preferences ?? null
  return {
    language: deskLanguage(chosen?.language ?? requestLanguage(request.headers)),
    timeZone: chosen && isTimeZone(chosen.timeZone) ? chosen.timeZone : 'UTC',
  }
}

/** What a script of a page sends, which shows the sentence by itself. */
function isJson(request: Request): boolean {
  return /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
}

/** A form of another site must not act for who is signed in here (cross-site request forgery). */
function requireOrigin(request: Request): void {
  if (!isWrite(request) || request.headers.get('origin') === env().BASE_URL) return
  const { BASE_URL } = env()
  const sentence = `This was not sent from a page of the desk at ${BASE_URL}. Open the desk at that address and retry.`
  throw new ServiceError('forbidden', sentence)
}
