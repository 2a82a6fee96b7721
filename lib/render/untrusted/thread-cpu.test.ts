import { describe, expect, it } from 'vitest'
import { ownThreadNumber, threadCpuMs } from './thread-cpu'

describe.runIf(process.platform === 'linux')('threadCpuMs', () => {
  it('grows while the thread works, and stands still while it waits', () => {
    const thread = ownThreadNumber() ?? 0
    const start = threadCpuMs(thread) ?? Number.NaN
    while ((threadCpuMs(thread) ?? Number.NaN) < start + 20) JSON.parse('[1]')
    const [worked, began] = [threadCpuMs(thread) ?? Number.NaN, performance.now()]
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    const [waited, passed] = [(threadCpuMs(thread) ?? Number.NaN) - worked, performance.now() - began]
    expect(waited).toBeLessThan(passed / 2)
  })

  it('is not told of a thread that is not there', () => {
    expect(threadCpuMs(0)).toBeNull()
  })
})
