import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { issueCertificates } from '@/lib/service/issue/issue-certificates'
import { previewRow } from '@/lib/service/issue/preview-row'
import { readFrames, writeFrame } from '@/lib/store/signer/frames'
import { exampleRow, issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { leaveKeysTo, SignerProcess } from './signer-process'

useServiceDatabase()

/** The first row is signed by then, since no more than 16 are under way at once. */
const HELD_FROM = 150

let signer: SignerProcess

beforeAll(async () => {
  signer = await SignerProcess.start()
})
afterAll(() => signer.remove())

/** The first cannot be drawn. */
const rows = Array.from({ length: 150 }, (_, index) => exampleRow(index === 0 ? { fullName: 'Ana \u{1F600}' } : {}))

/** Stands before the signer, counts what it is asked, and passes its answers on; from one of them on only once `until` is there. */
async function relay(until: () => Promise<unknown>): Promise<{ path: string; server: Server; asked: () => number }> {
  let [asked, answered, held] = [0, 0, Promise.resolve<unknown>(null)]
  const server = createServer((caller) => {
    const behind = connect(signer.socket('desk'))
    readFrames(
      caller,
      (ask) => void ((asked += 1), writeFrame(behind, ask)),
      () => caller.destroy(),
    )
    const pass = (answer: unknown) => {
      if (++answered === HELD_FROM) held = until()
      void held.then(() => writeFrame(caller, answer))
    }
    readFrames(behind, pass, () => caller.destroy())
    for (const [one, other] of [
      [caller, behind],
      [behind, caller],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  const path = join(signer.folder, 'relay.sock')
  server.listen(path)
  await once(server, 'listening')
  return { path, server, asked: () => asked }
}

it('refuses all rows if a file fails while the signer is asked for the rows behind it, and asks for no more of them', async () => {
  const issuer = await mintIssuer()
  const nobodys: unknown[] = []
  const note = (reason: unknown) => nobodys.push(reason)
  // What is drawn later is done later: the file of the first row has failed by then.
  const { path, server, asked } = await relay(() => previewRow(issuer.id, exampleRow(), null))
  const back = await leaveKeysTo({ socket: () => path })
  process.on('unhandledRejection', note)
  try {
    await issueOne(issuer)
    const one = asked()
    await expect(issueCertificates(issuer.id, rows, 'test')).rejects.toMatchObject({ code: 'malformed' })
    expect(asked() - one).toBeLessThan((one * rows.length) / 2)
    await issueOne(issuer)
  } finally {
    process.off('unhandledRejection', note)
    back()
    server.close()
  }
  expect(nobodys).toEqual([])
})
