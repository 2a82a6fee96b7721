import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { couldAnswer, forgetCapacity, noteCapacity } from './capacity'

beforeEach(forgetCapacity)
afterEach(forgetCapacity)

/** Looks twenty times a second. */
const look = (from: number, until: number, hasRoom: boolean) => {
  for (let now = from; now <= until; now += 50) noteCapacity(hasRoom, now)
}

describe('couldAnswer', () => {
  it('is so where nobody looks', () => expect(couldAnswer(1e9)).toBe(true))

  it('is so until no check found a place for five seconds, and again with the first place', () => {
    look(0, 1000, true)
    look(1050, 5950, false)
    expect(couldAnswer(5950)).toBe(true)
    look(6000, 6050, false)
    expect(couldAnswer(6050)).toBe(false)
    look(6100, 6100, true)
    expect(couldAnswer(6100)).toBe(true)
  })

  it('is not so after the event loop was blocked, until it runs again', () => {
    look(0, 1000, true)
    noteCapacity(true, 7000)
    expect(couldAnswer(7000)).toBe(false)
    noteCapacity(true, 7050)
    expect(couldAnswer(7050)).toBe(true)
  })

  it('is not so where it never runs on time', () => {
    look(0, 1000, true)
    for (let now = 3000; now < 20_000; now += 2000) noteCapacity(true, now)
    expect(couldAnswer(20_000)).toBe(false)
  })
})
