import type { Finding, FindingId } from '@/lib/contract/check/document'

const MESSAGES: Record<FindingId, string> = {
  issued_file: 'The file is byte for byte one that was issued.',
  bytes_added: 'The file begins with an issued file, and something was added after it.',
  bytes_differ: 'The file is not byte for byte one that was issued.',
  record_invalid: 'The record that the file belongs to fails its check, so nothing can be said of the file.',
  several_certificates: 'The file names several certificates, so none of them is taken as its record.',
  credential_attached: 'A signed credential that was issued here is attached to the file.',
  credential_unknown: 'A signed credential is attached that is not as it was issued here.',
  serial_in_text: 'The serial stands in the text of the file.',
  serial_in_qr_code: 'A QR code in the file holds the serial.',
  qr_code_elsewhere: 'A QR code in the file leads to an address that is not this service.',
}

/** One finding with its sentence. */
export function finding(id: FindingId, more: Pick<Finding, 'serials' | 'host'> = {}): Finding {
  return { id, message: MESSAGES[id], ...more }
}
