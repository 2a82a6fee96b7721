import type { ReactNode } from 'react'

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
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) =>
              index === 0 ? (
                <th key={columns[index]} scope="row">
                  {cell}
                </th>
              ) : (
                <td
                  key={columns[index]}
                  data-column={columns[index]}
                  className={action && index === columns.length - 1 ? 'action' : undefined}
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
