/** A message as a mail program shows it. */
export interface ReadMail {
  /** By name in lower case; folded lines joined, encoded words decoded. */
  headers: Map<string, string>
  text: string
  html: string
}

/** Reads a MIME message of the kinds that we write: plain text and HTML as alternatives. */
export function readMail(raw: string): ReadMail {
  const whole = readPart(raw)
  const boundary = /boundary="?([^";]+)/.exec(whole.headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = whole.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => readPart(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
  const find = (type: string) => parts.find(({ headers }) => headers.get('content-type')?.startsWith(type))
  return { headers: whole.headers, text: contentOf(find('text/plain')), html: contentOf(find('text/html')) }
}

interface Part {
  headers: Map<string, string>
  body: string
}

function readPart(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = new Map<string, string>()
  for (const line of lines) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    if (headers.has(name)) throw new Error(`the header ${name} stands there twice`)
    headers.set(name, decodeWords(line.slice(at + 1).trim()))
  }
  return { headers, body: raw.slice(end + 4) }
}

function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(=\?)/g, '$1$2')
    .replace(/(=\?utf-8\?[qb]\?[^?]*\?=)+/gi, (words) =>
      Buffer.concat(
        [...words.matchAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi)].map(([, how, word = '']) =>
          how?.toLowerCase() === 'b' ? Buffer.from(word, 'base64') : quotedPrintable(word.replaceAll('_', ' ')),
        ),
      ).toString('utf8'),
    )
}

function contentOf(part: Part | undefined): string {
  if (!part) return ''
  const encoding = part.headers.get('content-transfer-encoding') ?? ''
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? quotedPrintable(part.body).toString('utf8') : part.body
}

function quotedPrintable(text: string): Buffer {
  const joined = text.replace(/=\r\n/g, '')
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
}
