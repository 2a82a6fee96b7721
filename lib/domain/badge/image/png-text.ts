import type { PngChunk } from './png-chunks'

/** Keyword of the chunk that holds a credential (OB 3.0 section 5.3.1). */
export const OPEN_BADGES_3_KEYWORD = 'openbadgecredential'
/** Keyword of older badges, some of which hold a newer one (OB 2.0 baking). */
const OPEN_BADGES_2_KEYWORD = 'openbadges'

/** A text chunk that claims to hold a badge; `data` is null where it is not laid out as its type asks. */
interface PngText {
  keyword: string
  type: 'iTXt' | 'zTXt' | 'tEXt'
  isCompressed: boolean
  data: Uint8Array | null
}

const TYPES: readonly string[] = ['iTXt', 'zTXt', 'tEXt']

/** The text chunks with one of the keywords of badges, in the order of the file (PNG, third edition, section 11.3.3). */
export function findBadgeTexts(chunks: readonly PngChunk[]): PngText[] {
  return chunks.flatMap((chunk) => {
    if (!TYPES.includes(chunk.type)) return []
    const keyword = keywordOf(chunk.data)
    return keyword === OPEN_BADGES_3_KEYWORD || keyword === OPEN_BADGES_2_KEYWORD ? [readText(chunk, keyword)] : []
  })
}

function keywordOf(data: Uint8Array): string {
  // A keyword has at most 79 bytes: longer data need not be looked at.
  const end = data.subarray(0, 80).indexOf(0)
  return String.fromCharCode(...data.subarray(0, end === -1 ? 80 : end))
}

function readText(chunk: PngChunk, keyword: string): PngText {
  const type = chunk.type as PngText['type']
  const rest = chunk.data.subarray(keyword.length + 1)
  if (type === 'zTXt') return { keyword, type, isCompressed: true, data: null }
  if (type === 'tEXt') return { keyword, type, isCompressed: false, data: rest }
  const [flag, method] = rest
  const languageEnd = rest.indexOf(0, 2)
  const translatedEnd = languageEnd === -1 ? -1 : rest.indexOf(0, languageEnd + 1)
  const isLaidOut = (flag === 0 || flag === 1) && method === 0 && translatedEnd !== -1
  return { keyword, type, isCompressed: flag === 1, data: isLaidOut ? rest.subarray(translatedEnd + 1) : null }
}
