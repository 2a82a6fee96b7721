import { downsampled } from '../inspect/inspect-child-grey.mjs'
import { openDocument } from '../inspect/inspect-child-open.mjs'
import { groupGlyphs } from './compare-child-groups.mjs'
import { comparePages, readFirstPage } from './compare-child-pages.mjs'
import { pngOf } from './compare-child-png.mjs'
import { mayChange } from './compare-child-structure.mjs'

/** From 300 dots an inch to 100: enough to read the smallest label. */
const SHOWN_SMALLER = 3

/**
 * Reads the issued file, with which others are compared.
 * @param {Uint8Array} bytes
 * @throws Error when it cannot be read: it is one of ours
 */
export async function readIssued(bytes) {
  const file = await openDocument(bytes)
  const first = file.status === 'open' ? readFirstPage(file, null) : null
  if (!first?.glyphs?.length || !first.grey || !first.painted) throw new Error('the issued file cannot be read')
  return { first, groups: groupGlyphs(first.pdfium, first.page, first.glyphs) }
}

/**
 * Compares a file with an issued one.
 * @param {Awaited<ReturnType<typeof readIssued>>} issued
 * @param {Uint8Array} bytes of the file
 * @param {boolean} withPictures of both first pages
 */
export async function compareFile({ first, groups }, bytes, withPictures) {
  const file = await openDocument(bytes)
  if (file.status !== 'open') return { status: file.status }
  const found = readFirstPage(file, first)
  if (!found) return { status: 'not_a_pdf' }
  return {
    status: 'compared',
    ...comparePages(first, groups, found, mayChange(file.pdfium, file.document, found.page, bytes)),
    pictures: withPictures && found.grey ? { issued: shown(first.grey), found: shown(found.grey) } : null,
  }
}

function shown(grey) {
  return pngOf(downsampled(grey, SHOWN_SMALLER)).toString('base64')
}
