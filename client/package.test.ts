import { transform } from 'esbuild'
import { execFile } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '@/lib/service/issuers/create-api-key'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { useLiveService } from '@/test/server/live-service'
import { nodeOfVersion } from '../scripts/node/node-of-version.mjs'
import { buildClient } from '../scripts/release/build-client.mjs'
import type * as Client from './src/index'

const ROOT = join(import.meta.dirname, '..')
const NAME = 'certificate-verification-client'
const UNKNOWN = '0123-4567-89AB-CDE4'
const run = promisify(execFile)

/** What somebody writes who installed it; prints what came of each call. */
const PROGRAM = `
import { checkReceipt, isAccepted, lookup, validate, verify, verifyMany } from '${NAME}'
import type { ClientError, VerifyAnswer } from '${NAME}'

const [service = '', serial = '', brought = '', key = ''] = process.argv.slice(2)
const at = { service, timeoutSeconds: 120 }
const json = async (path: string): Promise<unknown> => (await fetch(service + path)).json()
const answer: VerifyAnswer | null = await verify(serial.toLowerCase(), at)
const name: string | undefined = answer?.certificate.recipient.full_name
const many = await verifyMany([serial, '${UNKNOWN}', brought], at)
const [item] = await lookup([serial], { ...at, key })
const badge = await validate((await json('/api/public/credentials/' + serial + '/openbadge')) as object, at)
const keys = await json('/.well-known/jwks.json')
const receipt = await checkReceipt(await json('/api/public/credentials/verify/' + serial + '/receipt?format=json'), keys)
const refused = await lookup([serial], { ...at, key: 'nobody' }).catch((error: ClientError) => error.code)
console.log(
  JSON.stringify({
    accepted: isAccepted(answer),
    name,
    unknown: await verify('${UNKNOWN}', at),
    brought: isAccepted(await verify(brought, at)),
    many: many.map((one) => [one.found, isAccepted(one)]),
    found: item?.certificate?.serial,
    badge: [badge.validation.valid, badge.validation.issuer?.identity],
    receipt: [receipt.kind, receipt.certificate, isAccepted(receipt as never)],
    refused,
  }),
)
`

describe('the packed client, installed elsewhere', () => {
  useServiceDatabase({ BASE_URL: 'http://localhost:3000' })
  const live = useLiveService()
  const words: string[] = []
  let folder = ''
  let packed = ''
  const installed = () => join(folder, 'node_modules', NAME)

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'client-'))
    const built = join(folder, 'built')
    // As somebody builds it who lets nobody else read.
    const before = process.umask(0o077)
    await buildClient(ROOT, built).finally(() => process.umask(before))
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: built })
    const [one] = JSON.parse(stdout) as { filename: string }[]
    packed = one?.filename ?? ''
    await rm(built, { recursive: true })
    await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], { cwd: folder })
    await writeFile(join(folder, 'program.mts'), PROGRAM)
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...{ module: 'nodenext', target: 'es2022', lib: ['es2023', 'dom'], strict: true, skipLibCheck: false },
          types: ['node'],
          typeRoots: [join(ROOT, 'node_modules', '@types')],
        },
        files: ['program.mts'],
      }),
    )
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const brought = await issueOne(issuer, { serial: 'BST/2026/0001' })
    const { secret } = await createApiKey(issuer.slug, 'Admissions')
    words.push(serial, brought, secret)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('is the same whoever packs it', async () => {
    const { stdout } = await run('tar', ['-tvzf', join(folder, packed)])
    expect(new Set(stdout.match(/^-\S+/gm))).toEqual(new Set(['-rw-r--r--']))
  })

  it('brings no other package', async () => {
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toEqual([NAME])
    const manifest = JSON.parse(await readFile(join(installed(), 'package.json'), 'utf8')) as Record<string, unknown>
    expect(Object.keys(manifest).filter((name) => /depend|scripts/i.test(name))).toEqual([])
    expect(manifest.version).toBe(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).version)
    const code = await readFile(join(installed(), 'index.js'), 'utf8')
    expect(code).not.toMatch(/^import /m)
    expect(code).not.toMatch(/\bBuffer\b|\bprocess\b/)
  })

  it('exports what the specification names', async () => {
    const client = (await import(join(installed(), 'index.js'))) as object
    const names = ['checkReceipt', 'isAccepted', 'lookup', 'validate', 'verify', 'verifyMany']
    expect(Object.keys(client).sort()).toEqual(names)
  })

  it('is typed', async () => {
    await run(process.execPath, [join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder])
  })

  // The ends of what it is for, and what runs the tests; an edge runtime is below.
  it.each(['18', '24', 'this'])('answers out of a real service under Node %s', async (version) => {
    const node = version === 'this' ? process.execPath : nodeOfVersion(ROOT, version)
    const { stdout } = await run(node, [join(folder, 'program.mjs'), live.origin, ...words])
    expect(JSON.parse(stdout)).toEqual({
      accepted: true,
      name: 'Ana-Lucía Müller Nguyễn',
      unknown: null,
      brought: true,
      many: [
        [true, true],
        [false, false],
        [true, true],
      ],
      found: words[0],
      badge: [true, 'ours'],
      receipt: ['verification_receipt', 'matches', false],
      refused: 'refused',
    })
  })

  it('runs where there is no Node', async () => {
    const code = await readFile(join(installed(), 'index.js'), 'utf8')
    const script = await transform(code, {
      format: 'iife',
      globalName: 'client',
      supported: { 'dynamic-import': false },
    })
    const runtime = {
      fetch,
      URL,
      crypto,
      TextEncoder,
      TextDecoder,
      AbortController,
      AbortSignal,
      setTimeout,
      clearTimeout,
      atob,
      btoa,
    }
    const client = runInContext(`${script.code}; client`, createContext(runtime)) as typeof Client
    const service = live.origin
    const [serial = ''] = words
    expect(client.isAccepted(await client.verify(serial, { service, timeoutSeconds: 120 }))).toBe(true)
    const receipt = await fetch(`${service}/api/public/credentials/verify/${serial}/receipt?format=jwt`)
    const keys = (await (await fetch(`${service}/.well-known/jwks.json`)).json()) as unknown
    expect(await client.checkReceipt(await receipt.text(), keys)).toMatchObject({ kind: 'verification_receipt' })
  })

  describe('checkReceipt', () => {
    type File = Record<'receipt' | 'certificate' | 'verification_key', Record<string, unknown>> & {
      receipt_jwt: string
    }
    let file: File
    let batch: Record<string, unknown>
    let keys: { keys: Record<string, unknown>[] }
    let check: typeof Client.checkReceipt
    beforeAll(async () => {
      ;({ checkReceipt: check } = (await import(join(installed(), 'index.js'))) as typeof Client)
      const [serial = ''] = words
      const json = async (path: string, init?: RequestInit) => (await fetch(live.origin + path, init)).json() as never
      keys = await json('/.well-known/jwks.json')
      file = await json(`/api/public/credentials/verify/${serial}/receipt?format=json`)
      const body = JSON.stringify({ serials: [serial, UNKNOWN], receipt: true })
      const headers = { 'content-type': 'application/json' }
      batch = await json('/api/public/credentials/verify/batch', { method: 'POST', headers, body })
    })
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

    it('takes the text, the file, and a receipt of several', async () => {
      expect(await check(`${file.receipt_jwt}\n`, keys)).toMatchObject({
        certificate: 'not_carried',
        claims: file.receipt,
      })
      expect(await check(file, keys)).toMatchObject({ certificate: 'matches' })
      expect(await check(batch, keys)).toMatchObject({ kind: 'batch_receipt', certificate: 'matches' })
    })

    it('refuses a token without signature, of another algorithm, type, spelling or key', async () => {
      const [, payload = '', signature = ''] = file.receipt_jwt.split('.')
      const { kid } = file.verification_key
      const typ = 'verification-receipt+jwt'
      const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const signedBy = (header: object, claims: unknown = file.receipt) => {
        const input = `${encoded(header)}.${encoded(claims)}`
        const made = sign('sha256', Buffer.from(input), { key: stranger.privateKey, dsaEncoding: 'ieee-p1363' })
        return `${input}.${made.toString('base64url')}`
      }
      const attempts = [
        `${encoded({ alg: 'none', typ, kid })}.${payload}.`,
        `${encoded({ alg: 'none', typ, kid })}.${payload}.${signature}`,
        `${encoded({ alg: 'HS256', typ, kid })}.${payload}.${signature}`,
        signedBy({ alg: 'ES256', typ, kid }),
        signedBy({ alg: 'ES256', typ, jwk: stranger.publicKey.export({ format: 'jwk' }) }),
        file.receipt_jwt.replace(payload, encoded({ ...file.receipt, overall_status: 'verified', serial: UNKNOWN })),
        `${file.receipt_jwt}=`,
        ` ${file.receipt_jwt}`,
        `${file.receipt_jwt}.`,
        `${file.receipt_jwt.slice(0, -1)}`,
        '',
        'a.b.c',
        null,
        [],
        { receipt_jwt: 7 },
      ]
      for (const attempt of attempts)
        await expect(check(attempt, keys)).rejects.toMatchObject({ code: 'receipt_fails' })
      // A stranger's key in the set is the caller's own trust, and then the type still decides.
      const trusted = { keys: [stranger.publicKey.export({ format: 'jwk' })] }
      const { subtle } = crypto
      const { x, y } = trusted.keys[0] as { x: string; y: string }
      const digest = await subtle.digest('SHA-256', Buffer.from(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`))
      const own = Buffer.from(digest).toString('base64url')
      await expect(check(signedBy({ alg: 'ES256', typ, kid: own }), keys)).rejects.toMatchObject({
        code: 'undetermined',
      })
      await expect(check(signedBy({ alg: 'ES256', typ, kid: own }), trusted)).resolves.toMatchObject({ key: own })
      for (const [header, claims] of [
        [{ alg: 'ES256', typ: 'JWT', kid: own }, file.receipt],
        [{ alg: 'ES256', typ, kid: own, crit: ['exp'] }, file.receipt],
        [{ alg: 'ES256', typ, kid: own, b64: true }, file.receipt],
        [
          { alg: 'ES256', typ, kid: own },
          { ...file.receipt, overall_status: 'fine' },
        ],
        [{ alg: 'ES256', typ: 'verification-batch-receipt+jwt', kid: own }, file.receipt],
      ] as const)
        await expect(check(signedBy(header, claims), trusted)).rejects.toMatchObject({ code: 'receipt_fails' })
    })

    it('cannot tell by a key of another use, a private one, a changed one, and no keys', async () => {
      const [key] = keys.keys.filter(({ kid }) => kid === file.verification_key.kid)
      const sets = [
        ...[{ use: 'enc' }, { alg: 'EdDSA' }, { key_ops: ['encrypt'] }, { kty: 'RSA' }, { d: 'AA' }, { x: key?.y }].map(
          (change) => ({ keys: [{ ...key, ...change }] }),
        ),
        ...[null, {}, { keys: [] }, { keys: 'all' }, [key], { keys: [null, 7, []] }],
      ]
      for (const set of sets) await expect(check(file, set)).rejects.toMatchObject({ code: 'undetermined' })
      await expect(check(file, { keys: [key] })).resolves.toMatchObject({ key: key?.kid })
    })

    it('refuses a file whose readable part is not what was signed', async () => {
      const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
      const changes = [
        { receipt: { ...file.receipt, overall_status: 'withdrawn' } },
        { receipt: undefined },
        { certificate: { ...file.certificate, recipient: { full_name: 'Somebody Else', registration_number: null } } },
        { certificate: undefined },
        { verification_key: { ...stranger, kid: file.verification_key.kid } },
        { verification_key: undefined },
      ]
      for (const change of changes)
        await expect(check({ ...file, ...change }, keys)).rejects.toMatchObject({ code: 'receipt_fails' })
      const results = (batch.results as Record<string, unknown>[]).slice().reverse()
      await expect(check({ ...batch, results }, keys)).rejects.toMatchObject({ code: 'receipt_fails' })
    })
  })
})
