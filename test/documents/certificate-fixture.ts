import type { CertificateDocument } from '@/lib/render/certificate/certificate-document'

/** Names that are hard to set: by script, or by what they ask of the line. */
export const NAMES: readonly (readonly [what: string, fullName: string])[] = [
  ['Latin with accents', 'Ana-Lucía Müller Nguyễn'],
  ['Vietnamese', 'Nguyễn Thị Ngọc Ánh Thắm'],
  ['Polish and Czech', 'Łukasz Ždźbło Křišťál'],
  ['Greek, polytonic', 'Ἀλέξανδρος Παπαδόπουλος'],
  ['Cyrillic', 'Владимир Щукин-Ђорђевић'],
  ['Arabic with marks', 'محمّد بن موسى الخُوارِزْمِيّ'],
  ['Persian', 'زهرا گل‌محمدی'],
  ['Urdu', 'محمد ٹیپو بھٹی'],
  ['Hebrew with points', 'שָׁלוֹם בֶּן־דָּוִד'],
  ['Devanagari conjuncts', 'श्रीकृष्ण ज्ञानेश्वर द्विवेदी'],
  ['Bengali', 'তানিয়া চক্রবর্তী'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Gujarati', 'શ્રીમતી પ્રજ્ઞા પટેલ'],
  ['Tamil', 'கார்த்திகேயன் ஸ்ரீதர்'],
  ['Telugu', 'శ్రీనివాస్ కృష్ణమూర్తి'],
  ['Kannada', 'ಕೃಷ್ಣಪ್ಪ ಲಕ್ಷ್ಮಿ'],
  ['Malayalam', 'ശ്രീകൃഷ്ണൻ നമ്പൂതിരി'],
  ['Sinhala', 'ශ්‍රී ප්‍රියන්ත'],
  ['Thai stacking', 'ก้องเกียรติ์ ศิริปัญญ์'],
  ['Lao', 'ບຸນທະວີ ສີສຸວັນ'],
  ['Khmer', 'ស្រីពៅ ចន្ទ្រា'],
  ['Myanmar', 'ကျော်စွာမြိုင်'],
  ['Georgian', 'ამირან გიორგაძე'],
  ['Armenian', 'Արմեն Հակոբյան'],
  ['Ethiopic', 'አበበ ቢቂላ'],
  ['Korean', '김민준'],
  ['Chinese, simplified', '欧阳诸葛明'],
  ['Chinese, traditional', '歐陽諸葛龍'],
  ['Chinese, second plane', '陳𣗋明'],
  ['Japanese, second plane', '𠮷田さくら'],
  ['Mixed direction', 'Sarah Cohen שרה כהן'],
  ['Mixed direction from the right', 'ليلى حداد Leila Haddad-Smith'],
  ['One letter', 'O'],
  ['One word of 120 letters', 'Llanfairpwllgwyngyllgogerychwyrndrobwll'.repeat(4).slice(0, 120)],
  ['A hundred letters in words', `Maria da Conceição ${'Albuquerque Cavalcanti '.repeat(4)}de Sá`.slice(0, 100).trim()],
  ['Two hundred letters', 'Wolfeschlegelsteinhausenbergerdorff '.repeat(6).slice(0, 200).trim()],
]

/**
 * A whole certificate for tests and for the contact sheet.
 * @param changes what differs from the example
 */
export function exampleDocument(changes: Partial<CertificateDocument> = {}): CertificateDocument {
  return {
    serial: '7K3M-9QXT-2VBD-8RWN',
    fullName: 'Ana-Lucía Müller Nguyễn',
    registrationNumber: 'NMC-2026-00418',
    eventTitle: 'Basic Safety Training, STCW VI/1',
    achievement: 'Passed',
    eventDate: '2026-11-03',
    issuedAt: Date.parse('2026-11-05T09:00:00Z'),
    expiresAt: Date.parse('2031-11-05T23:59:59Z'),
    issuerName: 'Northshore Maritime College',
    verifiedDomain: 'northshore.example',
    verificationUrl: 'https://certificates.example/verify/7K3M-9QXT-2VBD-8RWN',
    host: 'certificates.example',
    credential: 'eyJhbGciOiJFUzI1NiIsInR5cCI6InZjK2p3dCJ9.eyJuYW1lIjoiVGVzdCJ9.c2lnbmF0dXJl',
    ...changes,
  }
}
