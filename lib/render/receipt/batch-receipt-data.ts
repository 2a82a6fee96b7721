import type { ListedStatus } from '@/lib/contract/check/batch'
import { REFERENCE_NOTE } from '@/lib/contract/check/receipt'
import { unknownSerial } from '@/lib/domain/certificate/unknown-serial'
import { createTranslator } from '@/lib/i18n/translate'
import { NOT_FOUND } from '@/lib/i18n/unknown-serial-heading'
import type { BatchReceiptDocument } from './batch-receipt-document'
import { label, momentOf, receiptSteps, RECEIPT_FONTS, RECEIPT_OUTCOMES, STOP, UNKNOWN } from './receipt-data'

/** What the template of a receipt over several checks is given, as JSON: words, never source code. */
export function batchReceiptData(document: BatchReceiptDocument) {
  const { id, results, reference, keyThumbprint } = document
  const times = results.map(({ verifiedAt }) => verifiedAt)
  const checked = momentOf(Math.max(...times))
  return {
    title: `Verification receipt: ${results.length} certificates`,
    description: `Receipt ${id} of checks of ${results.length} serials at ${checked}`,
    keywords: [id],
    hostLine: label(document.host),
    heading: `${results.length} serials checked`,
    counts: countsOf(results),
    facts: [
      ...(reference === null ? [] : [{ label: 'Reference', value: label(reference), note: label(REFERENCE_NOTE) }]),
      { label: 'Checked', value: label(checked), note: null },
      { label: 'Receipt', value: label(id), note: null },
      { label: 'Signed with key', value: label(keyThumbprint), note: null },
    ],
    rows: results.map(({ serial, outcome, verifiedAt }, index) => ({
      number: String(index + 1),
      serial: label(serial),
      ...wordsOf(outcome, serial),
      time: `${new Date(verifiedAt).toISOString().slice(11, 19)} UTC`,
    })),
    steps: receiptSteps(document),
    jwt: document.receiptJwt,
    json: document.receiptJson,
    fonts: RECEIPT_FONTS,
    words: {
      kind: 'Verification receipt',
      columns: ['No.', 'Serial', 'Outcome', 'Checked'],
      today:
        `This receipt states what each check came to at ${checked}. It names nobody, and says nothing about today: ` +
        'since then a certificate may have been withdrawn or replaced.',
      verifyHeading: 'How to verify this receipt, also without the service',
      foot:
        'The signed receipt is attached to this file. The pages only show it: where the two differ, the attached ' +
        'receipt counts. A genuine result does not show that the person presenting the certificate is the one named.',
    },
  }
}

/** Red only where a whole serial of our own form was never issued: everything else may be a slip of whoever typed it. */
function wordsOf(outcome: ListedStatus, serial: string): { outcome: string; tone: string } {
  const { t } = createTranslator('en')
  if (outcome !== 'not_found') {
    const { heading, tone } = RECEIPT_OUTCOMES[outcome]
    return { outcome: t(heading), tone }
  }
  const { kind } = unknownSerial(serial)
  return { outcome: t(NOT_FOUND[kind]), tone: kind === 'own' ? STOP : UNKNOWN }
}

/** How many of each outcome, in the order in which they first appear. */
function countsOf(results: BatchReceiptDocument['results']) {
  const counts = new Map<string, { outcome: string; tone: string; count: number }>()
  for (const { outcome, serial } of results) {
    const words = wordsOf(outcome, serial)
    counts.set(words.outcome, { ...words, count: (counts.get(words.outcome)?.count ?? 0) + 1 })
  }
  return [...counts.values()].map((one) => ({ ...one, count: String(one.count) }))
}
