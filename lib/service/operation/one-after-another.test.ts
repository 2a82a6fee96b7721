import { expect, it } from 'vitest'
import { oneAfterAnother, keysInTurn } from './one-after-another'

/** A work that ends when it is told to. */
function held() {
  let end: (said: string) => void = () => undefined
  const ended = new Promise<string>((resolve) => (end = resolve))
  return { work: () => ended, end }
}

it('does works of one key one after another, and those of others meanwhile', async () => {
  const begun: string[] = []
  const [first, second, other] = [held(), held(), held()]
  const named =
    (name: string, { work }: ReturnType<typeof held>) =>
    () => (begun.push(name), work())
  const all = [
    oneAfterAnother('a', 2, named('first', first)),
    oneAfterAnother('a', 2, named('second', second)),
    oneAfterAnother('b', 2, named('other', other)),
  ]
  await Promise.resolve()
  expect(begun).toEqual(['first', 'other'])
  first.end('1')
  expect(await all[0]).toBe('1')
  other.end('3')
  expect(await all[2]).toBe('3')
  second.end('2')
  expect(await all[1]).toBe('2')
  expect(begun).toEqual(['first', 'other', 'second'])
})

it('goes on after one that failed, and keeps nothing of what is done', async () => {
  const failing = oneAfterAnother('c', 2, () => Promise.reject(new Error('no')))
  const next = oneAfterAnother('c', 2, () => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
  await oneAfterAnother('d', 2, () => Promise.resolve())
  await new Promise(setImmediate)
  expect(keysInTurn()).toBe(0)
})

it('takes no more of one key than it may, and others as before', async () => {
  const [first, second] = [held(), held()]
  const one = oneAfterAnother('e', 2, first.work)
  const two = oneAfterAnother('e', 2, second.work)
  expect(oneAfterAnother('e', 2, () => Promise.resolve('three'))).toBeNull()
  expect(await oneAfterAnother('f', 2, () => Promise.resolve('other'))).toBe('other')
  first.end('1')
  second.end('2')
  expect(await Promise.all([one, two])).toEqual(['1', '2'])
  expect(await oneAfterAnother('e', 2, () => Promise.resolve('again'))).toBe('again')
})
