/** What may stand before the name of a holder in a sentence about a certificate. */
const BEFORE =
  /^(?:certificates? (?:of|for|(?:awarded|issued) to)|zertifikat (?:von|f[üu]r)|certificat (?:de|pour)|certificado (?:de|do|da|para)|شهادة)\s+(?=\S)/i
const BEHIND = /(?:的?(?:证书|證書)|\s+का\s+प्रमाण[- ]?पत्र)$/
/** Letters of a script that parts given and family names by no capitals. */
const NOT_LATIN = /^[^\u0000-\u024F]/

/** A name without the words that say of what it is: `Certificate of 李明`. */
export const withoutCertificate = (words: string): string => words.replace(BEFORE, '').replace(BEHIND, '').trim()

/** Whether words are as likely a course as somebody: `Certificate of Advanced Welding`. In another script it is a name in a sentence. */
export function isCertificateOfWhat(words: string): boolean {
  const name = words.replace(BEFORE, '')
  return name !== words && !NOT_LATIN.test(name)
}
