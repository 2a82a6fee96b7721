import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { GET as getPage } from '@/app/verify/[serial]/route'
import { formatVkey } from '@/lib/crypto/tlog/note-key'
import { cosignNote } from '@/lib/crypto/tlog/note-signature'
import { formatNote, parseNote } from '@/lib/crypto/tlog/signed-note'
import { withPeerAddress } from '@/lib/http/request-context'
import { checkCertificate } from '@/lib/service/check/check-certificate'
import { presentVerification } from '@/lib/service/check/present-verification'
import { fillLog } from '@/lib/service/log/fill-log'
import { logStore } from '@/lib/store/log/open-log-store'
import { forgetWitnesses } from '@/lib/store/log/witness/witnessed-head'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type HeldNoteKey, newNoteKey } from '@/test/tlog/note-keys'
import { newAddress } from '@/test/verify-requests'

const folder = mkdtempSync(join(tmpdir(), 'watched-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
useServiceDatabase({ DATA_DIR: folder })

const NEIGHBOUR = newNoteKey('neighbour.example/witness', 'witness')
const OTHER = newNoteKey('other.example/witness', 'witness')
const OWN = newNoteKey('verify.test/witness', 'witness')
const DAY = 24 * 3600

let serial = ''
beforeAll(async () => {
  serial = await issueOne(await mintIssuer())
  await fillLog()
  const lines = [NEIGHBOUR, OTHER, OWN].map(({ key }, place) => `witness w${place} ${formatVkey(key)}\n`)
  await writeFile(join(folder, 'log-policy'), `quorum none\n${lines.join('')}`)
})

/** Publishes the newest checkpoint as it was confirmed so many seconds ago. */
async function confirmedBy(witnesses: HeldNoteKey[], ago = 60): Promise<void> {
  const store = await logStore()
  const { text } = parseNote((await store.read('checkpoint', 9999)) ?? Buffer.alloc(0))
  const time = Math.floor(Date.now() / 1000) - ago
  const signatures = await Promise.all(witnesses.map(({ key, signer }) => cosignNote(key, signer, text, time)))
  await store.put('checkpoint.witnessed', Buffer.from(formatNote({ text, signatures })))
  forgetWitnesses()
}

async function answered() {
  const checked = await checkCertificate(serial)
  if (!checked) throw new Error('the certificate is not there')
  const { verification, log } = presentVerification(checked)
  expect(verification.overall_status).toBe('verified')
  return log
}

async function pageIn(language: string): Promise<string> {
  const headers = { 'accept-language': language, accept: 'text/html' }
  const request = withPeerAddress(new Request(`https://verify.test/verify/${serial}`, { headers }), newAddress())
  return (await getPage(request, { params: Promise.resolve({ serial }) })).text()
}

describe('who watches the log', () => {
  it('is told by the answer and the page, in the reader’s language', async () => {
    expect(await answered()).toMatchObject({ witnesses: [], witnessed_at: null })
    expect(await pageIn('en')).toContain('no independent organization watches it yet')
    await confirmedBy([NEIGHBOUR])
    expect(await pageIn('en')).toContain('that one independent organization watches; not even this service')
    await confirmedBy([NEIGHBOUR, OTHER])
    const log = await answered()
    expect(log?.witnesses).toEqual([NEIGHBOUR.key.name, OTHER.key.name])
    expect(Date.parse(log?.witnessed_at ?? '')).toBeLessThan(Date.now())
    for (const [language, words] of [
      ['en', 'that 2 independent organizations watch'],
      ['de', 'über das 2 unabhängige Organisationen wachen'],
      ['ar', 'تراقبه جهتان مستقلتان'],
    ] as const) {
      const page = await pageIn(language)
      expect(page).toContain(words)
      expect(page).toContain(NEIGHBOUR.key.name)
    }
  })

  it.each<[string, () => Promise<void>]>([
    ['only our own witness does', () => confirmedBy([OWN])],
    ['somebody does whom the policy does not name', () => confirmedBy([newNoteKey('x.example/w', 'witness')])],
    ['the last confirmation is older than a day', () => confirmedBy([NEIGHBOUR], DAY + 60)],
    ['the confirmation is of the year 2100', () => confirmedBy([NEIGHBOUR], -74 * 365 * DAY)],
    ['its time is in milliseconds', () => confirmedBy([NEIGHBOUR], Math.floor(Date.now() / 1000) - Date.now())],
    ['its time is no date', () => confirmedBy([NEIGHBOUR], -9e12)],
  ])('is nobody where %s', async (_, prepare) => {
    await prepare()
    expect(await answered()).toMatchObject({ witnesses: [], witnessed_at: null })
  })

  it('is nobody, and no verdict changes, where the note is damaged or its signature does not hold', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await confirmedBy([{ ...NEIGHBOUR, signer: OTHER.signer }])
    expect(await answered()).toMatchObject({ witnesses: [] })
    await (await logStore()).put('checkpoint.witnessed', Buffer.from('x'))
    forgetWitnesses()
    expect(await answered()).toMatchObject({ witnesses: [] })
    warned.mockRestore()
  })
})
