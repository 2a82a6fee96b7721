const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700

/**
 * The letters of a label that a host name holds as `xn--…` (RFC 3492); browsers encode such labels but offer no way
 * back. Any other label, and one that is wrongly encoded, is returned as it is.
 * @param label in lower case
 */
export function decodedLabel(label: string): string {
  if (!label.startsWith('xn--')) return label
  return decode(label.slice(4)) ?? label
}

function decode(encoded: string): string | null {
  const split = encoded.lastIndexOf('-')
  const output = Array.from(encoded.slice(0, Math.max(0, split)), (character) => character.codePointAt(0) ?? 0)
  let code = 128
  let bias = 72
  let place = 0
  for (let at = split + 1; at < encoded.length;) {
    const before = place
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(encoded.charCodeAt(at++))
      if (digit === null) return null
      place += digit * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
      if (place > 0x7fffffff || weight > 0x7fffffff) return null
    }
    const length = output.length + 1
    bias = adapted(place - before, length, before === 0)
    code += Math.floor(place / length)
    place %= length
    if (code > 0x10ffff) return null
    output.splice(place++, 0, code)
  }
  return String.fromCodePoint(...output)
}

function digitOf(code: number): number | null {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : null
}

function adapted(difference: number, length: number, first: boolean): number {
  let delta = first ? Math.floor(difference / DAMP) : difference >> 1
  delta += Math.floor(delta / length)
  let k = 0
  for (; delta > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) delta = Math.floor(delta / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW))
}
