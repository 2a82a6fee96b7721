/**
 * The letters that must be added, left out, changed or swapped with a neighbour to turn one text into the other
 * (optimal string alignment).
 * @returns the distance, or `limit + 1` as soon as it is sure to be more than `limit`
 */
export function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) > limit) return limit + 1
  let twoBack: number[] = []
  let back = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let least = Math.min(
        (back[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (back[column - 1] ?? 0) + (same ? 0 : 1),
      )
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        least = Math.min(least, (twoBack[column - 2] ?? 0) + 1)
      }
      current.push(least)
    }
    if (Math.min(...current) > limit) return limit + 1
    twoBack = back
    back = current
  }
  return back[other.length] ?? 0
}
