import type { CheckManyOutcome, CheckManyView } from '@/components/many/check-many-view'
import type { ReceiptOutcome, ReceiptView } from '@/components/receipt/receipt-view'
import type { BatchResult } from '@/lib/contract/check/batch'
import { exampleBatchReceiptValidation } from '@/lib/contract/check/batch-operation'
import { exampleReceiptValidation } from '@/lib/contract/check/receipt-examples'
import type { VerifyAnswer } from '@/lib/contract/check/verification'
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
  watchable: true,
  serials: LISTED,
})

/** One result of a batch; null where there is no such certificate. */
function row(serial: string, answer: VerifyAnswer | null | 'undetermined'): BatchResult {
  const nothing = { certificate: null, verification: null, replacement_certificate: null }
  if (answer === 'undetermined') return { serial, found: null, ...nothing, error: 'It could not be checked.' }
  if (answer === null) return { serial, found: false, ...nothing, error: null }
  const { certificate, verification, replacement_certificate } = answer
  return { serial, found: true, certificate, verification, replacement_certificate, error: null }
}

const receipt = (outcome: ReceiptOutcome): ReceiptView => ({ ...outcome, ...PLACE })

/** The page for several certificates with made-up ones: each outcome on a line. */
export const SAMPLE_CHECKS: Record<string, CheckManyView> = {
  'check-many': check({ kind: 'form' }),
  'check-many-results': check({
    kind: 'results',
    elsewhere: [],
    rows: [
      row('7K3M-9QXT-2VBD-8RWN', sampleAnswer('verified')),
      row('H8NC-4R2W-6PTX-9QAK', sampleAnswer('withdrawn', { serial: 'H8NC-4R2W-6PTX-9QAK' })),
      row(
        'NORTHSHORE/MARITIME/2026/BASIC-SAFETY-TRAINING/000000418',
        sampleAnswer('superseded', {
          recipient: { full_name: 'محمد عبد الرحمن الفارسي', registration_number: null },
        }),
      ),
      row('0000-0000-0000-001Z', sampleAnswer('invalid', { ...SAMPLE_CERTIFICATE, status: 'invalid' })),
      row('0123-4567-89AB-CDE4', null),
      row('NS/2024/0042', null),
      row('7K3M-9QXT', null),
      row('2222-2222-2222-222P', 'undetermined'),
    ],
  }),
  'check-many-columns': check({
    kind: 'columns',
    columns: [
      { column: 0, cells: 'P1234567 · P2345678 · P3456789' },
      { column: 2, cells: '7K3M-9QXT-2VBD-8RWN' },
    ],
    lists: '',
  }),
  'check-many-none': check({ kind: 'none' }),
  'check-many-too-many': check({ kind: 'too_many_serials', count: 48 }),
  'check-many-places': check({ kind: 'too_many', count: 12, retryAfterSeconds: 42 }),
  'check-many-outage': check({ kind: 'could_not_check', retryAfterSeconds: 5 }),
}

/** The page for receipts with made-up ones. */
export const SAMPLE_RECEIPTS: Record<string, ReceiptView> = {
  'receipt-valid': receipt({ kind: 'valid', receipt: exampleReceiptValidation(PLACE.origin).receipt }),
  'receipt-batch': receipt({ kind: 'valid', receipt: exampleBatchReceiptValidation(PLACE.origin).receipt }),
  'receipt-forged': receipt({ kind: 'not_valid', failure: 'unknown_key' }),
  'receipt-unreadable': receipt({ kind: 'unreadable' }),
  'receipt-certificate': receipt({ kind: 'unreadable', failure: 'no_receipt', belongs: { kind: 'pdf' } }),
}
