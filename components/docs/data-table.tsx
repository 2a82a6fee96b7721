import type { ReactNode } from 'react'
import { ColumnHeads } from '@/components/site/column-heads'

interface Props {
  caption: string
  columns: string[]
  /** Each with one entry a column; the first names the row. */
  rows: { key: string; cells: ReactNode[] }[]
}

/** A table that scrolls inside itself on a narrow screen, by keyboard too. */
export function DataTable({ caption, columns, rows }: Props) {
  return (
    <div className="scroll" role="group" aria-label={caption} tabIndex={0}>
      <table className="data">
        <caption className="spoken">{caption}</caption>
        <ColumnHeads columns={columns} />
        <tbody>
          {rows.map(({ key, cells: [first, ...others] }) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {others.map((cell, at) => (
                <td key={columns[at + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
