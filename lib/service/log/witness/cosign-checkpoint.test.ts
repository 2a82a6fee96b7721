import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeConsistencyProof } from '@/lib/crypto/tlog/consistency-proof'
import { formatVkey, type NoteKey, parseVkey } from '@/lib/crypto/tlog/note-key'
import { checkNoteSignatures, cosignNote, signNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, formatSignatureLine, parseNote, parseSignatureLine } from '@/lib/crypto/tlog/signed-note'
import { tilePath } from '@/lib/crypto/tlog/tile'
import { tileHashes } from '@/lib/crypto/tlog/tile-hashes'
import type { TrustPolicy } from '@/lib/crypto/tlog/trust-policy'
import { formatWitnessRequest } from '@/lib/crypto/tlog/witness-request'
import { env, setEnv } from '@/lib/env'
import { workingPool } from '@/lib/store/database/database'
import { originHash } from '@/lib/store/log/witness/witnessed-trees'
import { useServiceDatabase } from '@/test/database/service-database'
import { useLiveService } from '@/test/server/live-service'
import { ExampleLog, NOW, ORIGIN, sealedLeaf, someLeaves } from '@/test/tlog/example-log'
import { newNoteKey } from '@/test/tlog/note-keys'
import { askWitnesses } from './ask-witnesses'
import { describeWitnesses } from './name-witness'

const folder = mkdtempSync(join(tmpdir(), 'witness-'))
const JOURNAL = join(folder, 'journal')
const database = useServiceDatabase({ DATA_DIR: folder, JOURNAL_DIR: JOURNAL })
const live = useLiveService()
const LEAVES = 40

let log: ExampleLog
let witnessKey = ''
beforeAll(async () => {
  await mkdir(JOURNAL, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(async () => {
  log = await new ExampleLog(newNoteKey(ORIGIN, 'log'), []).grow(someLeaves(newNoteKey(ORIGIN, 'log'), LEAVES - 2))
  setEnv({ ...env(), WITNESS_LOGS: [formatVkey(log.key.key)] })
  witnessKey = (await describeWitnesses()).own.key
})
afterEach(async () => {
  await database.asOwner('DELETE FROM witnessed_trees')
  await rm(join(JOURNAL, 'witness'), { recursive: true, force: true })
})

/** What a log sends: its newest checkpoint, and the proof from a size on. */
async function requestOf(from: ExampleLog, oldSize: number): Promise<string> {
  const size = from.leaves.length
  const hashes = tileHashes(size, async (tile) => from.files.get(tilePath(tile)) ?? Buffer.alloc(0))
  const proof = oldSize > size ? [] : await makeConsistencyProof(hashes, oldSize, size)
  return formatWitnessRequest({ oldSize, proof, checkpoint: from.files.get('checkpoint')?.toString() ?? '' })
}

async function send(body: string): Promise<{ status: number; type: string | null; text: string }> {
  const answer = await fetch(`${live.origin}/witness/add-checkpoint`, { method: 'POST', body })
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

const confirmed = async () => fetch(`${live.origin}/witness/${originHash(ORIGIN)}/checkpoint`)

/** How many connections wait for the tree of the log. */
async function waitingFor(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  return rows[0]?.count ?? 0
}

/** The log with one leaf changed, signed by the same key. */
async function forkAt(index: number, more: number): Promise<ExampleLog> {
  const others = [
    ...log.leaves.with(index, sealedLeaf(9999)),
    ...Array.from({ length: more }, (_, n) => sealedLeaf(8000 + n)),
  ]
  return new ExampleLog(log.key, []).grow(others)
}

describe('a witness', () => {
  it('confirms a log from its first tree on, and shows what it confirmed', async () => {
    expect((await confirmed()).status).toBe(404)
    for (const [oldSize, more] of [
      [0, 0],
      [LEAVES, 0],
      [LEAVES, 30],
      [LEAVES + 30, 1],
    ] as const) {
      if (more > 0) await log.grow(Array.from({ length: more }, (_, n) => sealedLeaf(5000 + log.leaves.length + n)))
      const { status, text } = await send(await requestOf(log, oldSize))
      expect([status, text]).toEqual([200, expect.stringMatching(/^— .*\/witness .*\n$/)])
      const note = parseNote(log.files.get('checkpoint') ?? Buffer.alloc(0))
      const own = { text: note.text, signatures: [parseSignatureLine(text.trimEnd())] }
      expect(checkNoteSignatures(own, [parseVkey(witnessKey)])).toMatchObject([{ time: expect.any(Number) }])
      const shown = parseNote(Buffer.from(await (await confirmed()).text()))
      expect(checkNoteSignatures(shown, [log.key.key, parseVkey(witnessKey)])).toHaveLength(2)
    }
  })

  it.each<[string, () => Promise<string>, number, string | RegExp]>([
    ['a fork of the same size', async () => requestOf(await forkAt(7, 0), LEAVES), 409, `${LEAVES}\n`],
    ['a fork that grew', async () => requestOf(await forkAt(7, 5), LEAVES), 422, /proof does not lead/],
    ['a fork that says it is new', async () => requestOf(await forkAt(7, 5), 0), 409, `${LEAVES}\n`],
    [
      'an older tree',
      async () => requestOf(await new ExampleLog(log.key, []).grow(log.leaves.slice(0, 20)), 20),
      409,
      `${LEAVES}\n`,
    ],
    ['an old size above the new one', () => requestOf(log, LEAVES + 1), 400, /above that of the checkpoint/],
    [
      'a key of somebody else',
      async () => requestOf(await new ExampleLog(newNoteKey(ORIGIN, 'log'), []).grow(log.leaves), 0),
      403,
      /No key/,
    ],
    [
      'a changed signature',
      async () => (await requestOf(log, LEAVES)).replace(/.{8}=\n$/, 'AAAAAAAA=\n'),
      403,
      /No key/,
    ],
    [
      'another root',
      async () =>
        (await requestOf(log, LEAVES)).replace(
          /\n[A-Za-z0-9+/]{43}=\n\n/,
          `\n${Buffer.alloc(32).toString('base64')}\n\n`,
        ),
      403,
      /No key/,
    ],
    [
      'another log',
      async () => (await requestOf(log, LEAVES)).replace(ORIGIN, 'other.example/log'),
      404,
      /does not know/,
    ],
    ['nothing', () => Promise.resolve(''), 400, /does not begin/],
    [
      'an old size that is none',
      async () => (await requestOf(log, LEAVES)).replace('old 40', 'old 040'),
      400,
      /does not begin/,
    ],
    [
      'a proof of a line that is no hash',
      async () => (await requestOf(log, LEAVES)).replace('\n\n', '\nAAAA\n\n'),
      400,
      /no hash/,
    ],
    [
      'a proof that is not needed',
      async () => (await requestOf(log, LEAVES)).replace('\n\n', `\n${Buffer.alloc(32).toString('base64')}\n\n`),
      422,
      /proof/,
    ],
    [
      'more hashes than a tree has levels',
      async () =>
        (await requestOf(log, LEAVES)).replace('\n\n', `\n${`${Buffer.alloc(32).toString('base64')}\n`.repeat(64)}\n`),
      400,
      /too many/,
    ],
    ['more than it reads', () => Promise.resolve('x'.repeat(65 * 1024)), 413, /too large/],
  ])('does not confirm %s', async (_, make, status, said) => {
    await send(await requestOf(log, 0))
    const answer = await send(await make())
    expect([answer.status, answer.text]).toEqual([
      status,
      expect.stringMatching(said instanceof RegExp ? said : new RegExp(`^${said}$`)),
    ])
    if (status === 409) expect(answer.type).toBe('text/x.tlog.size')
    expect((await send(await requestOf(log, LEAVES))).status).toBe(200)
  })

  it('goes on from its size under the key that replaces a stolen one, and confirms no tree of the thief', async () => {
    await send(await requestOf(log, 0))
    const thief = await forkAt(7, 5)
    const next = await new ExampleLog(newNoteKey(ORIGIN, 'log'), []).grow([...log.leaves, sealedLeaf(6001)])
    setEnv({ ...env(), WITNESS_LOGS: [formatVkey(next.key.key)] })
    expect((await send(await requestOf(thief, LEAVES))).status).toBe(403)
    expect((await send(await requestOf(next, LEAVES))).status).toBe(200)
    // Named beside the new key, the old one still leads nowhere else.
    setEnv({ ...env(), WITNESS_LOGS: [formatVkey(next.key.key), formatVkey(log.key.key)] })
    expect((await send(await requestOf(thief, LEAVES))).status).toBe(409)
  })

  it('keeps no signature of a stranger, so that it goes on after a checkpoint that is full of them', async () => {
    const strange = { name: 'strange.example', keyId: 7, bytes: Buffer.alloc(64) }
    const full = (await requestOf(log, 0)) + formatSignatureLine(strange).repeat(99)
    expect((await send(full)).status).toBe(200)
    expect(parseNote(Buffer.from(await (await confirmed()).text())).signatures).toHaveLength(2)
    expect((await send(await requestOf(log, LEAVES))).status).toBe(200)
  })

  it('leaves the database to others, however often the same checkpoint comes at once', async () => {
    const other = new pg.Client(database.url)
    await other.connect()
    await other.query("SELECT pg_advisory_lock(hashtextextended('witness:' || $1, 0))", [ORIGIN])
    const body = await requestOf(log, 0)
    const sent = Array.from({ length: 6 }, () => send(body))
    await vi.waitUntil(async () => (await waitingFor(other)) > 0, { timeout: 120_000 })
    expect((await workingPool().query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    expect(await waitingFor(other)).toBe(1)
    await other.end()
    const answers = (await Promise.all(sent)).map(({ status }) => status)
    expect(answers.sort()).toEqual([200, 409, 409, 409, 409, 409])
  })

  it('confirms one of two trees that come at once', async () => {
    const fork = await forkAt(7, 0)
    const answers = await Promise.all([send(await requestOf(log, 0)), send(await requestOf(fork, 0))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it.each([
    ['its database was put back', async () => database.asOwner('DELETE FROM witnessed_trees')],
    ['its journal’s folder was put back', () => rm(join(JOURNAL, 'witness'), { recursive: true })],
  ])('remembers what it confirmed when %s', async (_, putBack) => {
    await send(await requestOf(log, 0))
    await putBack()
    expect((await send(await requestOf(await forkAt(7, 0), 0))).status).toBe(409)
    expect((await send(await requestOf(log, LEAVES))).status).toBe(200)
  })

  it.each([
    ['as large as its own', 0],
    ['larger than its own', 5],
  ])('confirms no branch from a tree in its database that it never confirmed, %s', async (_, more) => {
    await send(await requestOf(log, 0))
    const fork = await forkAt(7, more)
    const note = fork.files.get('checkpoint')?.toString()
    const foreign = () => workingPool().query('UPDATE witnessed_trees SET size = $1, note = $2', [LEAVES + more, note])
    await foreign()
    expect((await send(await requestOf(fork, LEAVES + more))).status).toBe(409)
    expect(await (await confirmed()).text()).toContain('/witness ')
    expect((await send(await requestOf(log, LEAVES))).status).toBe(200)
    await foreign()
    await rm(join(JOURNAL, 'witness'), { recursive: true })
    for (const sent of [fork, log]) expect((await send(await requestOf(sent, 0))).status).toBe(503)
  })

  it('confirms no branch from the tree of another log that stands in its place', async () => {
    const other = await new ExampleLog(newNoteKey('other.example/log', 'log'), []).grow((await forkAt(7, 5)).leaves)
    setEnv({ ...env(), WITNESS_LOGS: [formatVkey(log.key.key), formatVkey(other.key.key)] })
    for (const sent of [log, other]) expect((await send(await requestOf(sent, 0))).status).toBe(200)
    await workingPool().query('UPDATE witnessed_trees w SET note = o.note FROM witnessed_trees o WHERE o.size > w.size')
    expect((await send(await requestOf(await forkAt(7, 5), LEAVES + 5))).status).toBe(409)
  })

  it('makes no other key in the place of one whose row somebody changed', async () => {
    const db = workingPool()
    const { rows } = await db.query<{ mac: string }>("SELECT mac FROM log_keys WHERE purpose = 'witness'")
    await db.query("UPDATE log_keys SET mac = 'changed' WHERE purpose = 'witness'")
    expect((await send(await requestOf(log, 0))).status).toBe(503)
    expect((await db.query("SELECT 1 FROM log_keys WHERE purpose = 'witness'")).rowCount).toBe(1)
    await db.query("UPDATE log_keys SET mac = $1 WHERE purpose = 'witness'", [rows[0]?.mac])
    expect((await send(await requestOf(log, 0))).status).toBe(200)
  })

  it('confirms nothing that it cannot keep', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await rm(JOURNAL, { recursive: true })
    expect((await send(await requestOf(log, 0))).status).toBe(503)
    await mkdir(JOURNAL)
    expect((await workingPool().query('SELECT 1 FROM witnessed_trees')).rowCount).toBe(0)
    expect((await send(await requestOf(log, 0))).status).toBe(200)
    errors.mockRestore()
  })
})

describe('a log', () => {
  const servers: Server[] = []
  afterEach(() => servers.splice(0).forEach((server) => server.close()))

  const policyOf = (url: string, key = parseVkey(witnessKey)): TrustPolicy => {
    const witness = { name: 'w', key, url }
    return { logs: [], witnesses: [witness], quorum: { witness } }
  }
  const ask = (from: ExampleLog, url = `${live.origin}/witness`, sizes = new Map<string, number>(), key?: NoteKey) =>
    askWitnesses(
      { checkpoint: from.files.get('checkpoint')?.toString() ?? '', keys: [from.key.key], files: from },
      policyOf(url, key),
      sizes,
    )

  /** A witness that answers as a test likes. */
  async function lying(answer: (path: string) => [number, string] | 'silent'): Promise<string> {
    const server = createServer((request, response) => {
      request.resume()
      const answered = answer(request.url ?? '')
      if (answered === 'silent') return
      const [status, body] = answered
      response.writeHead(status, status === 307 ? { location: `${live.origin}/witness/add-checkpoint` } : {}).end(body)
    })
    servers.push(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  it('gets its tree confirmed, whatever size it believed that the witness has', async () => {
    for (const believed of [new Map<string, number>(), new Map([['w', 3]])]) {
      const { cosignatures, isQuorum, contradiction } = await ask(log, undefined, believed)
      expect([cosignatures.length, isQuorum, contradiction]).toEqual([1, true, null])
      expect([...believed.values()]).toEqual([LEAVES])
    }
  })

  it('that was put back, or forked, is shown what its own key signed', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await ask(log)
    const older = await new ExampleLog(log.key, []).grow(log.leaves.slice(0, 20))
    const olderNote = older.files.get('checkpoint')?.toString() ?? ''
    expect(await ask(older)).toMatchObject({ cosignatures: [], contradiction: expect.stringMatching(/later tree/) })
    expect(await ask(await forkAt(7, 0))).toMatchObject({
      cosignatures: [],
      contradiction: expect.stringMatching(/another tree/),
    })
    // Not so where the tree was published meanwhile, by the process that took over.
    older.files.set('checkpoint', log.files.get('checkpoint') ?? Buffer.alloc(0))
    const asked = { checkpoint: olderNote, keys: [log.key.key], files: older }
    expect(await askWitnesses(asked, policyOf(`${live.origin}/witness`), new Map())).toMatchObject({
      contradiction: null,
    })
    for (const believed of [new Map(), new Map([['w', LEAVES]])])
      expect(await ask(await forkAt(7, 5), undefined, believed)).toMatchObject({
        cosignatures: [],
        contradiction: expect.stringMatching(/does not begin with/),
      })
    warned.mockRestore()
  })

  it('is confirmed by nobody whose clock is of the future, or counts milliseconds', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const witness = newNoteKey('w.example/witness', 'witness')
    const { text } = parseNote(log.files.get('checkpoint') ?? Buffer.alloc(0))
    const seconds = Math.floor(Date.now() / 1000)
    const confirm = async (time: number) => {
      const signature = await cosignNote(witness.key, witness.signer, text, time)
      const line = formatNote({ text, signatures: [signature] }).slice(text.length + 1)
      return ask(log, await lying(() => [200, line]), undefined, witness.key)
    }
    expect((await confirm(seconds)).cosignatures).toHaveLength(1)
    for (const time of [seconds + 3600, Date.now(), Number.MAX_SAFE_INTEGER])
      expect(await confirm(time), String(time)).toMatchObject({ cosignatures: [], isQuorum: false })
    warned.mockRestore()
  })

  it.each<[string, (path: string) => [number, string]]>([
    ['says that it has more leaves, and shows nothing', () => [409, '1000000\n']],
    [
      'says so, and shows what somebody else signed',
      (path) => (path.endsWith('/checkpoint') ? [200, 'x.example/log\n9\nAAAA\n\n— x AAAAAAAA\n'] : [409, '1000000\n']),
    ],
    ['answers with a signature of nobody', () => [200, '— x.example/w AAAAAAAAAAAAAAAA\n']],
    ['answers with nothing', () => [200, '']],
    ['answers with more than anybody reads', () => [200, 'x'.repeat(70_000)]],
    ['fails', () => [500, '']],
    ['refuses', () => [403, '']],
  ])('goes on where a witness %s', async (_, answer) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(await ask(log, await lying(answer))).toMatchObject({
      cosignatures: [],
      isQuorum: false,
      contradiction: null,
    })
    warned.mockRestore()
  })

  /** The witness holds its key, and means to deceive. */
  const LIAR = newNoteKey('liar.example/w', 'witness')
  const signedBy = async (text: string, held = LIAR): Promise<string> =>
    formatSignatureLine(await cosignNote(held.key, held.signer, text, NOW))
  const textOf = (from: ExampleLog): string => parseNote(from.files.get('checkpoint') ?? Buffer.alloc(0)).text

  it.each<[string, () => Promise<(path: string) => [number, string] | 'silent'>]>([
    [
      'signs an older tree of the log',
      async () => {
        const older = await new ExampleLog(log.key, []).grow(log.leaves.slice(0, 20))
        const line = await signedBy(textOf(older))
        return () => [200, line]
      },
    ],
    [
      'signs another tree of this size',
      async () => {
        const line = await signedBy(textOf(await forkAt(7, 0)))
        return () => [200, line]
      },
    ],
    [
      'signs the same tree of another log',
      async () => {
        const line = await signedBy(textOf(log).replace(ORIGIN, 'other.example/log'))
        return () => [200, line]
      },
    ],
    [
      'signs the tree with another size',
      async () => {
        const line = await signedBy(textOf(log).replace(`\n${LEAVES}\n`, `\n${LEAVES + 1}\n`))
        return () => [200, line]
      },
    ],
    [
      'signs with another key under its name',
      async () => {
        const line = await signedBy(textOf(log), newNoteKey(LIAR.key.name, 'witness'))
        return () => [200, line]
      },
    ],
    [
      'has a bit of its signature wrong',
      async () => {
        const line = await signedBy(textOf(log))
        const wrong = line.slice(0, -9) + (line.at(-9) === 'A' ? 'B' : 'A') + line.slice(-8)
        return () => [200, wrong]
      },
    ],
    [
      'says another size each time',
      async () => {
        let told = 1
        return () => [409, `${told++}\n`]
      },
    ],
    ['says sizes that are none', async () => () => [409, '-1\n']],
    [
      'shows a later tree of another log under that log’s key',
      async () => {
        const elsewhere = newNoteKey('other.example/log', 'log')
        const text = textOf(log).replace(ORIGIN, 'other.example/log').replace(`\n${LEAVES}\n`, '\n1000000\n')
        const note = formatNote({ text, signatures: [await signNote(elsewhere.key, elsewhere.signer, text)] })
        return (path) => (path.endsWith('/checkpoint') ? [200, note] : [409, '1000000\n'])
      },
    ],
    ['sends the request on to somebody else', async () => () => [307, '']],
    ['answers bytes that are no text', async () => () => [200, '\u0000\uffff\n— \n']],
    ['never answers', async () => () => 'silent' as const],
  ])('is confirmed by nobody and stopped by nobody where a witness %s', async (_, make) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const answered = await ask(log, await lying(await make()), new Map(), LIAR.key)
    expect(answered).toMatchObject({ cosignatures: [], isQuorum: false, contradiction: null })
    warned.mockRestore()
  })

  it('is confirmed by the same witness once it tells the truth', async () => {
    const line = await signedBy(textOf(log))
    const answered = await ask(log, await lying(() => [200, line]), new Map(), LIAR.key)
    expect(answered).toMatchObject({ cosignatures: [expect.anything()], isQuorum: true, contradiction: null })
  })

  it('goes on where a witness is down', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    expect(await ask(log, 'http://127.0.0.1:1')).toMatchObject({
      cosignatures: [],
      isQuorum: false,
      contradiction: null,
    })
    warned.mockRestore()
  })
})
