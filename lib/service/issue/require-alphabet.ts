import { fileKind, unicodeText } from '@/lib/domain/certificate/file-kind'
import { ServiceError } from '@/lib/errors'
import { readAlphabets } from '@/lib/render/untrusted/read-alphabets'
import { unreadableFile } from '@/lib/service/files/hash-file'
import { headOfFile } from '@/lib/service/files/head-of-file'

const LINE_END = 0x0a

/**
 * Refuses an issue file that is not in Unicode, and names the code pages that it can have been saved in with words of it.
 * @throws ServiceError `malformed`
 */
export async function requireAlphabet(path: string): Promise<void> {
  const head = await headOfFile(path).catch((error: unknown) => {
    throw unreadableFile(path, error)
  })
  if (fileKind(head) !== 'serials' || unicodeText(head) !== null) return
  // Whole lines: what is cut may end inside of a letter.
  const end = head.lastIndexOf(LINE_END) + 1
  const readings = await readAlphabets({ bytes: end > 0 ? head.subarray(0, end) : head, mostRows: Infinity })
  const possible = Array.isArray(readings)
    ? readings.map(({ pages, shown }) => `\n  ${pages.join(', ')}: ${shown.join(' · ')}`)
    : []
  throw new ServiceError(
    'malformed',
    possible.length === 0
      ? `${path} is not UTF-8. Save it as CSV UTF-8 and try again.`
      : `${path} is not UTF-8. Save it as CSV UTF-8, or say with --code-page in what it was saved. As it reads in each:${possible.join('')}`,
  )
}
