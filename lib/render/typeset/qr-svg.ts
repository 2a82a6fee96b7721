import QRCode from 'qrcode'

/**
 * A QR code (ISO/IEC 18004, error correction M) as an SVG of one path, without a quiet zone: whoever places it keeps
 * four modules of white around it.
 * @param text what the code opens
 */
export function qrSvg(text: string): string {
  return qrPicture(text).svg
}

/** A QR code as `qrSvg` draws it, and how many modules it has on each side. */
export function qrPicture(text: string): { svg: string; size: number } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!modules.get(row, column)) continue
      const start = column
      while (column + 1 < size && modules.get(row, column + 1)) column += 1
      const width = column + 1 - start
      path += `M${start} ${row}h${width}v1h-${width}z`
    }
  }
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${path}"/></svg>`
  return { svg, size }
}
