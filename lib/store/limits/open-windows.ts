import { WINDOW_MS } from './rate-counter'

/** The windows of one limit group: where each key's is among `OpenWindows`. */
export type GroupWindows = Map<string, number>

/**
 * Windows of counting in the order of their ends, which is that of their beginnings, since all last equally long. It is a
 * ring of fixed size: a map would search through everything deleted from its front, which costs more the more addresses
 * come.
 */
export class OpenWindows {
  private readonly keys: (string | undefined)[]
  private readonly groups: (GroupWindows | undefined)[]
  private readonly ends: Float64Array
  private readonly counts: Float64Array
  private first = 0
  private held = 0

  /** @param most how many are held at most */
  constructor(private readonly most: number) {
    this.keys = new Array<string | undefined>(most)
    this.groups = new Array<GroupWindows | undefined>(most)
    this.ends = new Float64Array(most)
    this.counts = new Float64Array(most)
  }

  /** How many are held; those that are over leave when something is counted next. */
  get size(): number {
    return this.held
  }

  /**
   * The window of a key: the one that is open, or a new one, for which the oldest gives way if there is no room.
   * @param now milliseconds on the process's own clock, which is never set back
   * @returns its place, until the next call
   */
  open(group: GroupWindows, key: string, now: number): number {
    while (this.held > 0 && (this.ends[this.first] ?? 0) <= now) this.dropFirst()
    const known = group.get(key)
    if (known !== undefined) return known
    if (this.held === this.most) this.dropFirst()
    const place = (this.first + this.held) % this.most
    this.keys[place] = key
    this.groups[place] = group
    this.ends[place] = now + WINDOW_MS
    this.counts[place] = 0
    this.held++
    group.set(key, place)
    return place
  }

  /** What is counted in a window. */
  countAt(place: number): number {
    return this.counts[place] ?? 0
  }

  /** Takes places in a window. */
  take(place: number, places: number): void {
    this.counts[place] = this.countAt(place) + places
  }

  /** Milliseconds until a window ends. */
  leftAt(place: number, now: number): number {
    return (this.ends[place] ?? 0) - now
  }

  /** Forgets all of them. */
  clear(): void {
    while (this.held > 0) this.dropFirst()
  }

  private dropFirst(): void {
    this.groups[this.first]?.delete(this.keys[this.first] ?? '')
    this.keys[this.first] = this.groups[this.first] = undefined
    this.first = (this.first + 1) % this.most
    this.held--
  }
}
