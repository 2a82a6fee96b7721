/**
 * A number as C2SP writes it: ASCII decimal without leading zeros.
 * @returns null for another spelling, and above 2^53 - 1, which no log of ours reaches
 */
export function parseDecimal(text: string): number | null {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) return null
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : null
}
