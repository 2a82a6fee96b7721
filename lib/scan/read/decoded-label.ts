// With its file name this is the package; by its bare name it would be Node's own module, which is deprecated.
import punycode from 'punycode/punycode.js'

/**
 * The letters of a label that a host name holds as `xn--…` (RFC 3492); browsers encode such labels but offer no way
 * back. Any other label, and one that is wrongly encoded, is returned as it is.
 * @param label in lower case
 */
export function decodedLabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  try {
    return punycode.decode(label.slice(4))
  } catch {
    return label
  }
}
