import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FolderJournal } from './folder-journal'

it('knows a backup also behind a line that a full disk has torn', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'journal-'))
  const journal = new FolderJournal(folder)
  const [first, torn, last] = [
    '3f0c1f5e-6a51-4a6e-9d55-0d3b1f6f0a01',
    '3f0c1f5e-6a51-4a6e-9d55-0d3b1f6f0a02',
    '3f0c1f5e-6a51-4a6e-9d55-0d3b1f6f0a03',
  ]
  await journal.noteBackup(first)
  await appendFile(join(folder, 'backups'), torn.slice(0, 6))
  await journal.noteBackup(last)
  const known = [first, torn, last].map((id) => journal.knowsBackup(id))
  expect(await Promise.all(known)).toEqual([true, false, true])
  await rm(folder, { recursive: true })
})
