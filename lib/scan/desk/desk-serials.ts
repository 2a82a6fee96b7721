import { isSerialHead, MOST_LISTED } from '@/lib/domain/issue/read-serial-list'
import { isPersonNumberHead } from '@/lib/scan/list/person-number-head'
import { listRecords } from '@/lib/scan/list/read-rows'
import { holdsOwn, newReading, type Origins } from '@/lib/scan/list/serial-cells'
import { serialColumn } from '@/lib/scan/list/serial-column'
import { filledRows } from '@/lib/scan/list/table-rows'
import { distinctSerials } from '@/lib/scan/typed/distinct-serials'
import { readSerials } from '@/lib/scan/typed/read-serials'

/**
 * What the desk looks up of several texts, such as a file and what was pasted beside it, in their order. An office looks up its own numbers,
 * so that a table in doubt is read as `readSerials` does; but nothing below a head of numbers of people, such as those of passports.
 * @returns each once by the matching rule
 */
export function deskSerials(texts: readonly string[], origins: Origins): string[] {
  return distinctSerials(texts.flatMap((text) => belowOtherHeads(text, origins) ?? readSerials(text, origins)))
}

/** @returns null where no head says that numbers of people stand below it, or one says that serials do */
function belowOtherHeads(text: string, origins: Origins): string[] | null {
  const { records } = listRecords(text, origins, MOST_LISTED)
  const reading = newReading(origins)
  const rows = filledRows(records ?? [], reading)
  const [head = []] = rows
  if (!head.some(isPersonNumberHead) || head.some(isSerialHead)) return null
  const column = serialColumn(rows, reading)
  if (column === null) return []
  const cells = rows.slice(1).flatMap((row) => row[column] || [])
  const isOfPeople = isPersonNumberHead(head[column] ?? '')
  const kept = isOfPeople ? cells.filter((cell) => holdsOwn(cell, reading)) : cells
  return readSerials(['serial', ...kept.map(quoted)].join('\n'), origins)
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
