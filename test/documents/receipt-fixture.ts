import type { ReceiptDocument } from '@/lib/render/receipt/receipt-document'

/**
 * A whole receipt for tests.
 * @param changes what differs from the example
 */
export function exampleReceipt(changes: Partial<ReceiptDocument> = {}): ReceiptDocument {
  return {
    id: '4d2b9a53-5c0f-4b57-9f0a-2f1f6b7b2c77',
    serial: '7K3M-9QXT-2VBD-8RWN',
    outcome: 'verified',
    verifiedAt: Date.parse('2026-11-20T14:07:32.118Z'),
    reference: 'Case 2026/118',
    certificate: {
      fullName: 'Ana-Lucía Müller Nguyễn',
      registrationNumber: 'NMC-2026-00418',
      eventTitle: 'Basic Safety Training, STCW VI/1',
      achievement: 'Passed',
      issuerName: 'Northshore Maritime College',
      verifiedDomain: 'northshore.example',
      issuedAt: Date.parse('2026-11-05T09:00:00Z'),
      expiresAt: Date.parse('2031-11-05T23:59:59Z'),
      withdrawnAt: null,
    },
    keyThumbprint: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    certificateSha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    host: 'certificates.example',
    keySetUrl: 'https://certificates.example/.well-known/jwks.json',
    receiptsUrl: 'https://certificates.example/receipts',
    receiptJwt: 'eyJhbGciOiJFUzI1NiJ9.eyJuYW1lIjoiVGVzdCJ9.c2lnbmF0dXJl',
    receiptJson: '{ "success": true }\n',
    ...changes,
  }
}
