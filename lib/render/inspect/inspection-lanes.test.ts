import { describe, expect, it } from 'vitest'
import type { InspectionLimits, ProcessEnd } from './inspect-process'
import { InspectionLanes } from './inspection-lanes'

const SPENT: ProcessEnd = { end: 'spent' }
const ANSWERED: ProcessEnd = { end: 'answered', text: '{}' }
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A file that runs until it is told how it ended. */
function file() {
  const runs: InspectionLimits[] = []
  const ends: ((end: ProcessEnd) => void)[] = []
  const inspect = (limits: InspectionLimits) => {
    runs.push(limits)
    return new Promise<ProcessEnd>((resolve) => ends.push(resolve))
  }
  return { runs, inspect, end: (end: ProcessEnd) => ends.shift()?.(end) }
}

describe('a file', () => {
  it('that is quick is inspected once', async () => {
    const { inspect, runs, end } = file()
    const result = new InspectionLanes().run('a', inspect)
    await settled()
    end(ANSWERED)
    expect(await result).toBe(ANSWERED)
    expect(runs.map(({ cpuMs }) => cpuMs)).toEqual([2000])
  })

  it('that waited for a processor for too long is not called slow', async () => {
    const { inspect, runs, end } = file()
    const lanes = new InspectionLanes()
    const result = lanes.run('a', inspect)
    await settled()
    end({ end: 'timeout' })
    expect(await result).toEqual({ end: 'timeout' })
    void lanes.run('a', inspect)
    await settled()
    expect(runs.map(({ isNice }) => isNice)).toEqual([false, false])
  })

  it('that takes longer begins anew with all of its time, behind everybody else', async () => {
    const { inspect, runs, end } = file()
    const result = new InspectionLanes().run('a', inspect)
    await settled()
    end(SPENT)
    await settled()
    expect(runs).toEqual([expect.objectContaining({ isNice: false }), { cpuMs: 5000, timeMs: 8000, isNice: true }])
    end(ANSWERED)
    expect(await result).toBe(ANSWERED)
  })
})

describe('comparisons', () => {
  it('run one at a time with all of their time, and keep no file waiting', async () => {
    const lanes = new InspectionLanes()
    const [first, second, ordinary] = [file(), file(), file()]
    const results = [lanes.compare('a', first.inspect), lanes.compare('b', second.inspect)]
    const inspected = lanes.run('c', ordinary.inspect)
    await settled()
    expect([first.runs, second.runs, ordinary.runs].map(({ length }) => length)).toEqual([1, 0, 1])
    expect(first.runs).toEqual([{ cpuMs: 5000, timeMs: 20_000, isNice: true }])
    for (const one of [ordinary, first]) one.end(ANSWERED)
    await settled()
    second.end(ANSWERED)
    expect(await Promise.all([inspected, ...results])).toEqual([ANSWERED, ANSWERED, ANSWERED])
  })
})

describe('slow files', () => {
  it('of eight addresses leave the quick lane to others, and to nobody of their network for a minute', async () => {
    const lanes = new InspectionLanes()
    const slow = Array.from({ length: 8 }, (_, at) => {
      const one = file()
      return { ...one, result: lanes.run(`2001:db8:${at}:0::/64`, one.inspect, 0) }
    })
    for (let time = 0; time < 5; time++) {
      await settled()
      for (const { end } of slow) end(SPENT)
    }
    for (let time = 0; time < 8; time++) {
      const ordinary = file()
      const result = lanes.run('192.0.2.1', ordinary.inspect, 1000)
      await settled()
      expect(ordinary.runs).toHaveLength(1)
      ordinary.end(ANSWERED)
      expect(await result).toBe(ANSWERED)
      const again = file()
      void lanes.run(`2001:db8:${time}:ffff::/64`, again.inspect, 1000)
      await settled()
      expect(again.runs).toEqual([])
    }
    const later = file()
    void lanes.run('2001:db8:0:ffff::/64', later.inspect, 61_000)
    await settled()
    expect(later.runs.map(({ isNice }) => isNice)).toEqual([false])
  })

  it('past those that wait are turned away, which says nothing of them', async () => {
    const lanes = new InspectionLanes()
    const files = Array.from({ length: 7 }, file)
    const results = files.map(({ inspect }, at) => lanes.run(`192.0.2.${at}`, inspect, 0))
    for (let time = 0; time < 4; time++) {
      await settled()
      for (const { end, runs } of files) if (runs.length === 1) end(SPENT)
    }
    await settled()
    expect(files.map(({ runs }) => runs.length)).toEqual([2, 1, 1, 1, 1, 1, 1])
    expect(await Promise.all(results.slice(5))).toEqual([null, null])
  })
})
