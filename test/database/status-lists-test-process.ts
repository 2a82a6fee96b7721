/** For tests: a process that takes entries of status lists whenever it is told to, several batches at once. */
import { closeDatabase } from '@/lib/store/database/database'
import { takeStatusEntries } from '@/lib/store/evidence/status-lists'

/** What the test asks for: `batches` at the same moment, each of `count` entries. */
export interface TakeOrder {
  issuerId: string
  batches: number
  count: number
}

process.on('message', (order) => void take(order as TakeOrder))
process.on('disconnect', () => void closeDatabase().then(() => process.exit(0)))
process.send?.('ready')

async function take({ issuerId, batches, count }: TakeOrder): Promise<void> {
  const taken = await Promise.all(Array.from({ length: batches }, () => takeStatusEntries(issuerId, count)))
  process.send?.(taken.flat().map(({ statusListId, statusIndex }) => `${statusListId}#${statusIndex}`))
}
