import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pingedShape } from '@/lib/contract/signer'
import { env, setEnv } from '@/lib/env'
import { readFrames, writeFrame } from './frames'
import { askSigner, closeSigner } from './signer-client'

const before = env()
let folder: string
let server: Server
let answer: (which: 'oldest' | 'newest') => void
let asked: (count: number) => Promise<void>

/** A signer that answers when it is told to. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'slow-signer-'))
  const asks: { id: number; socket: Socket }[] = []
  server = createServer((socket) => {
    readFrames(
      socket,
      (message) => {
        asks.push({ id: (message as { id: number }).id, socket })
        server.emit('asked')
      },
      () => socket.destroy(),
    )
  })
  server.listen(join(folder, 'signer.sock'))
  await once(server, 'listening')
  answer = (which) => {
    const next = which === 'oldest' ? asks.shift() : asks.pop()
    if (next) writeFrame(next.socket, { id: next.id, answer: 'desk' })
  }
  asked = async (count) => {
    while (asks.length < count) await once(server, 'asked')
  }
  setEnv({ ...before, SIGNER: 'socket', SIGNER_SOCKET: join(folder, 'signer.sock') })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
  closeSigner()
  server.close()
  setEnv(before)
  rmSync(folder, { recursive: true })
})

const ask = () => askSigner({ ask: 'ping' }, pingedShape)

describe('a signer that is asked for many at once', () => {
  it('is away once it was silent for five seconds, and not while it works them off one by one', async () => {
    const asks = [ask(), ask(), ask()]
    await asked(3)
    for (const one of asks) {
      vi.advanceTimersByTime(4000)
      answer('oldest')
      expect(await one).toBe('desk')
    }
    const more = [ask(), ask()]
    await asked(2)
    answer('oldest')
    await more[0]
    vi.advanceTimersByTime(5000)
    await expect(more[1]).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('is away for whoever waits half a minute, whatever it answers others', async () => {
    const first = ask()
    await asked(1)
    const late = expect(first).rejects.toMatchObject({ code: 'unavailable' })
    for (let second = 0; second < 30; second += 3) {
      const other = ask()
      await asked(2)
      answer('newest')
      await other
      vi.advanceTimersByTime(3000)
    }
    await late
  })
})
