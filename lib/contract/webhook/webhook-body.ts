import { z } from 'zod'
import { CHALLENGE_KIND, TEST_KIND, WEBHOOK_KINDS, type WebhookKind } from './webhook-kinds'

const serial = z.string().describe('The serial of the certificate')
const url = z.url().describe('The page where anyone checks the certificate')

/** What a delivery says of each kind of event, besides its kind and its time. No names: ask by serial for the rest. */
export const WEBHOOK_DATA = {
  'certificate.issued': z.object({ serial, verification_url: url }),
  'certificate.corrected': z.object({
    serial: serial.describe('The serial of the correction'),
    verification_url: url,
    replaced_serial: z.string().describe('The serial of the certificate that it replaces'),
  }),
  'certificate.withdrawn': z.object({ serial, verification_url: url }),
  'report.received': z.object({
    serial: z.string().describe('The serial of the certificate that a visitor reported'),
    kind: z.string().describe('What the report is about'),
  }),
  'withdrawal.waiting': z.object({
    serial: z.string().describe('The serial of the certificate whose withdrawal a second owner decides on'),
  }),
  'domain.lapsing': z.object({
    domain: z.string().describe('The verified domain whose record was not found'),
    lapsed: z.boolean().describe('True once it counts as verified no more'),
  }),
  [TEST_KIND]: z.object({}),
  [CHALLENGE_KIND]: z.object({
    challenge: z.string().describe('Answer with status 200 and `{"challenge": "…"}`, with this value'),
  }),
} as const satisfies Record<WebhookKind | typeof TEST_KIND | typeof CHALLENGE_KIND, z.ZodType>

/** When each kind is sent, for the documentation. */
export const WEBHOOK_SENT: Readonly<Record<keyof typeof WEBHOOK_DATA, string>> = {
  'certificate.issued': 'A certificate was issued.',
  'certificate.corrected': 'A certificate was replaced by a correction.',
  'certificate.withdrawn': 'A certificate was withdrawn, for good.',
  'report.received': 'A visitor reported a certificate as a forgery or a mistake.',
  'withdrawal.waiting': 'The withdrawal of a certificate waits for a second owner.',
  'domain.lapsing': 'The DNS record of the verified domain was not found on a day.',
  'webhook.test': 'An owner asked for a test at the desk.',
  'webhook.challenge':
    'An owner wants the address confirmed. Answer with status 200 and `{"challenge": "…"}`, with the value of ' +
    '`data.challenge`. Nothing else is sent before that.',
}

/** Data of each kind, made up. */
export function exampleWebhookData(kind: WebhookDataKind, baseUrl: string): Record<string, unknown> {
  const serial = '7K3M-9QXT-2VBD-8RWN'
  const about = { serial, verification_url: `${baseUrl}/verify/${serial}` }
  switch (kind) {
    case 'certificate.issued':
    case 'certificate.withdrawn':
      return about
    case 'certificate.corrected':
      return { ...about, replaced_serial: '4WPD-0TRK-55NE-Q1HX' }
    case 'report.received':
      return { serial, kind: 'mistake' }
    case 'withdrawal.waiting':
      return { serial }
    case 'domain.lapsing':
      return { domain: 'northshore.example', lapsed: false }
    case 'webhook.test':
      return {}
    case 'webhook.challenge':
      return { challenge: 'hQ0zX4m7T2c8bYw1' }
  }
}

export type WebhookDataKind = keyof typeof WEBHOOK_DATA
export type WebhookData<K extends WebhookDataKind> = z.infer<(typeof WEBHOOK_DATA)[K]>

/** Every kind of message that a webhook gets. */
export const WEBHOOK_DATA_KINDS = [...WEBHOOK_KINDS, TEST_KIND, CHALLENGE_KIND] as const

/** The body of a delivery. */
export interface WebhookBody {
  type: WebhookDataKind
  /** When it happened: ISO 8601 in UTC. */
  timestamp: string
  data: Record<string, unknown>
}
