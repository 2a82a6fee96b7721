import type { ReactElement } from 'react'
import { BatchPage } from '@/components/desk/issue/batch-page'
import { IssuePage } from '@/components/desk/issue/issue-page'
import { IssueRowsPage } from '@/components/desk/issue/issue-rows-page'
import { IssueRunPage } from '@/components/desk/issue/issue-run-page'
import { findSlashColumns } from '@/lib/domain/issue/slash-days'
import { deskText } from '@/lib/i18n/desk/text'
import { AT, certificate, OLD, other, page } from './sample-desk-scene'

/** Pages that issue. */
export function issuePages(): Record<string, ReactElement> {
  const errors = [
    { line: 3, error: 'full_name is missing' },
    { line: 17, error: 'event_date must be a real date such as 2026-03-14, in the years 1900 to 9999' },
  ]
  const counts = { issued: 0, already: 1, refused: 2, held: 410, mailed: 0 }
  const columns = ['full_name', 'event_title', 'achievement', 'event_date']
  const rows = {
    columns,
    first: [{ line: 2, cells: ['Ana-Lucía Müller Nguyễn', 'Basic Safety Training', 'Passed', '2026-11-03'] }],
    longest: 2,
    repeated: {
      named: [
        { fullName: 'Ana-Lucía Müller Nguyễn', lines: [2, 31, 208] },
        { fullName: '李小龍', lines: [4, 5] },
      ],
      more: 0,
    },
    bad: [{ line: 3, cells: ['', 'Basic Safety Training', 'Passed', '2026-11-03'] }],
  }
  const table = [['李小龍', 'Basic Safety Training', '03/04/2026', '12']]
  const question = {
    head: ['Participant', 'Kurs', 'Date', 'Room'],
    columns: ['full_name' as const, 'event_title' as const, 'event_date' as const, null],
    samples: table,
    slashed: findSlashColumns([...table, ['Ana', 'Knots', '14/03/2026', '12']], 4),
  }
  const report = { ...counts, errors }
  const run = {
    id: 'x',
    fileName: 'autumn-2026.csv',
    expiresAt: AT,
    preview: report,
    problem: null,
    resumable: false,
    outcome: null,
    rows,
    mail: null,
    wrong: null,
    question: null,
    readings: null,
    codePage: null,
    columnsFrom: 'now' as const,
    reading: question,
    joined: { columns: ['First name', 'Last name'], name: 'Ana Lopez' },
    written: {},
    sheets: null,
  }
  const batch = {
    ...{ id: 'b', at: AT, certificates: 410, fileName: 'autumn-2026.xlsx', refused: 2, refusedCsv: '', next: 51 },
    mail: { sent: 396, failed: 3, queued: 11 },
    rows: [
      ...[
        {
          certificate,
          overallStatus: 'verified' as const,
          certificateId: '1',
          hasAddress: true,
          mail: { state: 'sent' as const, at: AT },
        },
      ],
      ...[
        { certificate: other, overallStatus: 'withdrawn' as const, certificateId: '2', hasAddress: false, mail: null },
      ],
      ...[
        {
          certificate: { ...certificate, serial: OLD },
          overallStatus: 'verified' as const,
          certificateId: '3',
          hasAddress: true,
          mail: { state: 'failed' as const, at: AT },
        },
      ],
    ],
  }
  return {
    'desk-issue': (
      <IssuePage
        {...page}
        suspended={false}
        mail
        notify={false}
        problem={null}
        waiting={[{ id: 'x', fileName: run.fileName, until: AT, isReplaceable: true }]}
      />
    ),
    'desk-issue-checked': (
      <IssueRunPage
        {...page}
        {...run}
        written={{ expires_at: '2028-12-31', language: 'es' }}
        state="ready"
        progress={{ done: 0, total: 410 }}
      />
    ),
    'desk-issue-columns': (
      <IssueRunPage
        {...page}
        {...run}
        question={question}
        sheets={{ left: ['2025', 'Old & new'], taken: null }}
        state="ready"
        progress={{ done: 0, total: 0 }}
      />
    ),
    'desk-issue-alphabet': (
      <IssueRunPage
        {...page}
        {...run}
        readings={[
          { pages: ['windows-1250'], shown: ['Jiří Nováček', 'Dvořák', 'Němcová', 'Plzeň'] },
          { pages: ['windows-1252', 'windows-1254'], shown: ['Jiøí Nováèek', 'Dvoøák', 'Nìmcová', 'Plzeò'] },
          { pages: ['windows-1255'], shown: ['משה כהן', 'שרה לוי', 'דוד', 'חיפה'] },
        ]}
        state="ready"
        progress={{ done: 0, total: 0 }}
      />
    ),
    'desk-issue-rows': (
      <IssueRowsPage
        {...page}
        {...{ id: 'x', fileName: run.fileName, until: AT, columns, next: 26, sought: '', after: '0' }}
        rows={[...rows.bad, ...rows.first]}
        reasons={new Map(errors.map(({ line, error }) => [line, error]))}
      />
    ),
    'desk-batch': (
      <BatchPage
        {...page}
        batch={batch}
        zipOf={1000}
        workbookOf={10_000}
        first
        mailIsOn
        done={deskText('issueRun.issued', { count: 410 })}
      />
    ),
    'desk-issuing': <IssueRunPage {...page} {...run} state="issuing" progress={{ done: 120, total: 410 }} />,
    'desk-issue-stopped': (
      <IssueRunPage
        {...page}
        {...run}
        state="failed"
        problem="Stopped. 120 certificates were issued in this run; the same file again goes on from there."
        resumable
        progress={{ done: 120, total: 410 }}
      />
    ),
  }
}
