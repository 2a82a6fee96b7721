import { beforeEach, expect, it } from 'vitest'
import { previewIssueFile } from '@/lib/service/desk/issue/issue-runs'
import { issueRunsEnded } from '@/lib/service/desk/issue/issue-turns'
import { eraseCertificate } from '@/lib/service/erasure/erase-certificate'
import { workingPool } from '@/lib/store/database/database'
import type { StoredIssuer } from '@/lib/store/issuers/issuers'
import { issueOne, mintIssuer, useServiceDatabase } from '@/test/database/service-database'
import { type MintedPerson, mintPerson } from '@/test/desk/desk'
import { GET, POST } from './route'
import { POST as MEND } from './rows/route'

const database = useServiceDatabase({ TRUSTED_PROXIES: '' }, 'owner')

const HEAD = 'full_name,event_title,achievement'
const CHOICES = { allowRepeats: true, guessableSerials: false }

let issuer: StoredIssuer
let editor: MintedPerson

beforeEach(async () => {
  issuer = await mintIssuer()
  await mintPerson(issuer, 'owner')
  editor = await mintPerson(issuer, 'editor')
})

const keep = (rows: readonly string[], person = editor) =>
  previewIssueFile(person.member, {
    fileName: 'rows.csv',
    file: Buffer.from([HEAD, ...rows, ''].join('\n')),
    choices: CHOICES,
  })

const runOf = (answer: Response) => /issue\/([\w-]{36})$/.exec(answer.headers.get('location') ?? '')?.[1] ?? ''

async function press(run: string, choice: string, person = editor): Promise<string> {
  const answer = await person.browser.visit(POST, `/dashboard/issue/${run}`, { params: { run }, form: { choice } })
  await issueRunsEnded()
  return runOf(answer)
}

async function look(run: string): Promise<string> {
  const answer = await editor.browser.visit(GET, `/dashboard/issue/${run}`, { params: { run } })
  return answer.text()
}

async function issued(): Promise<string[]> {
  const { rows } = await workingPool().query<{ name: string }>(
    'SELECT full_name AS name FROM certificates WHERE issuer_id = $1 ORDER BY full_name COLLATE "C"',
    [issuer.id],
  )
  return rows.map(({ name }) => name)
}

/** A whole chunk. */
const PEOPLE = Array.from({ length: 100 }, (_, at) => `P${String(at + 100)}`)

/** A run of these rows and a last one, at which the database breaks it off. */
async function brokenOff(before: readonly string[]): Promise<string> {
  await database.asOwner(`CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'broken off'; END $$;
    CREATE TRIGGER break_off BEFORE INSERT ON certificates
      FOR EACH ROW WHEN (NEW.full_name = 'Broken') EXECUTE FUNCTION break_off()`)
  try {
    const run = await keep([...before, 'Broken'].map((name) => `${name},Knots,Passed`))
    await press(run, 'issue')
    return run
  } finally {
    await database.asOwner('DROP FUNCTION break_off() CASCADE')
  }
}

it('goes on with the very bytes, by whoever issues, once they have seen what it has issued', async () => {
  const stopped = await brokenOff(PEOPLE)
  expect(await issued()).toHaveLength(100)
  expect(await look(stopped)).toContain('value="go_on"')
  const colleague = await mintPerson(issuer, 'editor')
  const again = await press(stopped, 'go_on', colleague)
  expect(await look(again)).toMatch(/100 rows have their certificates from this file/)
  expect(await look(stopped)).toContain(`/dashboard/issue/${again}"`)
  await press(again, 'issue', colleague)
  expect(await issued()).toEqual(['Broken', ...PEOPLE])
})

it('issues nothing twice where its rows are mended before it goes on', async () => {
  const stopped = await brokenOff(PEOPLE)
  const again = await press(stopped, 'go_on')
  const form = { 'cell.102.0': 'Mended' }
  const mended = runOf(
    await editor.browser.visit(MEND, `/dashboard/issue/${again}/rows`, { params: { run: again }, form }),
  )
  await press(mended, 'skip_bad')
  expect(await issued()).toEqual(['Mended', ...PEOPLE])
})

/** Makes a run one that is under way, whose process was heard of so many minutes ago. */
const heardOf = (run: string, minutes: number) =>
  workingPool().query(
    `UPDATE issue_runs SET state = 'issuing', problem = NULL, seen_at = clock_timestamp() - make_interval(mins => $2)
     WHERE id = $1`,
    [run, minutes],
  )

it('goes on where its process is not heard of any more', async () => {
  const run = await brokenOff([])
  await heardOf(run, 2)
  await press(await press(run, 'go_on'), 'issue')
  expect(await issued()).toEqual(['Broken'])
})

it('goes on with no file that may hold a row of somebody who was erased since', async () => {
  const runs = [await brokenOff([]), await brokenOff([])]
  const serial = await issueOne(issuer, { fullName: 'Erased' })
  for (const [at, run] of runs.entries()) await heardOf(run, at * 2)
  await eraseCertificate(serial, { reason: 'test', actor: 'test' })
  const left = await workingPool().query<{ id: string }>('SELECT id FROM issue_runs WHERE issuer_id = $1', [issuer.id])
  expect(left.rows).toEqual([{ id: runs[0] }])
  await heardOf(runs[0] ?? '', 2)
  expect(await look(runs[0] ?? '')).not.toContain('value="go_on"')
  expect(await press(runs[0] ?? '', 'go_on')).toBe(runs[0])
})

it('goes on with no run that is under way, has ended or waits', async () => {
  const run = await keep(['Only,Knots,Passed'])
  expect(await press(run, 'go_on')).toBe(run)
  await press(run, 'issue')
  await press(run, 'go_on')
  expect(await issued()).toEqual(['Only'])
  const { rowCount } = await workingPool().query('SELECT 1 FROM issue_runs WHERE issuer_id = $1', [issuer.id])
  expect(rowCount).toBe(1)
})

it('keeps the file beside those that wait, whatever is sent meanwhile, and three of an issuer at most', async () => {
  const runs: string[] = []
  for (let count = 0; count < 4; count++) runs.push(await brokenOff([]))
  const waits = await keep(['Waits,Knots,Passed'])
  const kept = await Promise.all(runs.map(async (run) => (await look(run)).includes('value="go_on"')))
  expect(kept).toEqual([true, true, true, false])
  const again = await press(runs[0] ?? '', 'go_on')
  await keep(['Another,Knots,Passed'])
  expect(await look(again)).toContain('value="issue"')
  expect(await look(waits)).not.toContain('value="issue"')
})
