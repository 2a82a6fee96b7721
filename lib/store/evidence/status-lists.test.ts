import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { STATUS_LIST_LENGTH } from '@/lib/domain/certificate/status-index'
import { workingPool } from '@/lib/store/database/database'
import { LockQueue } from '@/test/database/lock-queue'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import type { TakeOrder } from '@/test/database/status-lists-test-process'
import { testProgram } from '@/test/test-program'
import { takeStatusEntries } from './status-lists'

const BATCHES = 4
const COUNT = 5

describe('takeStatusEntries, in two processes at once', () => {
  const database = useServiceDatabase()
  const children: ChildProcess[] = []
  afterEach(async () => {
    for (const child of children.splice(0)) {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    }
  })

  async function startProcess(): Promise<(issuerId: string) => Promise<string[]>> {
    const child = fork(testProgram('status-lists-test-process'), {
      execArgv: [],
      env: { ...process.env, LOG_LEVEL: 'silent', DATABASE_URL: database.url },
    })
    children.push(child)
    await once(child, 'message')
    return async (issuerId) => {
      const answered = once(child, 'message')
      child.send({ issuerId, batches: BATCHES, count: COUNT } satisfies TakeOrder)
      return ((await answered) as [string[]])[0]
    }
  }

  /** Both processes take while somebody holds the open list's row; they go on once both wait for it. */
  async function takeAtOnce(
    issuerId: string,
    takers: ((issuerId: string) => Promise<string[]>)[],
  ): Promise<string[][]> {
    const open = 'SELECT 1 FROM status_lists WHERE issuer_id = $1 AND used < length FOR UPDATE'
    const queue = await LockQueue.hold(database.url, open, [issuerId])
    const taken = takers.map((take) => take(issuerId))
    await queue.waiting(takers.length * BATCHES)
    await queue.release()
    return Promise.all(taken)
  }

  const listsOf = async (issuerId: string) =>
    (
      await workingPool().query<{ used: number; length: number }>(
        'SELECT used, length FROM status_lists WHERE issuer_id = $1 ORDER BY created_at, used DESC',
        [issuerId],
      )
    ).rows

  it('gives no entry twice, and opens one new list whenever one gets full', async () => {
    const [issuer, takers] = [await mintIssuer(), [await startProcess(), await startProcess()]]
    const all = (await takeStatusEntries(issuer.id, 1)).map((entry) => `${entry.statusListId}#${entry.statusIndex}`)
    // More than both take; then fewer than one process takes, fewer than one batch, and a single one.
    const rooms = [1000, 12, 3, 1]
    for (const room of rooms) {
      await workingPool().query('UPDATE status_lists SET used = length - $2 WHERE issuer_id = $1 AND used < length', [
        issuer.id,
        room,
      ])
      const taken = await takeAtOnce(issuer.id, takers)
      expect(taken.map(({ length }) => length)).toEqual([BATCHES * COUNT, BATCHES * COUNT])
      all.push(...taken.flat())
    }
    expect(new Set(all).size).toBe(1 + rooms.length * 2 * BATCHES * COUNT)
    const indexes = all.map((place) => Number(place.split('#')[1]))
    expect(indexes.filter((index) => index < 0 || index >= STATUS_LIST_LENGTH)).toEqual([])
    // Three lists got full, each exactly; the last holds what the one before had no room for.
    expect((await listsOf(issuer.id)).map(({ used, length }) => length - used)).toEqual([
      0,
      0,
      0,
      STATUS_LIST_LENGTH - (2 * BATCHES * COUNT - 1),
    ])
  })

  it('opens one first list where none is there', async () => {
    const [issuer, one, two] = [await mintIssuer(), await startProcess(), await startProcess()]
    const taken = (await Promise.all([one(issuer.id), two(issuer.id)])).flat()
    expect(new Set(taken).size).toBe(2 * BATCHES * COUNT)
    expect((await listsOf(issuer.id)).map(({ used }) => used)).toEqual([2 * BATCHES * COUNT])
  })
})
