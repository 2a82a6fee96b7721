import { z } from 'zod'
import { canonicalJson } from '@/lib/crypto/encoding/canonical-json'
import { decryptText, encryptText } from '@/lib/crypto/encryption/encrypted-text'
import { keyFor } from '@/lib/crypto/seals/key-source'
import { keyedHash } from '@/lib/crypto/seals/keyed-hash'
import type { RowColumn } from '@/lib/domain/issue/guess-columns'
import { ROW_COLUMNS } from '@/lib/domain/issue/issue-row'
import type { TableChoice } from '@/lib/domain/issue/issue-table'
import { composed } from '@/lib/domain/text/composed'
import { deleteIssueLayout, useIssueLayout, writeIssueLayout } from '@/lib/store/desk/issue-layouts'
import { keyEncryptionKey } from '@/lib/store/keys/key-encryption-key'

const PURPOSE = 'certificate-verification/issue-layout/v1'

/** What is written once for a course. A day is another one each time: of it only is remembered that one was written. */
const REMEMBERED_DEFAULTS: readonly RowColumn[] = ['event_title', 'achievement', 'language']

const COLUMN = z.enum(ROW_COLUMNS as [(typeof ROW_COLUMNS)[number]])
const CHOICE = z.object({ columns: z.array(COLUMN.nullable()), defaults: z.partialRecord(COLUMN, z.string()) })

/**
 * Remembers what somebody said of the columns of a table, for the next one with the same head. A head may be a row of people where a table has
 * none, so that it is kept as a keyed hash alone; after `certs rekey` somebody is asked once more.
 */
export async function rememberColumns(issuerId: string, head: readonly string[], choice: TableChoice): Promise<void> {
  const hash = hashOf(head)
  const defaults = Object.fromEntries(
    Object.entries(choice.defaults).map(([column, text]) => [
      column,
      REMEMBERED_DEFAULTS.some((one) => one === column) ? text : '',
    ]),
  )
  const text = JSON.stringify({ columns: choice.columns, defaults })
  await writeIssueLayout(issuerId, hash, encryptText(text, keyEncryptionKey(), bindingOf(issuerId, hash)))
}

/** What was said of the columns of a table with this head; null where nobody was asked, or it cannot be read. */
export async function recallColumns(issuerId: string, head: readonly string[]): Promise<TableChoice | null> {
  const hash = hashOf(head)
  const encrypted = await useIssueLayout(issuerId, hash)
  const text = encrypted === null ? null : decryptText(encrypted, keyEncryptionKey(), bindingOf(issuerId, hash))
  const read = text === null ? null : CHOICE.safeParse(JSON.parse(text))
  return read?.success && read.data.columns.length === head.length ? read.data : null
}

/** Forgets it, so that somebody is asked again. */
export function forgetColumns(issuerId: string, head: readonly string[]): Promise<void> {
  return deleteIssueLayout(issuerId, hashOf(head))
}

function hashOf(head: readonly string[]): string {
  const names = head.map((cell) => composed(cell).trim().toLowerCase())
  return keyedHash(keyFor(keyEncryptionKey(), PURPOSE), 'head', canonicalJson(names))
}

function bindingOf(issuerId: string, hash: string) {
  return { purpose: PURPOSE, row: `${issuerId} ${hash}` }
}
