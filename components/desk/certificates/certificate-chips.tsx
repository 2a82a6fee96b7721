import { searchAddress } from '@/components/desk/desk-link'
import { deskText } from '@/lib/i18n/desk/text'
import { deskDay, deskMonth } from '@/lib/i18n/desk/times'
import { type SearchFields, STATUS_FILTERS } from './search-fields'

/** What the newest certificates came from. */
export interface ChipSources {
  courses: readonly string[]
  batches: readonly { id: string; at: Date; title: string | null }[]
}

interface Chip {
  key: string
  label: string
  /** The field that it sets. */
  field: keyof SearchFields
  value: string
}

/** One filter each, with everything else of the search kept; the one that is on leads back to all. */
export function CertificateChips({ fields, sources }: { fields: SearchFields; sources: ChipSources }) {
  const statuses = fields.status === 'current' || fields.status === 'ended' ? [fields.status] : []
  const chips = [
    ...[...STATUS_FILTERS, ...statuses].map((status) =>
      chip('status', status, deskText(`certificates.status.${status}`)),
    ),
    ...(['never', 'week', 'ever'] as const).map((checked) =>
      chip('checked', checked, deskText(`certificates.${checked}Checked`)),
    ),
    ...(fields.ends === ''
      ? []
      : [chip('ends', fields.ends, deskText('certificates.endsIn', { month: deskMonth(fields.ends) }))]),
    chip('order', 'oldest', deskText('certificates.oldestFirst')),
  ]
  const courses = [...new Set([...(fields.course === '' ? [] : [fields.course]), ...sources.courses])]
  const batches = sources.batches.map(({ id, at, title }) =>
    chip('batch', id, deskText('certificates.batchChip', { title: title ?? '–', day: deskDay(at) })),
  )
  if (fields.batch !== '' && !sources.batches.some(({ id }) => id === fields.batch))
    batches.unshift(chip('batch', fields.batch, deskText('certificates.ofBatch')))
  return (
    <>
      <Chips label={deskText('certificates.filters')} chips={chips} fields={fields} />
      {courses.length > 0 && (
        <Chips
          label={deskText('certificates.courses')}
          chips={courses.map((course) => chip('course', course, course))}
          fields={fields}
        />
      )}
      {batches.length > 0 && <Chips label={deskText('certificates.batches')} chips={batches} fields={fields} />}
    </>
  )
}

function chip(field: Chip['field'], value: string, label: string): Chip {
  return { key: `${field} ${value}`, field, value, label }
}

function Chips({ label, chips, fields }: { label: string; chips: readonly Chip[]; fields: SearchFields }) {
  return (
    <nav aria-label={label}>
      <ul className="chips" role="list">
        {chips.map(({ key, field, value, label: text }) => {
          const isOn = fields[field] === value
          return (
            <li key={key}>
              <a
                href={searchAddress({ ...fields, [field]: isOn ? '' : value })}
                aria-current={isOn ? 'true' : undefined}
              >
                <bdi>{text}</bdi>
              </a>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
