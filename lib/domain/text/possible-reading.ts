const PARTS = /[\0-@[-`{-\u007F]+/
const BEYOND_ASCII = /[^\0-\u007F]/
const LETTER = /\p{L}/u
/** What stands by itself in a text: any other sign beyond ASCII is part of a word. */
const ALONE = /^[–—…·•“”„«»‹›’‘°€£¥§©®™†²³½¼¾№×±\u00A0\u200C-\u200F\u3000-\u303F\uFF00-\uFF60]*$/u

const SCRIPTS = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  // Arabic marks belong to no script by themselves.
  /[\p{Script=Arabic}\u064B-\u0655]/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Thai}/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
]
const [LATIN] = SCRIPTS
const EAST_ASIAN = SCRIPTS.at(-1)

/** What no word holds in any language, and words do that were saved in another code page than they are read in. */
const ODD = [
  // Signs within a word, behind a letter, and before one.
  /[^\0-\u007F\p{L}\p{M}’‘´–—·…\u00A0\u200C\u200D\u3000-\u303F\uFF00-\uFF60](?<=\p{L}\p{M}*.)(?=\p{L})/u,
  /[^\0-\u007F\p{L}\p{M}’‘´”“»«…–—·°®™©²³¹€\u00A0\u200C\u200D\u3000-\u303F\uFF00-\uFF60](?<=\p{L}\p{M}*.)/u,
  /[^\0-\u007F\p{L}\p{M}¿¡„“”‚‘’´«»–—…·°€£¥§©†\u00A0\u200C-\u200F\u3000-\u303F\uFF00-\uFF60](?=\p{L})/u,
  /^[£¥¿](?=\p{Ll})/u,
  // Letters by name alone, such as those of fractions, of sets and of typesetters.
  /[ﬁﬂˆˇⁿ]|[ªº](?=\p{L})|[ƒµ](?:(?<=\p{L}.)|(?=\p{L}))/u,
  // A mark that stands on nothing.
  /(?:^|[^\p{L}\p{M}])\p{M}/u,
  // A capital inside of a word, or a small letter among capitals.
  /(?<=\p{Ll})(?![A-Z])\p{Lu}|(?<=\p{L})(?![A-Z])\p{Lu}(?=\p{Ll})|(?<=\p{Lu})(?![a-zßı])\p{Ll}(?=\p{Lu})/u,
  // Letters that only end a word, or only begin one.
  /[ςךםןףץىة](?=\p{L})|^[ьЬъЪะาำๅ]|[เแโใไ]$/u,
  // One character of East Asia between letters of another script.
  /[a-zA-Z][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][a-z]/u,
]
/** Where letters beyond ASCII stand side by side, which are few in the languages that are written in Latin ones. */
const LATIN_RUN = /(?:(?![a-zA-Z])\p{Script=Latin}){3,}/gu

/** Words that are judged: enough to tell, and no matter of time. */
const MOST_WORDS = 4000

/**
 * Whether cells that were read in a code page can have been saved in it: not if at least half of their words beyond ASCII are written
 * as no language writes them. A few may be, since people mistype.
 */
export function isPossibleReading(cells: Iterable<string>): boolean {
  let words = 0
  let odd = 0
  for (const cell of cells) {
    for (const word of cell.split(PARTS)) {
      if (!BEYOND_ASCII.test(word) || ALONE.test(word)) continue
      words += 1
      if (isOddWord(word)) odd += 1
    }
    if (words >= MOST_WORDS) break
  }
  return words === 0 || odd * 2 < words
}

function isOddWord(word: string): boolean {
  if (!LETTER.test(word) || ODD.some((pattern) => pattern.test(word)) || isMixed(word)) return true
  for (const { 0: run } of word.matchAll(LATIN_RUN)) {
    if ((run.length > 3 || run === word) && new Set(run.toLowerCase()).size > 1) return true
  }
  return false
}

/** Whether letters of two scripts stand in one word. East Asian texts do have Latin ones beside theirs. */
function isMixed(word: string): boolean {
  return word.split(/[’‘´–—·…]/u).some((part) => {
    const found = SCRIPTS.filter((script) => script.test(part))
    const [one, other] = found
    return found.length > 2 || (other !== undefined && !(one === LATIN && other === EAST_ASIAN))
  })
}
