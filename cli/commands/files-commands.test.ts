import { beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { env, setEnv } from '@/lib/env'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { issueWithoutPdf } from '@/test/documents/issue-without-pdf'
import { S3Server } from '@/test/network/s3-server'

async function certs(...argv: string[]): Promise<{ code: number; out: string }> {
  let out = ''
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  try {
    return { code: await main(argv), out }
  } finally {
    stdout.mockRestore()
  }
}

async function json(...argv: string[]): Promise<Record<string, unknown>> {
  const { code, out } = await certs(...argv, '--json')
  return { code, ...(JSON.parse(out) as Record<string, unknown>) }
}

describe('certs files', () => {
  useServiceDatabase()
  let issuer: StoredIssuer
  beforeAll(async () => {
    issuer = await mintIssuer()
  })

  it('builds what is missing, with exit code 1 when some were refused', async () => {
    await issueWithoutPdf(issuer, 'Ana')
    const why = { have_one: 0, withdrawn: 0, superseded: 0 }
    expect(await json('files', 'build')).toEqual({
      ...{ code: 0, built: 1, skipped: 0, lost: [], refused: [] },
      skipped_because: why,
    })
    const serial = await issueWithoutPdf(issuer, 'Ana 𓀀')
    const { code, out } = await certs('files', 'build')
    expect(code).toBe(1)
    expect(out).toMatch(new RegExp(`^${serial}: .*𓀀`))
    expect(out).toContain('PDFs made: 0. Skipped: 1 that have one, 0 withdrawn, 0 replaced. Refused: 1.\n')
  })

  it('copies into S3, where the doctor then finds the files', async () => {
    expect(await json('files', 'copy', '--to', 's3')).toEqual({
      code: 1,
      error: expect.stringMatching(/^S3 is not configured\./),
    })
    const server = await S3Server.start()
    const { endpoint, bucket, accessKeyId, secretAccessKey } = server.options
    const before = env()
    setEnv({
      ...{ ...before, S3_ENDPOINT: endpoint, S3_BUCKET: bucket },
      ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
    })
    try {
      const { from, ...copied } = await json('files', 'copy', '--to', 's3')
      expect(from).toMatch(/^the folder .*files$/)
      const to = `the bucket certificates at ${endpoint}`
      expect(copied).toEqual({ code: 0, to, copied: 1, skipped: 0, failed: [] })
      const { findings } = await json('doctor')
      const message = `Files are kept in ${to}; read, the newest first: 1, all whole.`
      expect(findings).toContainEqual({ id: 'files', result: 'good', message })
    } finally {
      setEnv(before)
      await server.stop()
    }
  })

  it.each([[['copy']], [['copy', '--to', 'tape']], [['burn']]])('%j is wrong usage', async (words) => {
    expect((await json('files', ...words)).code).toBe(2)
  })
})
