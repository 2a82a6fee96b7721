import { drawPage } from './compare-child-draw.mjs'
import { readGlyphs } from './compare-child-glyphs.mjs'
import { countHidden } from './compare-child-hidden.mjs'
import { readPainted } from './compare-child-painted.mjs'
import { comparePixels, rectanglesOf, touches } from './compare-child-picture.mjs'
import { boxOf, compareWords, isUnreadable } from './compare-child-words.mjs'

/** How far the size of a page may be rounded by a program that saves it, in points. */
const SIZE_ROUNDED = 1
/** A picture of this part of the page is a picture of the page. */
const WHOLE_PAGE = 0.5
/** Text this much smaller than the smallest of the issued page is not there to be read. */
const TINY = 0.6
/** Where more than this part of the fields is drawn otherwise, another program drew the page. */
const FEW = 0.5

/**
 * @typedef {{ pdfium: object, page: number, pages: number, width: number, height: number,
 *   glyphs: import('./compare-child-glyphs.mjs').Glyph[] | null, painted: object | null,
 *   grey: import('./compare-child-draw.mjs').Drawing | null }} ReadPage
 */

/**
 * Reads and draws the first page of an open document.
 * @param {ReadPage | null} issued on whose sheet it is drawn when it has the same size; null for the issued page itself
 * @returns {ReadPage | null} null when it has no page that can be loaded
 */
export function readFirstPage({ pdfium, document, pages }, issued) {
  const page = pdfium._FPDF_LoadPage(document, 0)
  if (!page) return null
  const [width, height] = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)]
  const size = { width, height }
  const sheet = issued === null ? size : issued
  const grey = drawPage(pdfium, page, isSameSize(sheet, size) ? sheet : null)
  const [glyphs, painted] = [readGlyphs(pdfium, page), readPainted(pdfium, page)]
  return { pdfium, page, pages, ...size, glyphs, painted, grey }
}

/**
 * Compares a page with the issued one. `same` is claimed only where nothing is against it; `different` only where
 * another program that saved the same page cannot be the cause.
 * @param {ReadPage} issued
 * @param {import('./compare-child-groups.mjs').Group[]} groups of the issued page
 * @param {ReadPage} found drawn on the issued page's sheet
 * @param {boolean} mayChange the file can show something else elsewhere
 */
export function comparePages(issued, groups, found, mayChange) {
  const isWhole = found.pages === issued.pages
  const picture = comparePictures(issued, groups, found)
  const words = readWords(issued, groups, found)
  const isScan = hasWholePicture(found)
  return {
    text: isScan ? 'unreadable' : judgeWords(words, picture.result, isWhole),
    picture: picture.result === 'same' && (mayChange || !isWhole) ? 'unreadable' : picture.result,
    groups: words.groups.map(({ isSure, ...group }, index) => {
      const isDrawnOtherwise = picture.groups[index]
      return { ...group, differs: isSure || (group.differs && isDrawnOtherwise), isDrawnOtherwise }
    }),
    added: words.isReadable ? words.added : '',
    isDrawnBeside: picture.places.length > 0 && !picture.groups.includes(true),
    marks: rectanglesOf(picture.places, issued.grey),
  }
}

function readWords(issued, groups, found) {
  const leastHeight = Math.min(...issued.glyphs.map(({ height }) => height)) * TINY
  const glyphs = found.glyphs ?? []
  const isReadable =
    found.glyphs !== null &&
    found.painted !== null &&
    found.grey !== null &&
    !isUnreadable(glyphs) &&
    countHidden(found, leastHeight) <= countHidden(issued, 0)
  return { ...compareWords(groups, glyphs), isReadable }
}

function judgeWords({ groups, added, isReadable, isElsewhere, hasHeading }, picture, isWhole) {
  // Another document, such as a letter in front of the certificate or a printed check of it, is none that was changed.
  if (!isReadable || (isElsewhere && (hasHeading || !isWhole))) return 'unreadable'
  if (added === '' && groups.every(({ differs }) => !differs)) return isWhole ? 'same' : 'unreadable'
  const isSure = added !== '' || groups.some((group) => group.isSure)
  return isSure && picture !== 'same' ? 'different' : 'unreadable'
}

function comparePictures(issued, groups, found) {
  const nothing = { result: 'unreadable', groups: groups.map(() => false), places: [] }
  if (!found.grey || !isSameSize(issued, found) || hasWholePicture(found)) return nothing
  const { isSame, places } = comparePixels(issued.grey, found.grey)
  if (places.length === 0) return isSame ? { ...nothing, result: 'same' } : nothing
  const drawn = groups.map((group) => touches(places, boxOf(group)))
  const isFew = drawn.filter(Boolean).length <= groups.length * FEW
  return isFew ? { result: 'different', groups: drawn, places } : nothing
}

function isSameSize(issued, found) {
  return ['width', 'height'].every((side) => Math.abs(issued[side] - found[side]) <= SIZE_ROUNDED)
}

/** Whether a picture covers the page, or most of it, as that of a scanner does. */
function hasWholePicture({ painted, width, height }) {
  if (painted === null) return true
  const area = painted.covers
    .filter(({ isPicture }) => isPicture)
    .reduce((sum, { bounds: { left, right, bottom, top } }) => {
      const inside = (from, to, end) => Math.max(Math.min(to, end) - Math.max(from, 0), 0)
      return sum + inside(left, right, width) * inside(bottom, top, height)
    }, 0)
  return area >= width * height * WHOLE_PAGE
}
