import type { ColumnQuestion } from '@/lib/domain/issue/issue-preview'
import { DAY_ORDERS, type DayOrder, readSlashed, type SlashColumn } from '@/lib/domain/issue/slash-days'
import { isColumnOfDays } from '@/lib/domain/issue/written-day'
import { deskParts, deskText } from '@/lib/i18n/desk/text'
import { deskLongDay } from '@/lib/i18n/desk/times'

/**
 * Asks of each column with days such as 03/04/2026 what comes first in them. Nothing is chosen beforehand, not even where only one
 * order is possible: that one may be right by chance, and a wrong day is on every certificate.
 */
export function DayOrders({ question }: { question: ColumnQuestion }) {
  const { head, columns, slashed, orders = [] } = question
  if (slashed.length === 0) return null
  return (
    <section aria-labelledby="orders">
      <h2 id="orders">{deskText('issueRun.orders')}</h2>
      <p className="plain">{deskText('issueRun.ordersLead')}</p>
      {slashed.map((column) => (
        <OrderChoice
          key={column.at}
          column={column}
          name={head[column.at] ?? ''}
          chosen={orders[column.at] ?? null}
          required={isColumnOfDays(columns[column.at])}
        />
      ))}
    </section>
  )
}

function OrderChoice(props: { column: SlashColumn; name: string; chosen: DayOrder | null; required: boolean }) {
  const { column, name, chosen, required } = props
  return (
    <fieldset className="field desk-roles">
      <legend>{deskParts('issueRun.orderOf', { column: <bdi key="name">{name.trim() || '–'}</bdi> })}</legend>
      {DAY_ORDERS.map((order) => (
        <label key={order}>
          <input
            type="radio"
            name={`order.${column.at}`}
            value={order}
            defaultChecked={order === chosen}
            required={required}
          />
          <span>
            {deskText(`issueRun.order.${order}`)} <OrderRead column={column} order={order} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function OrderRead({ column: { shown, impossible }, order }: { column: SlashColumn; order: DayOrder }) {
  const not = impossible[order]
  return (
    <small>
      {shown.flatMap((cell) => {
        const day = readSlashed(cell, order)
        if (day === null) return []
        const read = deskLongDay(new Date(`${day}T00:00:00Z`))
        return [<span key={cell}>{deskText('issueRun.orderRead', { cell, day: read })} </span>]
      })}
      {not !== null && <span>{deskText('issueRun.orderImpossible', { cell: not })}</span>}
    </small>
  )
}
