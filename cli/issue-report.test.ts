import { once } from 'node:events'
import { PassThrough, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { writeEach } from './issue-report'

async function* pieces(many: number): AsyncGenerator<string> {
  for (let at = 0; at < many; at++) yield `${at}\n`
}

describe('a long report', () => {
  it('is written whole to a reader that is slower, and leaves no listener behind', async () => {
    const output = new PassThrough({ highWaterMark: 8 })
    const read = text(output)
    const before = output.eventNames().map((name) => [name, output.listenerCount(name)])
    for (let time = 0; time < 12; time++) await writeEach(pieces(10), output)
    expect(output.eventNames().map((name) => [name, output.listenerCount(name)])).toEqual(before)
    output.end()
    expect(await read).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n'.repeat(12))
  })

  it('ends in silence behind a reader that has gone away', async () => {
    const output = new PassThrough()
    output.destroy()
    await once(output, 'close')
    await writeEach(pieces(3), output)
    expect(output.readableLength).toBe(0)
  })

  it('fails where its reader goes away while it waits', async () => {
    const gone = new Error('EPIPE')
    const output = new Writable({ highWaterMark: 1, write: (_chunk, _encoding, done) => setImmediate(done, gone) })
    await expect(writeEach(pieces(3), output)).rejects.toBe(gone)
  })
})
