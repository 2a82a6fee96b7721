import { exampleReceiptValidation } from '@/lib/contract/check/receipt-examples'
import type { CheckManyOutcome, CheckManyView } from '@/components/many/check-many-view'
import type { ReceiptOutcome, ReceiptView } from '@/components/receipt/receipt-view'
import { SAMPLE_CERTIFICATE, sampleAnswer } from './sample-views'

const PLACE = {
  host: 'verify.example.org',
  origin: 'https://verify.example.org',
  checkedAt: new Date('2026-11-20T14:07:31Z'),
}
const LISTED = '7K3M-9QXT-2VBD-8RWN\nH8NC-4R2W-6PTX-9QAK\nNS/2024/0042'

const check = (outcome: CheckManyOutcome): CheckManyView => ({
  ...outcome,
  ...PLACE,
  formerOrigins: [],
  serials: LISTED,
})
const receipt = (outcome: ReceiptOutcome): ReceiptView => ({ ...outcome, ...PLACE })

/** The page for several certificates with made-up ones: each outcome on a line. */
export const SAMPLE_CHECKS: Record<string, CheckManyView> = {
  'check-many': check({ kind: 'form' }),
  'check-many-results': check({
    kind: 'results',
    rows: [
      { serial: '7K3M-9QXT-2VBD-8RWN', answer: sampleAnswer('verified') },
      { serial: 'H8NC-4R2W-6PTX-9QAK', answer: sampleAnswer('withdrawn', { serial: 'H8NC-4R2W-6PTX-9QAK' }) },
      {
        serial: 'NORTHSHORE/MARITIME/2026/BASIC-SAFETY-TRAINING/000000418',
        answer: sampleAnswer('superseded', {
          recipient: { full_name: 'محمد عبد الرحمن الفارسي', registration_number: null },
        }),
      },
      { serial: '0000-0000-0000-001Z', answer: sampleAnswer('invalid', { ...SAMPLE_CERTIFICATE, status: 'invalid' }) },
      { serial: '0123-4567-89AB-CDE4', answer: null },
      { serial: 'NS/2024/0042', answer: null },
      { serial: '7K3M-9QXT', answer: null },
      { serial: '2222-2222-2222-222P' },
    ],
  }),
  'check-many-none': check({ kind: 'none' }),
  'check-many-too-many': check({ kind: 'too_many_serials', count: 48 }),
  'check-many-places': check({ kind: 'too_many', count: 12, retryAfterSeconds: 42 }),
}

/** The page for receipts with made-up ones. */
export const SAMPLE_RECEIPTS: Record<string, ReceiptView> = {
  'receipt-valid': receipt({ kind: 'valid', receipt: exampleReceiptValidation(PLACE.origin).receipt }),
  'receipt-forged': receipt({ kind: 'not_valid', failure: 'unknown_key' }),
  'receipt-unreadable': receipt({ kind: 'unreadable' }),
  'receipt-certificate': receipt({ kind: 'unreadable', failure: 'no_receipt', belongs: { kind: 'pdf' } }),
}
