import type { CertificateDocument } from '@/lib/render/certificate/certificate-document'
import { exampleDocument } from './certificate-fixture'

/** Set in a type of four points to fit its column: the smallest that a certificate has. */
const LONGEST_NUMBER =
  'NMC.2026.00413/Abteilung.3.ol.ce.Registrierung/Nummer.33.Seite.1.Absatz.3.Kapitel.l.Anhang.3.Ende.1'

/** Certificates that files are compared with, by name: long and short, in several scripts, with every fact and with few. */
export const COMPARED: Record<string, CertificateDocument> = {
  latin: exampleDocument(),
  arabic: exampleDocument({ fullName: 'محمّد بن موسى الخُوارِزْمِيّ', eventTitle: 'دورة السلامة الأساسية' }),
  chinese: exampleDocument({ fullName: '欧阳诸葛明', eventTitle: '基本安全培训', registrationNumber: null }),
  hindi: exampleDocument({ fullName: 'श्रीकृष्ण ज्ञानेश्वर द्विवेदी' }),
  long: exampleDocument({
    fullName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).slice(0, 200).trim(),
    achievement: 'Passed with distinction in all of the subjects of the second year',
  }),
  short: exampleDocument({
    fullName: 'O',
    registrationNumber: null,
    eventDate: null,
    expiresAt: null,
    verifiedDomain: '',
  }),
  tiny: exampleDocument({ registrationNumber: LONGEST_NUMBER }),
}
