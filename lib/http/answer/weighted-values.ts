/** One member of a list with weights, such as `accept` (RFC 9110 section 12.4.2). */
export interface WeightedValue {
  /** In lower case, without parameters. */
  value: string
  /** 0 to 1; 0 means that it is refused. */
  weight: number
}

/** Members that are looked at; nobody means more of them. */
const MOST = 100

/**
 * Reads a list with weights: `accept`, `accept-encoding`. A weight that is none refuses its member.
 * @param header the header's value, or null
 */
export function parseWeightedValues(header: string | null): WeightedValue[] {
  const members = (header ?? '').split(',', MOST).map((text) => {
    const [value = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    return { value, weight: weightOf(parameters) }
  })
  return members.filter(({ value }) => value !== '')
}

function weightOf(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  if (given === undefined) return 1
  return /^(0|1)?(\.\d*)?$/.test(given) && given !== '' && Number(given) <= 1 ? Number(given) : 0
}
