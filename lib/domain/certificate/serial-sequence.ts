/**
 * A file is refused if an outsider who counts through its numbers finds a certificate at least once in this many tries.
 */
const TRIES_PER_HIT = 200n
/** Stray neighbours happen among random serials; they only count once they are this share of the file. */
const SHARE = 0.1
const MOST_SERIES = 4096

/** The numbers seen in one place of otherwise equal serials. */
interface Series {
  place: string
  count: number
  first: bigint
  last: bigint
  min: bigint
  max: bigint
  step: bigint
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  while (b !== 0n) [a, b] = [b, a % b]
  return a < 0n ? -a : a
}

function isDense(series: Series): boolean {
  if (series.count < 2) return false
  // Two numbers always have a common step; from three on a step is a rule that can be continued.
  const step = series.count < 3 ? 1n : series.step
  const candidates = (series.max - series.min) / step + 1n
  return BigInt(series.count) * TRIES_PER_HIT >= candidates
}

interface SequenceVerdict {
  /** True when the serials follow one another, so that from one the others can be found. */
  consecutive: boolean
  /** How many serials were seen, and how many of them stand in a dense series. */
  serials: number
  following: number
}

/**
 * Tells whether the serials of a file follow one another (spec part 2), in one pass, in any order, with
 * bounded memory.
 *
 * The rule: in each serial every run of digits, and the last character alone, is read as a number, and the rest of the
 * serial names a series (`ACME-2026-#`, `ACME-#-0017`). A series is dense when its distinct numbers are at least one
 * in 200 of the numbers between its smallest and largest; from three numbers on, only every step-th number is a
 * candidate, where the step is the greatest common divisor of their distances. That covers counting up or down, by
 * tens, shuffled, with gaps, before or after a year, in hexadecimal, and with check digits. The serials follow one
 * another when the dense series of one place hold at least two serials and a tenth of the file. A hundred
 * thousand random serials of eight digits stay below that; random ones too short for the size of the file do not, and
 * rightly so.
 */
export class SerialSequenceDetector {
  private readonly series = new Map<string, Series>()
  private serials = 0
  private isFull = false

  /** Takes the next serial of the file, as written. */
  add(serial: string): void {
    this.serials++
    const text = serial.toUpperCase()
    let place = 0
    for (const run of text.matchAll(/[0-9]+/g)) {
      const end = run.index + run[0].length
      this.record(`run ${place++}`, `${text.slice(0, run.index)}#${text.slice(end)}`, BigInt(run[0]))
    }
    const lastValue = parseInt(text.slice(-1), 36)
    if (Number.isInteger(lastValue)) this.record('last', `${text.slice(0, -1)}?`, BigInt(lastValue))
  }

  /** What can be said of the serials seen so far. */
  verdict(): SequenceVerdict {
    const byPlace = new Map<string, number>()
    for (const series of this.series.values()) {
      if (isDense(series)) byPlace.set(series.place, (byPlace.get(series.place) ?? 0) + series.count)
    }
    const following = Math.max(0, ...byPlace.values())
    return { consecutive: following >= Math.max(2, this.serials * SHARE), serials: this.serials, following }
  }

  private record(place: string, name: string, value: bigint): void {
    const key = `${place} ${name}`
    const series = this.series.get(key)
    if (!series) {
      if (this.series.size >= MOST_SERIES && !this.isFull) this.forgetLoneNumbers()
      if (this.series.size < MOST_SERIES) {
        this.series.set(key, { place, count: 1, first: value, last: value, min: value, max: value, step: 0n })
      }
      return
    }
    // A repeated serial is not a neighbour; repeats are refused elsewhere.
    if (value === series.last || value === series.min || value === series.max) return
    series.count++
    series.last = value
    if (value < series.min) series.min = value
    if (value > series.max) series.max = value
    series.step = greatestCommonDivisor(series.step, value - series.first)
  }

  private forgetLoneNumbers(): void {
    for (const [key, series] of this.series) if (series.count === 1) this.series.delete(key)
    // A table that stays this full would be searched again at nearly every serial.
    this.isFull = this.series.size > MOST_SERIES * 0.9
  }
}
