import { OVERALL_STATUSES, type OverallStatus } from '@/lib/contract/check/verification'
import { sha256Hex } from '@/lib/crypto/encoding/sha256'
import { createTranslator } from '@/lib/i18n/translate'
import type { RawAnswer, Reading } from './answer'
import type { Known } from './ledger'

/** A kind of request of the load. */
export interface Operation {
  name: string
  /** How many of a hundred requests. */
  share: number
  /** Whether a completed one counts as a check. */
  counted: boolean
  request(known: Known, key: string): { method: string; path: string; headers?: Record<string, string>; body?: string }
  /** Reads an answer; what is not as it was specified is said. */
  read(answer: RawAnswer, known: Known): Reading
}

const nothing: Reading = { verdict: null, unspecified: null }
const odd = (unspecified: string): Reading => ({ verdict: null, unspecified })

interface Wire {
  success: boolean
  error?: string
  verification?: { overall_status: string }
  receipt?: { jti: string; overall_status: string }
  certificates?: { serial: string; found: boolean; certificate: { status: string; serial: string } | null }[]
}

function parse({ body, headers }: RawAnswer): Wire | null {
  if (!/^application\/json/.test(String(headers['content-type']))) return null
  try {
    return JSON.parse(body.toString('utf8')) as Wire
  } catch {
    return null
  }
}

/** A refusal has the JSON body of every refusal, and a 503 says when to come again. */
function refusal(answer: RawAnswer, allowed: readonly number[]): Reading {
  if (!allowed.includes(answer.status)) return odd(`status ${answer.status}`)
  if (answer.status === 503 && !/^\d+$/.test(String(answer.headers['retry-after'])))
    return odd('503 without retry-after')
  const body = parse(answer)
  if (body?.success !== false || typeof body.error !== 'string' || body.error === '')
    return odd(`${answer.status} without an error in JSON`)
  return answer.status === 404 ? { verdict: 'none', unspecified: null } : nothing
}

function verdict(said: string | undefined): Reading {
  const known = OVERALL_STATUSES.find((status) => status === said)
  return known === undefined ? odd(`unknown outcome ${said}`) : { verdict: known, unspecified: null }
}

const { t } = createTranslator('en')
const HEADINGS = new Map<string, OverallStatus>([
  [t('genuine.heading'), 'verified'],
  [t('withdrawn.heading'), 'withdrawn'],
  [t('replaced.heading'), 'superseded'],
  [t('expired.heading'), 'expired'],
  [t('suspended.heading'), 'issuer_suspended'],
  [t('invalid.heading'), 'invalid'],
])

function readPage(answer: RawAnswer): Reading {
  if (!/^text\/html/.test(String(answer.headers['content-type']))) return odd(`${answer.status} page without HTML`)
  if (answer.status === 404) return { verdict: 'none', unspecified: null }
  if (answer.status === 503) return answer.headers['retry-after'] ? nothing : odd('503 page without retry-after')
  if (answer.status !== 200) return odd(`page with status ${answer.status}`)
  const html = answer.body.toString('utf8')
  const heading = /<h1[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
  const said = HEADINGS.get(heading)
  return said === undefined ? odd(`a page with the heading “${heading}”`) : { verdict: said, unspecified: null }
}

const api = (serial: string) => `/api/public/credentials/verify/${serial}`

/** What people and programs ask for, in about the proportions of a day. */
export const OPERATIONS: readonly Operation[] = [
  {
    name: 'verify',
    share: 55,
    counted: true,
    request: ({ serial }) => ({ method: 'GET', path: api(serial) }),
    read: (answer) =>
      answer.status === 200 ? verdict(parse(answer)?.verification?.overall_status) : refusal(answer, [404, 503]),
  },
  {
    name: 'page',
    share: 20,
    counted: true,
    request: ({ serial }) => ({ method: 'GET', path: `/verify/${serial}` }),
    read: readPage,
  },
  {
    name: 'receipt',
    share: 8,
    counted: true,
    request: ({ serial }) => ({ method: 'GET', path: `${api(serial)}/receipt` }),
    read: (answer) => {
      if (answer.status !== 200) return refusal(answer, [404, 503])
      const receipt = parse(answer)?.receipt
      return { ...verdict(receipt?.overall_status), receipt: receipt?.jti }
    },
  },
  {
    name: 'pdf',
    share: 7,
    counted: false,
    request: ({ serial }) => ({ method: 'GET', path: `/api/public/credentials/${serial}/pdf` }),
    read: (answer, known) => {
      // Which refusal a certificate that is not current gets is the business of its own tests.
      if (answer.status !== 200) return { ...refusal(answer, [404, 410, 409, 503]), verdict: null }
      const sha256 = sha256Hex(answer.body)
      return known.pdf === null || sha256 === known.pdf ? nothing : odd('a PDF with other bytes than were issued')
    },
  },
  {
    name: 'lookup',
    share: 10,
    counted: false,
    request: ({ serial }, key) => ({
      method: 'POST',
      path: '/api/issuer/v1/certificates/lookup',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ serials: [serial] }),
    }),
    read: (answer, known) => {
      if (answer.status !== 200) return refusal(answer, [500, 503])
      const [item] = parse(answer)?.certificates ?? []
      if (item?.serial !== known.serial) return odd('a lookup that does not name what was asked')
      if (!item.found || item.certificate?.serial !== known.serial) return nothing
      const { status } = item.certificate
      return known.withdrawal === undefined && status === 'withdrawn' && known.expected !== 'withdrawn'
        ? odd('withdrawn by nobody')
        : nothing
    },
  },
  {
    name: 'receipt-pdf',
    share: 0,
    counted: true,
    request: ({ serial }) => ({ method: 'GET', path: `${api(serial)}/receipt?format=pdf` }),
    read: (answer) => {
      if (answer.status !== 200) return refusal(answer, [404, 503])
      return answer.body.subarray(0, 5).toString() === '%PDF-' ? nothing : odd('a receipt’s PDF that is none')
    },
  },
]

/** The operation of this name. */
export function operation(name: string): Operation {
  const found = OPERATIONS.find((one) => one.name === name)
  if (!found) throw new Error(`no operation ${name}`)
  return found
}
