import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { env, setEnv } from '@/lib/env'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { findDeskPerson } from '@/lib/service/desk/desk-person'
import { signIn, signInWithCode } from '@/lib/service/desk/sign-in/sign-in'
import { transaction } from '@/lib/store/database/database'
import { requireKeyEncryptionKey } from '@/lib/store/keys/key-encryption-key'
import { replaceKeyFile } from '@/lib/store/keys/replace-key-file'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { codeFor, DeskBrowser, forgetUsedCodes, mintPerson, PASSWORD } from '@/test/desk/desk'
import { rekey } from './rekey'

const setKey = (key: Buffer) => setEnv({ ...env(), KEY_ENCRYPTION_KEY: key.toString('base64') })
const sealed = () =>
  transaction(async (tx) => (await tx.query('SELECT id, private_sealed FROM issuer_signing_keys ORDER BY id')).rows)

describe('rekey', () => {
  useServiceDatabase()

  it('is mended by the next run when it was interrupted between the database and the key file', async () => {
    const issuer = await mintIssuer()
    const serial = await issueOne(issuer)
    const old = requireKeyEncryptionKey()
    const dir = await mkdtemp(join(tmpdir(), 'rekey-'))
    try {
      await writeFile(join(dir, 'key-encryption-key'), `${old.toString('base64')}\n`)
      const killed = replaceKeyFile(dir, null, async (next) => {
        await rekey(old, next)
        throw new Error('killed')
      })
      await expect(killed).rejects.toThrow('killed')
      await expect(checkCertificate(serial)).rejects.toMatchObject({ code: 'unavailable' })
      await expect(issueOne(issuer)).rejects.toMatchObject({ code: 'unavailable' })
      const after = await sealed()
      expect(await replaceKeyFile(dir, null, (next) => rekey(old, next))).toEqual({ serviceKeys: 1, issuerKeys: 2 })
      expect(await sealed()).toEqual(after)
      setKey(Buffer.from((await readFile(join(dir, 'key-encryption-key'), 'utf8')).trim(), 'base64'))
      expect((await checkCertificate(serial))?.judgement.overallStatus).toBe('verified')
      expect((await checkCertificate(await issueOne(issuer)))?.judgement.overallStatus).toBe('verified')
      setKey(old)
      await expect(checkCertificate(serial)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      setKey(old)
      await rm(dir, { recursive: true, force: true })
    }
  })

  it('changes nothing when a key is under neither of the two', async () => {
    const before = await sealed()
    await expect(rekey(Buffer.alloc(32, 8), Buffer.alloc(32, 9))).rejects.toThrow(/Nothing was changed\.$/)
    expect(await sealed()).toEqual(before)
  })
})

describe('rekey, at the desk', () => {
  useServiceDatabase()

  it('keeps second factors working, and ends sessions', async () => {
    const old = requireKeyEncryptionKey()
    const next = Buffer.alloc(32, 5)
    const { email, secret, person, browser } = await mintPerson(await mintIssuer(), 'owner')
    await rekey(old, next)
    try {
      setKey(next)
      expect(await findDeskPerson(browser.from)).toBeNull()
      await forgetUsedCodes(person.userId)
      const other = new DeskBrowser()
      const first = await signIn({ email, password: PASSWORD }, other.from)
      other.keep(first.kind === 'refused' ? [] : first.cookies)
      expect((await signInWithCode(codeFor(secret), other.from)).kind).toBe('signed_in')
    } finally {
      await rekey(next, old)
      setKey(old)
    }
  })
})
