import { certificatePath } from '@/components/desk/desk-link'
import { DeskDay } from '@/components/desk/desk-moment'
import { DeskTable } from '@/components/desk/desk-table'
import { AsIssued } from '@/components/verdict/as-issued'
import { Serial } from '@/components/verdict/serial'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import { isTold, type RowStatus } from '@/lib/domain/desk/row-status'
import { deskText } from '@/lib/i18n/desk/text'
import { StatusWord } from './status-word'

/** A certificate in a list, and what a check of it says. */
export interface ListedRow {
  certificate: Omit<CertificateWire, 'status'>
  overallStatus: RowStatus
}

interface Props {
  rows: readonly ListedRow[]
  choose?: boolean
  oldestFirst?: boolean
}

const COLUMNS = ['name', 'event', 'issued', 'ends', 'status'] as const

/** The heads of the columns that each list of certificates has. */
export function certificateColumns(): string[] {
  return COLUMNS.map((column) => deskText(`certificates.column.${column}`))
}

/**
 * Certificates by name, each with a box to choose it where a form is around them. Nothing but the serial is
 * shown of one whose record fails its check, or that could not be checked.
 */
export function CertificateTable({ rows, choose = false, oldestFirst = false }: Props) {
  return (
    <DeskTable
      caption={deskText(oldestFirst ? 'certificates.captionOldest' : 'certificates.caption')}
      spoken
      columns={certificateColumns()}
      rows={rows.map((row) => ({ key: row.certificate.serial, cells: certificateCells(row, choose) }))}
    />
  )
}

/** The cells of a certificate under these heads. Nothing but the serial is shown of one whose record fails its check, or that could not be checked. */
export function certificateCells({ certificate, overallStatus }: ListedRow, choose = false) {
  const { recipient, event, serial, issued_at: issued, expires_at: expires } = certificate
  const blank = !isTold(overallStatus)
  const why = overallStatus === 'undetermined' ? 'status.undetermined' : 'certificates.invalid'
  const name = (
    <a key="name" href={certificatePath(serial)} className="desk-name">
      {blank ? <em>{deskText(why)}</em> : <AsIssued text={recipient.full_name} />}
      <small>
        <Serial text={serial} />
      </small>
    </a>
  )
  return [
    choose ? (
      <div key="name" className="desk-choose">
        <label>
          <input type="checkbox" name="serial" value={serial} />
          <span className="spoken">{deskText('selected.choose', { serial })}</span>
        </label>
        {name}
      </div>
    ) : (
      name
    ),
    blank ? '–' : <AsIssued key="event" text={event.title} />,
    blank ? '–' : <DeskDay key="issued" date={new Date(issued)} />,
    blank || !expires ? '–' : <DeskDay key="ends" date={new Date(expires)} />,
    <StatusWord key="status" status={overallStatus} />,
  ]
}
