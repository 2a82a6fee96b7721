import { certificatePath } from '@/components/desk/desk-link'
import { DeskDay } from '@/components/desk/desk-moment'
import { DeskTable } from '@/components/desk/desk-table'
import { AsIssued } from '@/components/verdict/as-issued'
import { Serial } from '@/components/verdict/serial'
import type { CertificateWire } from '@/lib/contract/check/certificate'
import type { OverallStatus } from '@/lib/contract/check/verification'
import { deskText } from '@/lib/i18n/desk/text'
import { StatusWord } from './status-word'

/** A certificate in a list, and what a check of it says. */
export interface ListedRow {
  certificate: CertificateWire
  overallStatus: OverallStatus
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
 * shown of one whose record fails its check.
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

/** The cells of a certificate under these heads. Nothing but the serial is shown of one whose record fails its check. */
export function certificateCells({ certificate, overallStatus }: ListedRow, choose = false) {
  const { recipient, event, serial, issued_at: issued, expires_at: expires } = certificate
  const invalid = overallStatus === 'invalid'
  const name = (
    <a key="name" href={certificatePath(serial)} className="desk-name">
      {invalid ? <em>{deskText('certificates.invalid')}</em> : <AsIssued text={recipient.full_name} />}
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
    invalid ? '–' : <AsIssued key="event" text={event.title} />,
    invalid ? '–' : <DeskDay key="issued" date={new Date(issued)} />,
    invalid || !expires ? '–' : <DeskDay key="ends" date={new Date(expires)} />,
    <StatusWord key="status" status={overallStatus} />,
  ]
}
