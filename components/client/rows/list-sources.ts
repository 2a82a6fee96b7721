import { type AskColumns, columnsToAsk } from '@/lib/scan/list/columns-to-ask'
import { expecting, type ListNames } from '@/lib/scan/list/list-names'
import { readList } from '@/lib/scan/list/read-rows'
import type { Origins } from '@/lib/scan/list/serial-cells'
import type { SerialRow } from '@/lib/scan/list/serial-row'
import type { ReadWorkbook } from '@/lib/scan/list/sheets/workbook-rows'
import type { ReadTable } from '@/lib/scan/list/table-rows'

/** Asks which of its options are the names of a list. */
export type AskNames = (names: ListNames) => Promise<number>

/** What is said of a list that rows were read from. */
export interface ListSource {
  /** Null for what was pasted. */
  file: string | null
  /** Null where a head says which names are expected, or nothing could be one. */
  names: ListNames | null
  /** Whether words stand in it, and none of them is taken for a name. */
  isUncompared: boolean
  hidden: ReadWorkbook['hidden'] | null
}

/** A row, and the place of its list among those that were read. */
type SourcedRow = SerialRow & { source: number }

/** Reads lists, and asks about them what nobody can tell, before anything of them is sent or compared. */
export class ListReader {
  readonly sources: ListSource[] = []

  constructor(
    readonly origins: Origins,
    readonly askColumns: AskColumns,
    private readonly askNames: AskNames,
  ) {}

  async text(text: string, file: string | null): Promise<SourcedRow[]> {
    const asked = columnsToAsk(text, this.origins)
    const list = readList(text, this.origins, asked ? await this.askColumns(asked) : undefined)
    return this.#ofTable(list, { file, isUncompared: list.isUncompared, hidden: null })
  }

  async workbook({ tables, hidden }: ReadWorkbook, file: string): Promise<SourcedRow[]> {
    const rows: SourcedRow[] = []
    for (const [at, table] of tables.entries())
      rows.push(...(await this.#ofTable(table, { file, isUncompared: false, hidden: at === 0 ? hidden : null })))
    return rows
  }

  async #ofTable({ rows, names }: ReadTable, about: Omit<ListSource, 'names'>): Promise<SourcedRow[]> {
    const source = this.sources.length
    const chosen = names?.isAsked ? await this.askNames(names) : null
    const said = names && { ...names, chosen: chosen ?? names.chosen }
    this.sources.push({ ...about, names: said })
    const read = names && chosen !== null ? expecting(rows, names, chosen) : rows
    return read.map((row) => ({ ...row, source }))
  }
}
