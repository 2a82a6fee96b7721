import { expect, it } from 'vitest'
import { withImportSession } from '@/lib/store/records/import-session'
import { useServiceDatabase } from '@/test/database/service-database'
import { withAdvisoryLock } from './advisory-lock'
import { transaction, workingPool } from './database'

useServiceDatabase()

const NAMES = ['first', 'second', 'third', 'fourth', 'fifth']

type Work = () => Promise<number | undefined>

/** Does work in each of the frames, one within the other. */
function within(frames: readonly ((work: Work) => Promise<number | undefined>)[], work: Work) {
  return frames.reduce<Work>((inner, frame) => () => frame(inner), work)()
}

const one = async () => (await workingPool().query<{ n: number }>('SELECT 1 AS n')).rows[0]?.n

it('locks and import sessions, however many, leave the pool its connections', async () => {
  const locks = NAMES.map((name) => (work: Work) => withAdvisoryLock(name, work))
  expect(await within(locks, one)).toBe(1)
  const sessions = NAMES.map((name) => async (work: Work) => {
    return (await withImportSession(name, work)) ?? undefined
  })
  expect(await within(sessions, one)).toBe(1)
})

it('who holds a connection is refused a second one, of which there may be none left', async () => {
  await expect(transaction(() => transaction(() => Promise.resolve()))).rejects.toThrow(/holds a connection/)
  await expect(transaction(one)).rejects.toThrow(/holds a connection/)
  expect(await one()).toBe(1)
})

it('what was begun meanwhile and goes on afterwards gets its own', async () => {
  let later: Promise<number | undefined> | undefined
  let go: () => void = () => undefined
  await transaction(() => {
    const gone = new Promise<void>((resolve) => (go = resolve))
    later = gone.then(one)
    return Promise.resolve()
  })
  go()
  expect(await later).toBe(1)
})
