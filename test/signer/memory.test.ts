import { hkdfSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { decryptPrivateKey } from '@/lib/crypto/encryption/encrypted-key'
import { env } from '@/lib/env'
import { workingPool } from '@/lib/store/database/database'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { SERVICE_KEY_OWNER } from '@/lib/store/keys/service-keys'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { RolesProcess } from '@/test/roles/roles-process'
import { SignerProcess } from './signer-process'

useServiceDatabase()

let signer: SignerProcess
let server: RolesProcess
let serial: string
let listId: string

beforeAll(async () => {
  const issuer = await mintIssuer()
  serial = await issueOne(issuer)
  const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM status_lists WHERE issuer_id = $1', [
    issuer.id,
  ])
  listId = rows[0]?.id ?? ''
  signer = await SignerProcess.start()
  const { DATABASE_URL = '', DATA_DIR } = env()
  server = await RolesProcess.start({
    ...{ DATABASE_URL, DATA_DIR, BASE_URL: 'https://verify.test', KEY_ENCRYPTION_KEY: '' },
    ...{ SIGNER: 'socket', SIGNER_SOCKET: signer.socket('desk') },
  })
})
afterAll(async () => {
  expect(await server.stop()).toBe(0)
  await signer.remove()
})

/** Everything that opens or is a private key, by what it is. */
async function secrets(): Promise<Map<string, Buffer>> {
  const kek = requireKeyEncryptionKey()
  const derived = (name: string) =>
    Buffer.from(hkdfSync('sha256', kek, Buffer.alloc(0), `certificate-verification/${name}`, 32))
  const found = new Map<string, Buffer>([
    ['the key encryption key', kek],
    ['the key that private keys are encrypted under', derived('sealed-private-key/v1')],
    ['the root key', derived('root-key/v1')],
    ['the MAC key of service keys', derived('service-key-row-mac/v1')],
    ['the key of backups', derived('backup/v1')],
  ])
  const { rows } = await workingPool().query<{ owner: string; key_id: string; sealed: string }>(
    `SELECT issuer_id::text AS owner, key_id, private_sealed AS sealed FROM issuer_signing_keys
     UNION ALL SELECT $1, id, private_sealed FROM service_keys`,
    [SERVICE_KEY_OWNER],
  )
  for (const { owner, key_id: keyId, sealed } of rows) {
    const { d = '' } = decryptPrivateKey(sealed, kek, { owner, keyId }).export({ format: 'jwk' })
    found.set(`the private key ${keyId}`, Buffer.from(d, 'base64url'))
  }
  return found
}

/** The ways in which a secret of 32 bytes may lie in memory; OpenSSL keeps numbers in the machine's order. */
function spellings(secret: Buffer): Buffer[] {
  const texts = [secret.toString('hex'), secret.toString('base64'), secret.toString('base64url')].map((text) =>
    text.slice(0, 40),
  )
  return [
    secret,
    Buffer.from(secret).reverse(),
    ...texts.map((text) => Buffer.from(text, 'latin1')),
    ...texts.map((text) => Buffer.from(text, 'utf16le')),
  ]
}

/** Which of the secrets lie in the memory or the environment of a process. */
async function held(pid: number, wanted: Map<string, Buffer>): Promise<{ names: Set<string>; bytes: number }> {
  const looked = [...wanted].map(([name, secret]) => ({ name, ways: spellings(secret) }))
  const names = new Set<string>()
  let bytes = 0
  const look = (part: Buffer) => {
    for (const { name, ways } of looked) if (!names.has(name) && ways.some((way) => part.includes(way))) names.add(name)
  }
  look(readFileSync(`/proc/${pid}/environ`))
  const memory = await open(`/proc/${pid}/mem`)
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line) ?? []
      // Pages of files hold programs, not data; those that were written to are private and listed as such.
      if (from === undefined || to === undefined || /\[(vvar|vsyscall)/.test(line)) continue
      for (let at = Number(`0x${from}`); at < Number(`0x${to}`); at += STEP) {
        const size = Math.min(STEP + OVERLAP, Number(`0x${to}`) - at)
        const part = Buffer.alloc(size)
        const read = await memory.read(part, 0, size, at).catch(() => null)
        if (!read) continue // a page that is gone
        bytes += read.bytesRead
        look(part.subarray(0, read.bytesRead))
      }
    }
  } finally {
    await memory.close()
  }
  return { names, bytes }
}

const STEP = 16 * 1024 * 1024
const OVERLAP = 128

it('has neither the key nor any private key in its whole memory and environment', async () => {
  const ask = (path: string, init: RequestInit = {}) => fetch(server.origin + path, init)
  // Everything that signs is used first.
  expect((await ask(`/api/public/credentials/verify/${serial}`)).status).toBe(200)
  expect((await ask(`/api/public/status/${listId}`)).status).toBe(200)
  expect((await ask(`/api/public/credentials/${encodeURIComponent(serial)}/manifest`)).status).toBe(200)
  const wanted = await secrets()
  expect(wanted.size).toBe(5 + 3)
  const ofTheServer = await held(server.pid, wanted)
  expect([...ofTheServer.names]).toEqual([])
  expect(ofTheServer.bytes).toBeGreaterThan(50 * 1024 * 1024)
  // The same search finds them where they are.
  const ofTheSigner = await held(signer.pid, wanted)
  expect([...ofTheSigner.names]).toContain('the key encryption key')
  expect([...ofTheSigner.names].filter((name) => name.startsWith('the private key')).length).toBeGreaterThan(0)
})
