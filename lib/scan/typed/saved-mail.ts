import { fileText } from '@/lib/domain/certificate/file-kind'

/** A field of a message's head, as programs that save mail write it first (RFC 5322). */
const FIRST_FIELD = /^[A-Za-z][A-Za-z0-9-]{1,60}:[ \t]/
const OF_MAIL = /^MIME-Version:/im
/** Lines of an attachment: any 16 letters in one could be taken for a serial. */
const ENCODED_LINE = /^[A-Za-z0-9+/]{60,}={0,2}\r?$/gm
const ENCODED = /^Content-Transfer-Encoding:[ \t]*base64/im
const OF_TEXT = /^Content-Type:[ \t]*text\//im

/**
 * What somebody wrote in a message that was saved as a file: its subject and its words, without what servers and programs
 * put around them, and without attachments but texts. What is in no plain letters is often encoded whole (RFC 2045, 6.8).
 * @returns null for every other text
 */
export function wordsOfSavedMail(text: string): string | null {
  if (!FIRST_FIELD.test(text)) return null
  const end = /\r?\n\r?\n/.exec(text)
  const head = text.slice(0, end?.index)
  if (!OF_MAIL.test(head)) return null
  const subject = /^Subject:([^\n]*)/im.exec(head)?.[1] ?? ''
  return `${subject.trim()}\n\n${encodedTexts(text)}${text.slice(head.length).replace(ENCODED_LINE, '')}`
}

function encodedTexts(text: string): string {
  const blocks = text.split(/\r?\n[ \t]*\r?\n/)
  const texts = blocks.map((block, at) => {
    if (!ENCODED.test(block) || !OF_TEXT.test(block)) return ''
    const [lines = ''] = (blocks[at + 1] ?? '').split(/^--/m)
    return decoded(lines)
  })
  return texts.map((one) => `${one}\n`).join('')
}

function decoded(lines: string): string {
  try {
    return fileText(Uint8Array.from(atob(lines), (character) => character.charCodeAt(0))) ?? ''
  } catch {
    return ''
  }
}
