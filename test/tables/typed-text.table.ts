import type { TypedText } from '@/lib/scan/typed/read-typed-text'

/** The service of the table, and where it stood before. */
export const ORIGINS = [
  'https://verify.northshore.example',
  'http://certs.northshore.example:8080',
] as const satisfies [string, ...string[]]
const [NOW, BEFORE] = ORIGINS
const SERIAL = '7K3M-9QXT-2VBD-8RWN'
const OTHER = 'H8NC-4R2W-6PTX-9QAK'
const LINK = `${NOW}/verify/${SERIAL}`
const ID = '8b0c2c52-6f0e-4a57-9d7c-1f7f7f0c8f11'

/** By a program that nobody here knows. */
const FORWARDED = `https://mail.test/look?at=${encodeURIComponent(LINK)}&from=x`

const HANDLE = 'k5d2xq7mfa3rjz6tbw4yhn2uci'
const jws = (header: object) => `${Buffer.from(JSON.stringify(header)).toString('base64url')}.eyJhIjoxfQ.c2lnbmVk`

const one = (serial: string) => ({ kind: 'serial' as const, serial })
const several = (...serials: [string, string, ...string[]]) => ({ kind: 'several' as const, serials })

/** What people put into the field, and what it comes to. */
export const WRONG_BOXES: readonly (readonly [text: string, read: TypedText])[] = [
  ['', { kind: 'empty' }],
  [' \n\t\u00A0', { kind: 'empty' }],
  [SERIAL, one(SERIAL)],
  ['7k3m9qxt2vbd8rwn', one(SERIAL)],
  ['7K3M 9QXT 2VBD 8RWM', one('7K3M-9QXT-2VBD-8RWM')],
  ['7K3M-9QXT', one('7K3M-9QXT')],
  ['7K3M-9QXT-', one('7K3M-9QXT')],
  ['7K3M-9QXT-2VBD-8RW', one('7K3M-9QXT-2VBD-8RW')],
  [`“${SERIAL}”.`, one(SERIAL)],
  [`Serial: ${SERIAL}`, one(SERIAL)],
  [`Serial\n${SERIAL}\nIssued\n3 November 2026`, one(SERIAL)],
  ['Serial number: NS/2024/0042', one('NS/2024/0042')],
  ['Serial: 7K3M 9QXT 2VBD 8RWM issued in 2024', one('7K3M-9QXT-2VBD-8RWM')],
  ['Serial: 7K3M-9QXT', one('7K3M-9QXT')],
  ['Is it (76SV.V3FQ.B8BX.VDDS?)', one('76SV.V3FQ.B8BX.VDDS')],
  ['NS/2024/0042', one('NS/2024/0042')],
  ['NS 2024 0042', one('NS 2024 0042')],
  ['20260001', one('20260001')],
  ['Morden', one('Morden')],
  ['AB.CD/2024', one('AB.CD/2024')],
  ['Ana Muller', { kind: 'nothing' }],
  ['Ana-Lucía Müller Nguyễn', { kind: 'nothing' }],
  ['z gecotmfai rcgzbo.', { kind: 'nothing' }],
  ['Benjamin Franklin', { kind: 'nothing' }],
  ['Ana Muller, 1980', { kind: 'nothing' }],
  ['ana@example.org', { kind: 'nothing' }],
  ['?', { kind: 'nothing' }],
  ['😀', { kind: 'nothing' }],
  ['Is this certificate genuine?', { kind: 'nothing' }],
  [LINK, one(SERIAL)],
  [`${LINK}/`, one(SERIAL)],
  [`${LINK}?lang=ar`, one(SERIAL)],
  [`${LINK}#compare`, one(SERIAL)],
  [`<${LINK}>.`, one(SERIAL)],
  [`(${LINK}),`, one(SERIAL)],
  [LINK.toUpperCase(), one(SERIAL)],
  [LINK.replace('https://', ''), one(SERIAL)],
  [LINK.replace('https:', 'http:'), one(SERIAL)],
  [`${BEFORE}/verify/${SERIAL}`, one(SERIAL)],
  [`${NOW}/verify?serial=${SERIAL.toLowerCase()}&lang=de`, one(SERIAL)],
  [`${NOW}/verify/NS%2F2024%2F0042`, one('NS/2024/0042')],
  [`${NOW}/verify/NS/2024/0042`, one('NS/2024/0042')],
  [`${NOW}/api/public/credentials/verify/${SERIAL}/receipt?format=pdf`, one(SERIAL)],
  [`${NOW}/api/public/credentials/${SERIAL}/pdf`, one(SERIAL)],
  [`${NOW}/api/public/credentials/${ID}/pdf`, { kind: 'id', id: ID }],
  [`${LINK} ${NOW}/api/public/credentials/${ID}/pdf`, one(SERIAL)],
  [`${NOW}/dashboard/certificates/${SERIAL}/correct`, one(SERIAL)],
  [`${LINK}\n${NOW}/verify/${OTHER}`, several(SERIAL, OTHER)],
  [`${SERIAL} ${OTHER}`, several(SERIAL, OTHER)],
  [`${SERIAL},${OTHER};NS/2024/0042`, several(SERIAL, OTHER, 'NS/2024/0042')],
  [`1. ${SERIAL}\n2. NS/2024/0042\n`, several(SERIAL, 'NS/2024/0042')],
  [`• ${SERIAL}\n• ${LINK}\n• ${OTHER}`, several(SERIAL, OTHER)],
  ['20260001 20260002', several('20260001', '20260002')],
  ['2026 0001', one('2026 0001')],
  [`${NOW}/`, { kind: 'nothing' }],
  [`${NOW}/issuers/northshore`, { kind: 'nothing' }],
  ['Card 4111 1111 1111 1111, call +49 30 1234 5678 before 2025', { kind: 'nothing' }],
  [`id ${ID} of the order`, { kind: 'nothing' }],
  [`${NOW}/passport/${HANDLE}`, { kind: 'passport', handle: HANDLE }],
  [`My certificates: <${BEFORE}/passport/${HANDLE}?lang=de>.`, { kind: 'passport', handle: HANDLE }],
  [`${NOW}/passport/${HANDLE} ${SERIAL}`, one(SERIAL)],
  [`${NOW}/passport/manage#c2FtcGxlLWxpbmstMDAwMQ`, { kind: 'nothing' }],
  [`${NOW}/passport/${HANDLE.slice(1)}`, { kind: 'nothing' }],
  [` ${jws({ alg: 'ES256', typ: 'vc+jwt' })}\n`, { kind: 'badge' }],
  [jws({ alg: 'ES256', typ: 'verification-receipt+jwt' }), { kind: 'receipt' }],
  [`{"credentialSubject":{"url":"${LINK}"}}`, one(SERIAL)],
  ['AB.CD.EF2024', one('AB.CD.EF2024')],
  ['7K3M, 9QXT, 2VBD, 8RWN', one(SERIAL)],
  ['7k3m:9qxt:2vbd:8rwn', one(SERIAL)],
  ['Serial 7K3Mー9QXTー2VBDー8RWN', one(SERIAL)],
  ['７Ｋ３Ｍー９ＱＸＴー２ＶＢＤー８ＲＷＮ', one(SERIAL)],
  ['A101, A102, A103, A104', several('A101', 'A102', 'A103', 'A104')],
  ['7K3M, 9QXT, 2VBD, 8RWM', several('7K3M', '9QXT', '2VBD', '8RWM')],
  [`${NOW}//verify//${SERIAL}`, one(SERIAL)],
  [`${NOW}/de/verify/${SERIAL}`, one(SERIAL)],
  [`${NOW}/${SERIAL}`, one(SERIAL)],
  [`${LINK}%0A`, one(SERIAL)],
  [`${NOW}/verify/%22${SERIAL}%22`, one(SERIAL)],
  [LINK.replaceAll('-', '%252D'), one(SERIAL)],
  [`${NOW}/verify?serial=3D${SERIAL}`, one(SERIAL)],
  [`${NOW}/verify?serial%3D${SERIAL}`, one(SERIAL)],
  [`${NOW}/verify/3D-Printing-${SERIAL.slice(0, 4)}`, one(`3D-Printing-${SERIAL.slice(0, 4)}`)],
  [`${NOW}/verify/NS%2F2024%2F0042?ref=${SERIAL}`, one('NS/2024/0042')],
  [`${NOW}/a/${SERIAL}/${OTHER}`, { kind: 'nothing' }],
  [LINK.replace('https://', 'https://www.'), one(SERIAL)],
  [FORWARDED, { kind: 'serial', serial: SERIAL, elsewhere: [FORWARDED] }],
  [`https://mail.test/${LINK}/`, { kind: 'serial', serial: SERIAL, elsewhere: [`https://mail.test/${LINK}/`] }],
  [`${SERIAL}.pdf`, one(`${SERIAL}.pdf`)],
  [`certificate-${SERIAL}.pdf`, one(`certificate-${SERIAL}.pdf`)],
  [`certificate-${SERIAL.toLowerCase()}.pdf`, one(`certificate-${SERIAL.toLowerCase()}.pdf`)],
  [`CERTIFICATE-${SERIAL}.PDF`, one(`CERTIFICATE-${SERIAL}.PDF`)],
  [`C:\\Users\\ana\\certificate-${SERIAL} (1).pdf`, one(SERIAL)],
  [`certificate-${SERIAL}`, one(`certificate-${SERIAL}`)],
  [`${SERIAL}-final.pdf`, one(`${SERIAL}-final.pdf`)],
  [`scan-of-${SERIAL}-page-one.jpg`, one(`scan-of-${SERIAL}-page-one.jpg`)],
  [`badge-${SERIAL}.json`, one(`badge-${SERIAL}.json`)],
  [`COLLEGE-${SERIAL}`, one(`COLLEGE-${SERIAL}`)],
  [`ABCD-${SERIAL}`, one(`ABCD-${SERIAL}`)],
  [`NS-${SERIAL}`, one(`NS-${SERIAL}`)],
  [`NS-${SERIAL}.pdf`, one(`NS-${SERIAL}.pdf`)],
  [`certificate-${ID}.pdf`, one(`certificate-${ID}.pdf`)],
  [`svc_${'a1B2'.repeat(10)}`, { kind: 'nothing' }],
  [` acme_${'Zz09'.repeat(10)}\n`, { kind: 'nothing' }],
  ['{"@context":["https://www.w3.org/ns/credentials/v2"],"type":[]}', { kind: 'badge' }],
]

/** Texts that hold nothing but links to other hosts: which one is judged, and whether it could be taken for ours. */
export const LINKS_ELSEWHERE: readonly (readonly [text: string, host: string, lookalike: boolean])[] = [
  [`https://verify.northshore.test/verify/${SERIAL}`, 'verify.northshore.test', true],
  [`https://verify.n0rthshore.example/verify/${SERIAL}`, 'verify.n0rthshore.example', true],
  [`${NOW}@evil.test/verify/${SERIAL}`, 'evil.test', true],
  [`evil.test/verify/${SERIAL}`, 'evil.test', false],
  [`bücher.рф/verify/${SERIAL}`, 'xn--bcher-kva.xn--p1ai', false],
  [`例え.テスト/${SERIAL}`, 'xn--r8jz45g.xn--zckzah', false],
  [`evil.xn--p1ai/verify/${SERIAL}`, 'evil.xn--p1ai', false],
  [`evil.test:8080/verify/${SERIAL}`, 'evil.test:8080', false],
  [`evil.test:8443/${SERIAL.replaceAll('-', '')}`, 'evil.test:8443', false],
  [`evil.test%3A8080%2Fverify%2F${SERIAL}`, 'evil.test:8080', false],
  [`verify.northshore.example:8443/verify/${SERIAL}`, 'verify.northshore.example:8443', true],
  [`See evil.test:8080/verify/${SERIAL}, please`, 'evil.test:8080', false],
  ['https://www.linkedin.com/in/ana-muller-1980', 'www.linkedin.com', false],
  [`[My certificate](https://verify.n0rthshore.example/${SERIAL})`, 'verify.n0rthshore.example', true],
  [`https://mail.test/look?at=${encodeURIComponent(NOW)}`, 'mail.test', false],
  ['https://protect-us.mimecast.com/s/AbC1?domain=verify.northshore.example', 'protect-us.mimecast.com', false],
  [`see https://blog.test/ and https://verify-northshore.test/${SERIAL}`, 'verify-northshore.test', true],
]

const wideDigits = (text: string) => text.replace(/[0-9A-Z]/g, (c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0))
const digitsFrom = (zero: number) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
const mail = (line: string) =>
  `Dear colleague,\r\n\r\nplease find attached the certificate of Ana Müller (course 2024-11, room 12).\r\n${line}\r\n\r\n` +
  'Best regards\r\nNorthshore Maritime College, 12 Harbour Street, 20457 Hamburg\r\nTel. +49 40 1234 5678 · www.northshore-college.test · info@northshore-college.test\r\n'
const linkTo = (serial: string) => `${NOW}/verify/${serial}`

/** How a serial reaches somebody who checks it, as programs and papers write it. */
export const INSIDE_TEXTS: Record<string, (serial: string) => string> = {
  'a row of a sheet with its head': (serial) => `Serial\tName\n${serial}\tJane Doe`,
  'a row whose head is of words as long as a group': (serial) =>
    `Seriennummer\tDate\tTeam\n${serial}\t2026-01-01\tBlue`,
  'a table with bars': (serial) => `Serial | Item\n${serial} | Course`,
  'what stands behind its label and another word': (serial) => `Serial: Item ${serial}`,
  'a mail with hundreds of other addresses before it': (s) =>
    mail(`${'https://a.test/b, ana@b.test\n'.repeat(300)}Check it at ${linkTo(s)}.`),
  'a mail with the link': (s) => mail(`Check it at ${linkTo(s)}.`),
  'a mail with the link in angle brackets (Outlook)': (s) => mail(`Check it here<${linkTo(s)}>`),
  'a link behind Outlook’s Safe Links': (s) =>
    mail(
      `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(linkTo(s))}&data=05%7C01%7Cana&sdata=x%3D&reserved=0`,
    ),
  'a link behind Proofpoint, third version': (s) => mail(`https://urldefense.com/v3/__${linkTo(s)}__;!!Abc-123!xyz$`),
  'a link behind Proofpoint, second version': (s) =>
    mail(
      `https://urldefense.proofpoint.com/v2/url?u=https-3A__verify.northshore.example_verify_${s.replaceAll('-', '-2D')}&d=DwMFaQ`,
    ),
  'a link that Gmail leads on': (s) => `https://www.google.com/url?q=${encodeURIComponent(linkTo(s))}&sa=D`,
  'a link behind Safe Links of a government': (s) =>
    `https://gcc02.safelinks.protection.office365.us/?url=${encodeURIComponent(linkTo(s))}&data=05`,
  'a link behind Safe Links, encoded twice': (s) =>
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(encodeURIComponent(linkTo(s)))}&data=05`,
  'a link behind Proofpoint that lost a slash': (s) =>
    `https://urldefense.us/v3/__${linkTo(s).replace('//', '/')}__;!!A!b$`,
  'a link behind two of them': (s) =>
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(`https://urldefense.com/v3/__${linkTo(s)}__;!!A!b$`)}&data=1`,
  'a link behind Cisco': (s) => `https://secure-web.cisco.com/1abcDEF/${encodeURIComponent(linkTo(s))}`,
  'a link behind Check Point': (s) => `https://url.avanan.click/v2/___${linkTo(s)}___.YXA=`,
  'a link that GMX leads on': (s) =>
    `https://deref-gmx.net/mail/client/x/dereferrer/?redirectUrl=${encodeURIComponent(linkTo(s))}`,
  'a link that LinkedIn leads on': (s) => `https://www.linkedin.com/safety/go?url=${encodeURIComponent(linkTo(s))}`,
  'a quoted mail': (s) => `On 3 Nov 2026, Ana wrote:\n> The serial is below\n> ${s}\n> Thanks`,
  'a mail quoted twice, wrapped after a dash': (s) => `>> see ${s.slice(0, 10)}\n>> ${s.slice(10)}\n>> bye`,
  'a link wrapped after a dash': (s) => mail(`${linkTo(s).slice(0, -4)}\r\n${s.slice(-4)}`),
  'a link wrapped after the path': (s) => mail(`${NOW}/verify/\r\n${s}`),
  'a link wrapped inside of the host': (s) => mail(`https://verify.north\r\nshore.example/verify/${s}`),
  'a quoted-printable mail': (s) => mail(`${NOW}/verify/${s.slice(0, 7)}=\r\n${s.slice(7)}`),
  'a WhatsApp message': (s) => `[03/11/2026, 14:07] Ana: hi! my certificate 🎓 ${linkTo(s)} 👍`,
  'a WhatsApp export': (s) => `03.11.26, 14:07 - Ana: Seriennummer: ${s}\n03.11.26, 14:08 - Ben: danke`,
  'a link with a language': (s) => `${linkTo(s)}?lang=hi#compare`,
  'a link in Markdown': (s) => `[My certificate](${linkTo(s)}) is *here*`,
  'a link in HTML': (s) => `<a href="${linkTo(s)}">Basic Safety Training</a>`,
  'a link in capitals from a code': (s) => linkTo(s).toUpperCase(),
  'the label, in English': (s) => `Serial: ${s}`,
  'the label, in Spanish': (s) => `Número de serie: ${s}`,
  'the label, in French, with its space': (s) => `Numéro de série\u00A0: ${s}`,
  'the label, in German': (s) => `Seriennummer ${s}`,
  'the label, in Portuguese': (s) => `Número de série: ${s}.`,
  'the label, in Arabic, with marks of direction': (s) => `الرقم التسلسلي: \u202A\u200E${s}\u200E\u202C صدرت في ٢٠٢٦`,
  'the label, in Chinese, with a wide colon': (s) => `序列号：${s}，颁发于2026年`,
  'the label, in Hindi': (s) => `सीरियल नंबर: ${s}`,
  'a page copied out of a PDF': (s) =>
    `Certiﬁcate of Achievement\nAna-Lucía Müller Nguyễn\nBasic Safety Training, STCW VI/1\n3 November 2026\nCheck at verify.northshore.example\n${s}\nRegistration number NMC-2026-00418`,
  'a PDF that lost its spaces': (s) => `Check at verify.northshore.exampleSerial${s}Issued3November2026`,
  'a table of a PDF': (s) => `Name\tAna Müller\nSerial\t${s}\nIssued\t2026-11-03`,
  'soft hyphens': (s) => `The serial ${s.replaceAll('-', '-\u00AD')} stands on it`,
  'hyphens that do not break (Word)': (s) => `as printed: ${s.replaceAll('-', '\u2011')}, on page 1`,
  'dashes that a program made longer': (s) => `it says ${s.replaceAll('-', '\u2013')} there`,
  'spaces in place of dashes, on a line of its own': (s) => mail(s.replaceAll('-', ' ')),
  'spaces that do not break': (s) => `Serial ${s.replaceAll('-', '\u00A0')}`,
  'spaces in a sentence': (s) => `my serial number is ${s.replaceAll('-', ' ')} if you need it`,
  'one piece, in small letters': (s) => `it is ${s.replaceAll('-', '').toLowerCase()} I think`,
  'wide letters and digits': (s) => `序列号 ${wideDigits(s)}`,
  'Arabic digits': (s) => `الرقم التسلسلي: ${digitsFrom(0x660)(s)}`,
  'Persian digits': (s) => `serial: ${digitsFrom(0x6f0)(s)}`,
  'Devanagari digits': (s) => `सीरियल नंबर ${digitsFrom(0x966)(s)}`,
  'spaces that cannot be seen': (s) => `>${[...s].join('\u200B')}<`,
  'O for 0, I for 1': (s) => `Serial: ${s.replaceAll('0', 'O').replaceAll('1', 'I')}`,
  'a line that ends after the second group': (s) => `${s.slice(0, 9)}\n${s.slice(9)}`,
  'a line that ends after a dash': (s) => `${s.slice(0, 10)}\r\n${s.slice(10)}`,
  'a narrow cell that breaks inside of a group': (s) => `Serial\n${s.slice(0, 12)}\n${s.slice(12)}\nIssued`,
  'a row of a spreadsheet': (s) => `Ana Müller;ana@example.org;${s};2026-11-03`,
}

/** Pieces that a careless reader of texts falls over when they are repeated. */
export const LONG_TEXTS: Record<string, string> = {
  letters: 'a',
  digits: '0',
  dashes: '-',
  spaces: ' ',
  'line feeds': '\n',
  'groups of four': 'ABCD-',
  'groups with spaces': '7K3M ',
  'almost serials': '7K3M-9QXT-2VBD-8RWM ',
  serials: `${SERIAL} `,
  labels: 'Serial:',
  'labels with spaces': 'Serial                    ',
  'Spanish labels': 'número de ',
  schemes: 'https://',
  'our links': `${LINK}\n`,
  'parts of our links': `${NOW}/verify/\n`,
  'links of others': 'https://a.test/b\n',
  'wrapped links': 'https://verify.north\n',
  'at signs': '@',
  'words with at signs': 'a@ ',
  'hosts that lead on': 'google.com/\n',
  dots: '.',
  'host-like words': 'a.bc/',
  'closing marks': ')',
  'quoted lines': '\n> > > ',
  'soft line ends': '=\n',
  'joining marks': 'a\u200D',
  'wide letters': '\uFF21',
  emoji: '😀',
  commas: 'x1,',
  percents: '%41',
  'nested percents': '%2525',
  'nested signs': '&amp;amp;',
  'quoted addresses': 'a.bc=2F',
  backslashes: '\\\\x2d',
  'groups with stars': '7K3M*9QXT*',
  'groups with long marks': '7K3M<------------------------------------->',
  'letters with spaces': '7 K ',
  'broken links': 'https://evil.exam\n',
  'links with open ends': 'evil.test?/\n',
  'halves of links': 'a.bc\nd/e',
}
