/**
 * Does work for each of many items, a few at a time, and gives the results in their order.
 * @param most how many are under way at once; none is any more once it ends, however it does
 */
export async function* readAhead<Item, Result>(
  items: Iterable<Item>,
  most: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = []
  try {
    for (const item of items) {
      const started = work(item)
      // It is awaited in its turn; until then its failure is nobody's.
      started.catch(() => undefined)
      underWay.push(started)
      const first = underWay.length < most ? undefined : underWay.shift()
      if (first) yield await first
    }
    for (const last of underWay) yield await last
  } finally {
    // Also when one fails, or nobody wants the others: nothing goes on behind the back of whoever asked.
    await Promise.allSettled(underWay)
  }
}
