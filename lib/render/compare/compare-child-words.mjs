/** What the extractor may read in several ways although the page is the same. */
const DASH = /[\p{Dash}\u00ad]/gu
const UNDRAWN = /[\s\p{Default_Ignorable_Code_Point}]/gu
/** A UTF-16 unit with its bytes in the wrong order, as Ghostscript writes the letters of a ligature. */
const SWAPPED = /[\u2100-\u7e00]/g
/** One glyph is one character here, whoever made the file. */
const PLAIN =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Ethiopic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u
/** What no text is written in: the codes of a font whose letters are not known. */
const UNREADABLE = /[\p{Cc}\p{Co}\p{Cn}\ufffd]/u

/**
 * @typedef {{ text: string, key: string, box: import('./compare-child-glyphs.mjs').Box, group: number }} Word
 * @typedef {{ issued: string, found: string, isHeading: boolean, differs: boolean, isSure: boolean }} GroupWords
 */

/** Whether the extractor could not tell what some of the glyphs say. */
export function isUnreadable(glyphs) {
  return glyphs.some(({ text, isBroken }) => isBroken || UNREADABLE.test(text))
}

/**
 * Compares what two pages say. What the found page has beside the issued words, or in place of them, is put to the group
 * in whose line it stands.
 * @param {import('./compare-child-groups.mjs').Group[]} groups of the issued page
 * @param {import('./compare-child-glyphs.mjs').Glyph[]} glyphs of the found page
 * @returns {{ groups: GroupWords[], added: string, isElsewhere: boolean, hasHeading: boolean }} `isSure`: not only extracted
 *   differently; `isElsewhere`: most of what was issued does not stand on this page; `hasHeading`: its heading does, somewhere
 */
export function compareWords(groups, glyphs) {
  const issued = groups.flatMap((group, index) => wordsOf(group.glyphs, index))
  const found = wordsOf(glyphs, -1)
  const words = placed(issued, found, groups.map(boxOf))
  // The same words in another order are read so from a page that was turned.
  const isOtherwise = sortedKeys(issued) !== sortedKeys(found)
  const textIn = (all, index) => all.flatMap(({ group, text }) => (group === index ? [text] : [])).join(' ')
  const compared = groups.map(({ isHeading }, index) => {
    const [was, is] = [textIn(issued, index), textIn(words, index)]
    return { issued: was, found: is, isHeading, differs: keyOf(was) !== keyOf(is) }
  })
  // Where most words are missing, the page has outlines in their place.
  const isText = compared.filter(({ found: is }) => is !== '').length >= groups.length / 2
  const isSure = ({ issued: was, found: is, differs }) =>
    differs && isOtherwise && (is !== '' || isText) && PLAIN.test(was) && PLAIN.test(is)
  const judged = compared.map((group) => ({ ...group, isSure: isSure(group) }))
  const page = found.map(({ key }) => key).join('')
  return {
    groups: judged,
    added: isOtherwise ? textIn(words, -1) : '',
    isElsewhere: compared.filter(({ differs }) => !differs).length < groups.length / 2,
    hasHeading: compared.some(({ isHeading, issued: was }) => isHeading && page.includes(keyOf(was))),
  }
}

const sortedKeys = (words) => JSON.stringify(words.map(({ key }) => key).sort())

function keyOf(text) {
  const straight = text.replace(SWAPPED, (unit) => {
    const code = unit.charCodeAt(0)
    return (code & 0xff) === 0 && code >> 8 < 0x7f ? String.fromCharCode(code >> 8) : unit
  })
  return straight.normalize('NFKC').replace(DASH, '-').replace(UNDRAWN, '')
}

/** @returns {Word[]} */
function wordsOf(glyphs, group) {
  const words = []
  for (const { text, box, startsWord } of glyphs) {
    if (startsWord || words.length === 0) words.push({ text: '', box, group })
    const word = words.at(-1)
    word.text += text
    word.box = around([word.box, box])
  }
  return words.map((word) => ({ ...word, key: keyOf(word.text) }))
}

/** The box around the words of a group. */
export const boxOf = ({ glyphs }) => around(glyphs.map(({ box }) => box))

function around(boxes) {
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  }
}

/** Puts each found word to the group that it belongs to; -1 for those that belong to none. */
function placed(issued, found, boxes) {
  return segmentsOf(issued, found).flatMap(({ missing, extra }) => {
    // Words that only break elsewhere are the issued ones.
    if (missing.map(({ key }) => key).join('') === extra.map(({ key }) => key).join('')) return missing
    const groups = new Set(missing.map(({ group }) => group))
    const only = groups.size === 1 ? missing[0].group : -1
    return extra.map((word) => {
      const group = boxes.findIndex((box) => isInLine(word.box, box))
      return { ...word, group: group < 0 ? only : group }
    })
  })
}

/** Whether a word stands in the line of a group, or beside it. */
function isInLine(word, { left, top, right, bottom }) {
  const middle = (word.top + word.bottom) / 2
  const near = (bottom - top) * 2
  return middle >= top && middle <= bottom && word.right >= left - near && word.left <= right + near
}

/**
 * Both texts in step: the words of their longest common subsequence, and between them what only one of them has.
 * @returns {{ missing: Word[], extra: Word[] }[]}
 */
function segmentsOf(issued, found) {
  const longest = longestCommon(issued, found)
  const segments = []
  let gap = { missing: [], extra: [] }
  let [i, k] = [0, 0]
  while (i < issued.length || k < found.length) {
    if (i < issued.length && k < found.length && issued[i].key === found[k].key) {
      segments.push(gap, { missing: [issued[i++]], extra: [found[k++]] })
      gap = { missing: [], extra: [] }
    } else if (k >= found.length || (i < issued.length && longest(i + 1, k) >= longest(i, k + 1))) {
      gap.missing.push(issued[i++])
    } else gap.extra.push(found[k++])
  }
  return [...segments, gap]
}

/** How many words both have in common, in order, from two places on. */
function longestCommon(issued, found) {
  const width = found.length + 1
  const table = new Uint16Array((issued.length + 1) * width)
  for (let i = issued.length - 1; i >= 0; i--) {
    for (let k = found.length - 1; k >= 0; k--) {
      const isSame = issued[i].key === found[k].key
      const skipped = Math.max(table[(i + 1) * width + k], table[i * width + k + 1])
      table[i * width + k] = isSame ? table[(i + 1) * width + k + 1] + 1 : skipped
    }
  }
  return (i, k) => table[i * width + k]
}
