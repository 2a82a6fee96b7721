import { serialKey } from '@/lib/domain/certificate/serial'
import { isIssuerSerial } from '@/lib/domain/issuer/issuer-serial'

/**
 * The cells of a column that are numbers of an issuer, though a serial of ours could stand in them, as in one of 32 such numbers by
 * chance (`A/2026-0001-2345-6786`): another one of the column has the same pattern and holds none, or most do. In a column of names of
 * files (`certificate-7K3M-9QXT-2VBD-8RWN.pdf`) each holds one.
 * @param cells with the serials that were read in each
 */
export function wholeNumbers(cells: readonly { cell: string; serials: readonly string[] }[]): Set<string> {
  const larger = new Set<string>()
  const patterns = new Set<string>()
  let plain = 0
  for (const { cell, serials } of cells) {
    const [serial, another] = serials
    if (serial === undefined || another !== undefined || !isIssuerSerial(cell)) continue
    if (serialKey(serial) !== serialKey(cell)) larger.add(cell)
    else {
      plain += 1
      patterns.add(patternOf(cell))
    }
  }
  return new Set([...larger].filter((cell) => patterns.has(patternOf(cell)) || plain > larger.size))
}

const patternOf = (text: string) => text.replace(/[0-9]/g, '9').replace(/[A-Za-z]/g, 'A')
