import { isValidElement, type ReactNode } from 'react'
import { ColumnHeads } from '@/components/site/column-heads'

/** The longest word that a column makes room for. */
const FITS = 32

interface Props {
  caption: string
  columns: readonly string[]
  /** The first cell of a row is its head. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** Whether the caption is only for those who do not see the table. */
  spoken?: boolean
  /** Whether the last cell of a row is something to do, which needs no heading beside it on a narrow screen. */
  action?: boolean
}

/** A table that becomes a list of records on a narrow screen. */
export function DeskTable({ caption, columns, rows, spoken, action }: Props) {
  return (
    <table className="desk-table">
      <caption className={spoken ? 'spoken' : undefined}>{caption}</caption>
      <ColumnHeads columns={columns} />
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) =>
              index === 0 ? (
                <th key={columns[index]} scope="row" className={classOf(cell)}>
                  {cell}
                </th>
              ) : (
                <td
                  key={columns[index]}
                  data-column={columns[index]}
                  className={action && index === columns.length - 1 ? 'action' : classOf(cell)}
                >
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** `long` where a word of the cell has to be broken: else it would push the other columns off the screen. */
function classOf(cell: ReactNode): 'long' | undefined {
  return wordsOf(cell).some((word) => word.length > FITS) ? 'long' : undefined
}

function wordsOf(cell: ReactNode): string[] {
  if (typeof cell === 'string') return cell.split(/[\s-]+/)
  if (!isValidElement<{ children?: ReactNode; text?: ReactNode }>(cell)) return []
  const { children, text } = cell.props
  return [children, text].flat().flatMap(wordsOf)
}
