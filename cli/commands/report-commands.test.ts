import { beforeAll, describe, expect, it, vi } from 'vitest'
import { main } from '@/cli/main'
import { sendReport } from '@/lib/service/reports/send-report'
import { workingPool } from '@/lib/store/database/database'
import { withOwnConnection } from '@/lib/store/database/own-connection'
import { compareJournal } from '@/lib/store/journal/compare-journal'
import { journalForgotten } from '@/lib/store/journal/journal-forgotten'
import { journalFiles } from '@/lib/store/journal/open-journal'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { mintPerson } from '@/test/desk/desk'

// Deleting is the owner's (docs/operations/roles.sql).
useServiceDatabase({}, 'owner')

let ofIssuer: string

beforeAll(async () => {
  const issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
  const serial = await issueOne(issuer)
  await sendReport({ kind: 'mistake', serial, message: 'For the issuer', email: '' })
  await sendReport({ kind: 'forgery', serial: 'NEVER-THERE-1', message: 'Line one\nLine two', email: 'w@example.org' })
  const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM reports WHERE issuer_id IS NOT NULL')
  ofIssuer = rows[0]?.id ?? ''
})

/** Runs the command in this process and keeps what it writes. */
async function certs(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', '']
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))))
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))))
  try {
    return { code: await main(argv), out, err }
  } finally {
    stdout.mockRestore()
    stderr.mockRestore()
  }
}

describe('certs report', () => {
  it('lists what no issuer gets, and closes it', async () => {
    const { code, out } = await certs('report', 'list')
    expect(code).toBe(0)
    expect(out).toContain('forgery  NEVER-THERE-1\n  from w@example.org\n  Line one\n  Line two\n')
    expect(out).not.toContain('For the issuer')
    const id = /^([0-9a-f-]{36}) /m.exec(out)?.[1] ?? ''
    expect((await certs('report', 'close', id, '--note', 'Taken down')).code).toBe(0)
    expect((await certs('report', 'list')).out).toContain('No open report.')
    const { reports } = JSON.parse((await certs('report', 'list', '--closed', '--json')).out) as { reports: object[] }
    expect(reports).toEqual([expect.objectContaining({ id, note: 'Taken down', known: false }) as object])
    expect((await certs('report', 'close', id)).err).toContain('closed already')
  })

  it('does not close what is an issuer’s', async () => {
    for (const id of [ofIssuer, 'nonsense', '00000000-0000-4000-8000-000000000000']) {
      const { code, err } = await certs('report', 'close', id)
      expect([code === 0, err]).toEqual([false, expect.stringContaining('no such report') as string])
    }
  })

  it('finds every report, whoever it is to, by reading or by serial, and deletes it', async () => {
    const { out } = await certs('report', 'list', '--all')
    expect(out).toContain('For the issuer')
    expect(out).toContain('Line two')
    const { reports } = JSON.parse((await certs('report', 'list', '--serial', 'never-there-1', '--json')).out) as {
      reports: { id: string; message: string }[]
    }
    expect(reports.map(({ message }) => message)).toEqual(['Line one\nLine two'])
    expect((await certs('report', 'list', '--serial', 'OTHER-1')).out).toContain('No report.')
    expect((await certs('report', 'erase', ofIssuer)).code).toBe(0)
    expect((await certs('report', 'list', '--all')).out).not.toContain('For the issuer')
    expect((await certs('report', 'erase', ofIssuer)).err).toContain('no such report')
  })

  it('lets nobody bring back what was deleted by sending it again, which would be taken for a restored database', async () => {
    const sent = { kind: 'forgery', serial: await issueOne(await mintIssuer()), message: 'Mr Roe forged it', email: '' }
    const erasures = [
      async () => {
        const { rows } = await workingPool().query<{ id: string }>('SELECT id FROM reports WHERE message = $1', [
          sent.message,
        ])
        return certs('report', 'erase', rows[0]?.id ?? '')
      },
      () => certs('erase', sent.serial, '--reason', 'asked for', '--yes'),
    ]
    for (const erase of erasures) {
      expect(await sendReport(sent, 'a network')).toBe('sent')
      expect((await erase()).code).toBe(0)
      await journalForgotten()
      expect(await sendReport(sent, 'a network')).toBe('sent')
      const compared = withOwnConnection((db) => compareJournal(db, journalFiles(), { whole: true }))
      expect((await compared).missing).toEqual([])
      expect((await certs('report', 'list', '--all')).out).not.toContain(sent.message)
      sent.message += ' again'
    }
  })
})
