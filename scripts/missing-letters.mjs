/**
 * The letters of a text that no font of this machine has: those that Chromium draws as it draws a code point that is none.
 * @param {import('playwright').Page} page any page of Chromium; it is left as it is
 * @param {string} text messages of one language
 * @returns {Promise<string>} each letter once, in the order of the code points; empty where every letter is drawn
 */
export async function missingLetters(page, text) {
  const letters = [...new Set(text.match(/\p{L}/gu) ?? [])].sort()
  return page.evaluate((all) => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 48
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('This browser draws no canvas.')
    context.font = '32px sans-serif'
    const drawn = (/** @type {string} */ letter) => {
      context.clearRect(0, 0, 48, 48)
      context.fillText(letter, 4, 36)
      return context.getImageData(0, 0, 48, 48).data.join()
    }
    // Unassigned for good, so no font has it.
    const none = drawn('\u{3fffe}')
    return all.filter((letter) => drawn(letter) === none).join('')
  }, letters)
}
