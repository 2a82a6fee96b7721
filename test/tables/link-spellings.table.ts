/** A link to a serial on a host, as it may be typed or pasted. */
type Spelling = (host: string, serial: string) => string

const link: Spelling = (host, serial) => `https://${host}/verify/${serial}`
const asMail = (text: string) =>
  text.replace(/[:/?=-]/g, (one) => `=${one.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
const times = (count: number, text: string): string => (count === 0 ? text : times(count - 1, encodeURIComponent(text)))
const each = (text: string, write: (code: number) => string) =>
  [...text].map((one) => write(one.charCodeAt(0))).join('')
const hex = (code: number) => code.toString(16).padStart(2, '0')

/**
 * Spellings that browsers and programs read as one link, or people do. On a host of ours each is the serial; on another none is, so that no
 * verdict comes of it.
 */
export const LINK_SPELLINGS: Record<string, Spelling> = {
  'a link': link,
  backslashes: (host, s) => `http:\\\\${host}\\verify\\${s}`,
  'a slash of each kind': (host, s) => `https:/\\${host}\\verify/${s}`,
  'a tab in its scheme': (host, s) => `ht\ttps://${host}/verify/${s}`,
  'a line that ends behind its scheme': (host, s) => `https://\n${host}/verify/${s}`,
  'a lost space': (host, s) => `Link${link(host, s)}`,
  'no scheme': (host, s) => `${host}/verify/${s}`,
  'no scheme, and backslashes': (host, s) => `${host}\\verify\\${s}`,
  'no scheme, and the serial behind the host': (host, s) => `${host}/${s}`,
  'no scheme, in capitals, in one piece': (host, s) => `${host.toUpperCase()}/${s.replaceAll('-', '')}`,
  'no scheme, and a query': (host, s) => `${host}?serial=${s}`,
  'no scheme, and a fragment': (host, s) => `${host}#${s}`,
  'two slashes alone': (host, s) => `//${host}/verify/${s}`,
  'two backslashes alone': (host, s) => `\\\\${host}\\verify\\${s}`,
  'no slashes': (host, s) => `https:${host}/verify/${s}`,
  'a lost colon': (host, s) => `https//${host}/verify/${s}`,
  'one slash': (host, s) => `https:/${host}/verify/${s}`,
  'three slashes': (host, s) => `https:///${host}/verify/${s}`,
  'quoted-printable': (host, s) => asMail(link(host, s)),
  'quoted-printable, broken': (host, s) => asMail(link(host, s)).replace('verify', 'ver=\r\nify'),
  'quoted-printable without a scheme': (host, s) => asMail(`${host}/verify/${s}`),
  'ideographic points': (host, s) => link(host.replaceAll('.', '\u3002'), s),
  'half-width points without a scheme': (host, s) => `${host.replaceAll('.', '\uFF61')}/verify/${s}`,
  'wide characters': (host, s) => each(link(host, s), (code) => String.fromCharCode(code + 0xfee0)),
  'slashes of fractions': (host, s) => `${host}\u2044verify\u2044${s}`,
  'slashes of divisions': (host, s) => link(host, s).replaceAll('/', '\u2215'),
  'letters of formulas': (host, s) =>
    link(host, s).replace(/[a-z]/g, (one) => String.fromCodePoint(0x1d41a + one.charCodeAt(0) - 97)),
  'percent signs for its scheme': (host, s) => `${each('https', (code) => `%${hex(code)}`)}://${host}/verify/${s}`,
  'percent signs for its colon': (host, s) => link(host, s).replace(':', '%3A'),
  'percent signs for its points': (host, s) => `${host.replaceAll('.', '%2E')}/verify/${s}`,
  'percent signs for backslashes': (host, s) => `${host}%5Cverify%5C${s}`,
  'percent signs for a query': (host, s) => `${host}%3Fserial%3D${s}`,
  'percent signs for all': (host, s) => each(link(host, s), (code) => `%${hex(code)}`),
  'encoded five times': (host, s) => times(5, link(host, s)),
  'each sign, five times': (host, s) =>
    times(
      5,
      each(link(host, s), (code) => `%${hex(code)}`),
    ),
  'the signs of HTML': (host, s) => each(link(host, s), (code) => `&#${code};`),
  'the signs of HTML without their ends': (host, s) => link(host, s).replace('://', '&#58//'),
  'the signs of HTML, by name': (host, s) => link(host, s).replaceAll('/', '&sol;').replaceAll('.', '&period;'),
  'the signs of HTML, five times': (host, s) => link(host, s).replaceAll('-', '&amp;amp;amp;amp;#45;'),
  Markdown: (host, s) => `[My certificate](${link(host, s)})`,
  'Markdown, escaped': (host, s) => link(host, s).replace(/[:.-]/g, '\\$&'),
  HTML: (host, s) => `<a href="${link(host, s)}">Basic Safety</a>`,
  'HTML without quotes': (host, s) => `<a href=//${host}/verify/${s}>Basic Safety</a>`,
  'HTML with backslashes': (host, s) => `<a href="\\\\${host}\\verify\\${s}">Basic Safety</a>`,
  CSS: (host, s) => `url(//${host}/verify/${s})`,
  JSON: (host, s) => `"${link(host, s).replaceAll('/', '\\/')}"`,
  'a text of a program': (host, s) => link(host, s).replace(/[:/-]/g, (one) => `\\u00${hex(one.charCodeAt(0))}`),
  'another text of a program': (host, s) => link(host, s).replace(/[:/-]/g, (one) => `\\x${hex(one.charCodeAt(0))}`),
  'letters of a program': (host, s) => each(link(host, s), (code) => `\\u{${hex(code)}}`),
  'marks in brackets': (host, s) => link(host.replaceAll('.', '[.]'), s).replace('://', '[://]'),
  'what cannot be seen': (host, s) => [...`${host}/verify/${s}`].join('\u200B'),
  'a soft hyphen, and a query': (host, s) => `${host.replace('.', '\u00AD.')}?serial=${s}`,
  'a turned direction': (host, s) => `\u202E${link(host, s)}`,
  'a program that leads on': (host, s) =>
    `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(link(host, s))}&data=05`,
}

const THEIRS = 'evil.example'

/** Spellings that no host of ours has, or that lead to none there. */
export const ONLY_ELSEWHERE: Record<string, (serial: string) => string> = {
  'a name before the host': (s) => `verify.northshore.example@${THEIRS}/verify/${s}`,
  'a name and a password before it': (s) => `verify.northshore.example:x@${THEIRS}?s=${s}`,
  'a host of another script': (s) => `b\u00FCcher.\u0440\u0444?s=${s}`,
  'a host of another script, encoded': (s) => `xn--bcher-kva.example#${s}`,
  'a host whose country is a label': (s) => `evil.no?s=${s}`,
  'a host that begins like ours': (s) => `verify.northshore.example.evil.test?s=${s}`,
  'a number': (s) => `203.0.113.7/verify/${s}`,
  'a number without a path': (s) => `203.0.113.7/${s}`,
  'a long number': (s) => `http://[2001:db8::1]/verify/${s}`,
  'this machine': (s) => `localhost:3000/verify/${s}`,
  'a name in a network': (s) => `intranet/verify/${s}`,
  'a scheme of a program': (s) => `certs://verify/${s}`,
  'a scheme that leads nowhere': (s) => `hxxps://${THEIRS}/verify/${s}`,
  'another one': (s) => `intent://${THEIRS}/verify/${s}#Intent;scheme=https;end`,
  'a file of its own': (s) => `${THEIRS}/certs/${s}.pdf`,
  'a word before it': (s) => `Check:${THEIRS}/verify/${s}`,
  'a line that ends in the host': (s) => `https://evil.ex\nample/verify/${s}`,
  'a line that ends in the serial': (s) => `https://${THEIRS}/verify/${s.slice(0, 10)}\n${s.slice(10)}`,
  'a host with a point behind': (s) => `${THEIRS}./${s}`,
  'a host with a point and a port': (s) => `${THEIRS}.:8443/${s}`,
  'a host that is a serial': (s) => `${s}.${THEIRS}`,
  'a host that is a serial, with a path': (s) => `${s.toLowerCase()}.test/x`,
  'a point in the code of mails': (s) => `evil=2Eexample/${s}`,
  'an address in another': (s) => `https://track.test/c?url=${encodeURIComponent(link(THEIRS, s))}`,
}

/** Links whose serial may as well stand beside them: it is taken, and they are named. */
export const BESIDE_LINKS: Record<string, (serial: string) => string> = {
  'a line that ends before the serial': (s) => `https://${THEIRS}/c/\n${s}`,
  'a line that ends behind the host': (s) => `https://${THEIRS}\n/c/${s}`,
  'a line that ends in the host, without a scheme': (s) => `evil.exa\nmple/c/${s}`,
  'two lines that end in it': (s) => `https://evil\n.exam\nple/c?s=${s}`,
  'a tab': (s) => `https://${THEIRS}/c?s=\t${s}`,
  'a blank': (s) => `https://${THEIRS}/c/ ${s}`,
  'a comma': (s) => `https://${THEIRS}/c,${s}`,
  'a semicolon': (s) => `https://${THEIRS}/c;s=${s}`,
  'a bar': (s) => `https://${THEIRS}/c|${s}`,
  'an apostrophe': (s) => `https://${THEIRS}/\u2019${s}`,
  'a bracket': (s) => `https://${THEIRS}/<${s}>`,
  'an encoded comma': (s) => `https://${THEIRS}/c&#44;${s}`,
  'a tag': (s) => `https://${THEIRS}/c/<wbr>${s}`,
  'a blank in the path': (s) => `https://${THEIRS}/my certs/${s}`,
  'a blank before the path': (s) => `${THEIRS} /c/${s}`,
  'blanks in the serial': (s) => `${THEIRS}/${s.replaceAll('-', ' ')}`,
  'blanks in the serial, behind the end of a line': (s) => `https://${THEIRS}/c/\n${s.replaceAll('-', ' ')}`,
  'stars in the serial, behind a bracket': (s) => `https://${THEIRS}/c/<${s.replaceAll('-', '*')}>`,
  'percent signs in the serial, behind a tab': (s) => `https://${THEIRS}/c?s=\t${s.replaceAll('-', '%2D')}`,
  'its text': (s) => `[${s}](https://${THEIRS}/c/${s})`,
  'its text in HTML': (s) => `<a href="https://${THEIRS}/c/${s}">${s}</a>`,
}

/** Serials that only look as if they stood in a link, or beside one that has nothing to do with them. */
export const NO_LINKS: readonly ((serial: string) => string)[] = [
  (s) => `C:\\Users\\ana.muller\\certificate-${s} (1).pdf`,
  (s) => `/home/ana.muller/certs/${s} copy`,
  (s) => `\\\\server\\certs\\${s} copy`,
  (s) => `file:///C:/certs/${s}`,
  (s) => `verify/${s}`,
  (s) => `/de/verify/${s}`,
  (s) => `serial=${s}`,
  (s) => `Ref.Nr:12/${s}`,
  (s) => `Cert. no.: ${s}`,
  (s) => `Cert.No.#${s}`,
  (s) => `Cert.No#${s}`,
  (s) => `Ref.Nr.#${s}`,
  (s) => `Certificate.ID#${s}`,
  (s) => `tel:${s}`,
  (s) => `24/7 ${s}`,
  (s) => `Downloads/${s} (1).pdf`,
  (s) => `ana@example.org\n${s}`,
  (s) => `Ana Muller https://www.linkedin.com/in/ana-muller\n${s}`,
  (s) => `Northshore College, www.northshore-college.test.\n\nSerial: ${s}`,
  (s) => `<https://www.northshore-college.test>\n${s}`,
  (s) => `See https://www.northshore-college.test: ${s}`,
  (s) => `Check at verify.northshore.example\t${s}`,
  (s) => `https://www.linkedin.com/in/ana-muller\nhttps://verify.northshore.example/verify/${s}`,
  (s) => `www.northshore-college.test\n${link('verify.northshore.example', s)}`,
  (s) => `www.northshore-college.test\nverify.northshore.example/verify/${s}`,
  (s) => `northshore-college.test/about?lang=de\n(${link('www.verify.northshore.example', s)})`,
  (s) => `https://www.northshore-college.test/\nCertificate:${link('verify.northshore.example', s)}`,
  (s) => `https://www.northshore-college.test/ ${link('verify.northshore.example', s)}`,
  (s) => `https://www.northshore-college.test,${link('verify.northshore.example', s)}`,
  (s) => `https://www.northshore-college.test;${s};Ana Muller`,
  (s) => `https://www.linkedin.com/in/ana-muller\n${s}?`,
  (s) => `https://www.northshore-college.test\n(${s.replaceAll('-', '*')}?)`,
  (s) => `hxxps://verify[.]northshore[.]example/verify/${s}`,
  (s) => `googlechrome://verify.northshore.example/verify/${s}`,
]

/** A serial beside another, in spellings that programs and people have for one: neither is answered as if it were alone. */
export const ODD_SERIALS: Record<string, (serial: string) => string> = {
  'percent signs, five times': (s) => s.replaceAll('-', '%252525252D'),
  'percent signs for all, five times': (s) =>
    times(
      5,
      each(s, (code) => `%${hex(code)}`),
    ),
  'the signs of HTML, five times': (s) => s.replaceAll('-', '&amp;amp;amp;amp;#45;'),
  'a text of a program': (s) => s.replaceAll('-', '\\x2d'),
  'another one': (s) => s.replaceAll('-', '\\u{2d}'),
  'letters of a program': (s) => each(s, (code) => `\\x${hex(code)}`),
  'an old text of a program': (s) => s.replaceAll('-', '\\055'),
  CSS: (s) => s.replaceAll('-', '\\2d '),
  'a value': (s) => `?id=${s.replaceAll('-', '%2525252D')}`,
  stars: (s) => s.replaceAll('-', '*'),
  colons: (s) => s.replaceAll('-', ':'),
  tildes: (s) => s.replaceAll('-', ' ~ '),
  'many points': (s) => s.replaceAll('-', '...'),
  'letters of formulas': (s) => s.replace(/[A-Z]/g, (one) => String.fromCodePoint(0x1d400 + one.charCodeAt(0) - 65)),
  'letters with spaces': (s) => [...s].join(' '),
  'its place, far behind': (s) => `${' '.repeat(2000)}${s}`,
}
