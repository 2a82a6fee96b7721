import { resolve } from 'node:path'
import { type Env, env } from '@/lib/env'
import { localPath } from '@/lib/local-path'
import { resolveDataDir } from '@/lib/store/database/data-dir'
import { FolderJournal } from './folder-journal'
import type { JournalFiles } from './journal-files'

const holder = globalThis as typeof globalThis & { certificateServiceJournal?: { for: string; files: JournalFiles } }

/** The folder of the journal: `JOURNAL_DIR`, or `journal` under `DATA_DIR`. */
export function journalFolder(configuration: Env = env()): string {
  const dataDir = resolveDataDir(configuration)
  return configuration.JOURNAL_DIR === undefined
    ? localPath(dataDir, 'journal')
    : resolve(dataDir, configuration.JOURNAL_DIR)
}

/** The journal of this process, one for every copy of this module. */
export function journalFiles(): JournalFiles {
  const folder = journalFolder()
  if (holder.certificateServiceJournal?.for !== folder) {
    void holder.certificateServiceJournal?.files.close()
    holder.certificateServiceJournal = { for: folder, files: new FolderJournal(folder) }
  }
  return holder.certificateServiceJournal.files
}
