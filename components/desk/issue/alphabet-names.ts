import type { CodePage } from '@/lib/domain/text/code-page'
import type { DeskKey } from '@/lib/i18n/desk/catalogues'
import { deskText } from '@/lib/i18n/desk/text'

/** The message that names what a code page is for, and the programs that save in it where these are not the usual ones. */
const NAMES: Record<CodePage, readonly [area: DeskKey, program?: 'Macintosh' | 'DOS']> = {
  'windows-1252': ['alphabet.west'],
  'windows-1250': ['alphabet.central'],
  'windows-1254': ['alphabet.turkish'],
  'windows-1257': ['alphabet.baltic'],
  'windows-1258': ['alphabet.vietnamese'],
  'windows-1251': ['alphabet.cyrillic'],
  'windows-1253': ['alphabet.greek'],
  'windows-1255': ['alphabet.hebrew'],
  'windows-1256': ['alphabet.arabic'],
  'windows-874': ['alphabet.thai'],
  macintosh: ['alphabet.west', 'Macintosh'],
  'x-mac-ce': ['alphabet.central', 'Macintosh'],
  'x-mac-cyrillic': ['alphabet.cyrillic', 'Macintosh'],
  ibm850: ['alphabet.west', 'DOS'],
  ibm852: ['alphabet.central', 'DOS'],
  ibm866: ['alphabet.cyrillic', 'DOS'],
  gb18030: ['alphabet.simplified'],
  big5: ['alphabet.traditional'],
  shift_jis: ['alphabet.japanese'],
  'euc-kr': ['alphabet.korean'],
}

/** What code pages are called that read a table alike. */
export function alphabetNames(pages: readonly CodePage[]): string {
  return pages.map(alphabetName).join(' · ')
}

function alphabetName(page: CodePage): string {
  const [area, program] = NAMES[page]
  return program ? deskText('alphabet.of', { alphabet: deskText(area), program }) : deskText(area)
}
