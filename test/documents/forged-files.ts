import { writeFile } from 'node:fs/promises'
import type { CertificateDocument } from '@/lib/render/certificate/certificate-document'
import { renderCertificate } from '@/lib/render/certificate/render-certificate'
import { COMPARED } from './compared-certificates'
import { FORGED_PAGES } from './forged-pages'
import type { Variant } from './inspection-samples'
import { SET_ANEW } from './other-documents'

type Forger = (issued: CertificateDocument) => Partial<CertificateDocument>

/** What a forger who has our own typesetter makes of a certificate: nothing else betrays the file. */
const TYPESET: Record<string, Record<string, Forger>> = {
  latin: {
    'another name': () => ({ fullName: 'Mallory Forger' }),
    'a name with one letter less': () => ({ fullName: 'Ana-Lucía Müller Nguyễ' }),
    'a name without its diacritics': () => ({ fullName: 'Ana-Lucia Muller Nguyen' }),
    'a name with one letter that looks the same': ({ fullName }) => ({ fullName: fullName.replace('A', 'А') }),
    'a name with a letter in the other case': ({ fullName }) => ({ fullName: fullName.replace('M', 'm') }),
    'a second name': ({ fullName }) => ({ fullName: `${fullName} and John Smith` }),
    'another event': () => ({ eventTitle: 'Advanced Safety Training, STCW VI/1' }),
    'an event with one digit more': () => ({ eventTitle: 'Basic Safety Training, STCW VI/11' }),
    'a better achievement': () => ({ achievement: 'Passed with distinction' }),
    'another date of the event': () => ({ eventDate: '2026-11-08' }),
    'another date of issue': () => ({ issuedAt: Date.parse('2028-11-05T09:00:00Z') }),
    'five more years': () => ({ expiresAt: Date.parse('2036-11-05T23:59:59Z') }),
    'no end': () => ({ expiresAt: null }),
    'no registration number': () => ({ registrationNumber: null }),
    'a registration number with one other digit': () => ({ registrationNumber: 'NMC-2026-00413' }),
    'another serial': () => ({ serial: '7K3M-9QXT-2VBD-8RWM' }),
    'another code': () => ({ verificationUrl: 'https://certificates.example/verify/7K3M-9QXT-2VBD-8RWM' }),
    'another issuer': () => ({ issuerName: 'Northshore Maritime Academy' }),
    'another domain': () => ({ verifiedDomain: 'north-shore.example' }),
    'another address to check at': () => ({ host: 'certificate.example' }),
    'name and event in each other’s place': ({ fullName, eventTitle }) => ({
      fullName: eventTitle,
      eventTitle: fullName,
    }),
    'event and achievement in each other’s place': ({ achievement, eventTitle }) => ({
      achievement: eventTitle,
      eventTitle: achievement,
    }),
  },
  tiny: {
    'a dot that is a comma': changed('NMC.2026', 'NMC,2026'),
    'a dot that is a colon': changed('Ende.1', 'Ende:1'),
    'a 3 that is an 8': changed('00413', '00418'),
    'an l that is an I': changed('.l.', '.I.'),
    'an e that is a c': changed('.ce.', '.cc.'),
    'a 1 that is a 7': changed('Ende.1', 'Ende.7'),
    'one space': changed('/Nummer', ' /Nummer'),
  },
  long: {
    'one letter of two hundred': ({ fullName }) => ({ fullName: fullName.replace('bergerdorff W', 'bergerdorf W') }),
    'one word of an achievement': ({ achievement }) => ({ achievement: achievement.replace('second', 'third') }),
  },
  arabic: {
    'one dot': ({ fullName }) => ({ fullName: fullName.replace('ز', 'ر') }),
    'one vowel sign': ({ fullName }) => ({ fullName: fullName.replace('\u0651', '') }),
    'another name': () => ({ fullName: 'ليلى حداد' }),
  },
  chinese: {
    'one character that looks like it': ({ fullName }) => ({ fullName: fullName.replace('明', '朋') }),
    'one character less': ({ fullName }) => ({ fullName: fullName.slice(0, -1) }),
  },
  hindi: { 'one vowel sign': ({ fullName }) => ({ fullName: fullName.replace('वे', 'वै') }) },
  short: { 'a letter that is a digit': () => ({ fullName: '0' }), 'a longer name': () => ({ fullName: 'Oe' }) },
}

function changed(from: string, to: string): Forger {
  return ({ registrationNumber }) => ({ registrationNumber: registrationNumber?.replace(from, to) ?? null })
}

function typeset(certificate: string, forge: Forger): Variant {
  return async (_go, _source, to) => {
    const issued = COMPARED[certificate]
    if (!issued) throw new Error(`there is no certificate ${certificate}`)
    await writeFile(to, (await renderCertificate({ ...issued, ...forge(issued) })).pdf)
  }
}

/** Forgeries: what was done, to which certificate, and how. */
export const FORGED_FILES: readonly (readonly [what: string, certificate: string, make: Variant])[] = [
  ...Object.entries(TYPESET).flatMap(([certificate, forgers]) =>
    Object.entries(forgers).map(([what, forge]) => [what, certificate, typeset(certificate, forge)] as const),
  ),
  ...Object.entries(FORGED_PAGES).map(([what, make]) => [what, 'latin', make] as const),
  ['another name, set anew', 'long', SET_ANEW],
]
