import { z } from 'zod'
import { CertificatesPage } from '@/components/desk/certificates/certificates-page'
import { type SearchFields, STATUS_FILTERS } from '@/components/desk/certificates/search-fields'
import { certificatePath, searchAddress } from '@/components/desk/desk-link'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { isUuid } from '@/lib/domain/text/uuid'
import { seeOther } from '@/lib/http/desk/see-other'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { recentSources } from '@/lib/service/desk/certificates/recent-sources'
import { PAGE_SIZE, type searchCertificates, searchOrNear } from '@/lib/service/desk/certificates/search-certificates'
import { seekCertificates } from '@/lib/service/desk/certificates/seek-certificates'
import { ownOrigins } from '@/lib/service/operation/own-origins'
import { deskHtml, deskPage, viewerOf } from '../desk'

const text = z.string().max(200).catch('').default('')
/** Of the years that certificates are of: PostgreSQL has no year 0. */
const day = z
  .union([z.literal(''), z.iso.date().regex(/^(19|20|21)/)])
  .catch('')
  .default('')
const fieldsShape = z.object({
  name: text,
  number: text,
  serial: text,
  event: text,
  status: z
    .enum(['', ...STATUS_FILTERS, 'current', 'ended'])
    .catch('')
    .default(''),
  checked: z.enum(['', 'never', 'ever', 'week']).catch('').default(''),
  ends: z
    .union([z.literal(''), z.string().regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/)])
    .catch('')
    .default(''),
  course: text,
  batch: z.literal('').or(z.uuid()).catch('').default(''),
  from: day,
  until: day,
  order: z.enum(['', 'oldest']).catch('').default(''),
})

/** A serial that no certificate has, in place of text that cannot be one: such text is not sent to the database. */
const IMPOSSIBLE = '-'

/** The certificates of the issuer, by their date of issue, and the search in them. */
export const GET = deskPage(async ({ person, member, query }) => {
  const fields = fieldsShape.parse(Object.fromEntries(query))
  const sought = (query.get('q') ?? '').slice(0, 800).replaceAll('\0', '').trim()
  if (sought !== '') {
    const found = await seekCertificates(member, sought, readSerials(sought, ownOrigins(), PAGE_SIZE))
    if (found.kind === 'certificate') return seeOther(certificatePath(found.serial))
    return show(
      { ...fields, ...(found.kind !== 'serials' && { [found.kind]: sought.slice(0, 200) }) },
      found.page,
      null,
    )
  }
  const after = readCursor(query.get('after') ?? '')
  const written = (field: 'name' | 'number' | 'serial' | 'event' | 'course') =>
    fields[field].trim().replaceAll('\0', '') || null
  const serial = written('serial')
  // A link of ours is a serial, too, as in the one search field.
  const [named = serial] = serial === null ? [] : readSerials(serial, ownOrigins(), 1)
  const key = named === null ? null : serialKey(named)
  const page = await searchOrNear(
    member,
    {
      name: written('name'),
      registrationNumber: written('number'),
      eventTitle: written('event'),
      serialKey: key === null || couldBeSerial(key) ? key : IMPOSSIBLE,
      near: query.get('near') === '1',
      ...whichOf(fields.status),
      checked: fields.checked || null,
      ends: monthOf(fields.ends),
      course: written('course'),
      batch: fields.batch || null,
      from: dayStart(fields.from, 0),
      until: dayStart(fields.until, 1),
      order: fields.order || 'newest',
    },
    after,
  )
  return show(fields, page, after)

  async function show(shown: SearchFields, results: Results, from: typeof after): Promise<Response> {
    const { certificates, stopped, late, near, next } = results
    const further = near ? { near: '1' } : {}
    return deskHtml(
      CertificatesPage,
      {
        viewer: viewerOf(person),
        fields: shown,
        sought,
        ...{ certificates, stopped, late, near },
        sources: await recentSources(member),
        nextHref: next && searchAddress({ ...shown, ...further, after: cursorOf(next) }),
        firstHref: from && searchAddress({ ...shown, ...further }),
      },
      late ? 503 : 200,
    )
  }
})

type Results = Awaited<ReturnType<typeof searchCertificates>>

/** What a chip asks for: a status, or of current certificates what their end is to now. */
function whichOf(status: SearchFields['status']): Pick<Parameters<typeof searchCertificates>[1], 'status' | 'term'> {
  if (status === '') return { status: null }
  return status === 'issued' || status === 'superseded' || status === 'withdrawn'
    ? { status }
    : { status: null, term: status }
}

/** A month of UTC such as `2027-03`, as the moments that it lies between. */
function monthOf(month: string): { from: Date; until: Date } | null {
  if (month === '') return null
  const from = new Date(`${month}-01`)
  return { from, until: new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1)) }
}

/** Where a day of UTC begins, or the one so many days later; null where no day was typed. */
function dayStart(day: string, later: number): Date | null {
  return day === '' ? null : new Date(Date.parse(day) + later * 86_400_000)
}

const cursorOf = ({ issuedAt, id }: { issuedAt: number; id: string }) => `${issuedAt.toString(36)}.${id}`

/** The last of the page before, as `cursorOf` wrote it; anything else is the first page. */
function readCursor(text: string): { issuedAt: number; id: string } | null {
  const [, time = '', id = ''] = /^(-?[0-9a-z]{1,10})\.([0-9a-f-]{36})$/.exec(text) ?? []
  const issuedAt = parseInt(time, 36)
  return Math.abs(issuedAt) <= 62_135_596_800_000 && isUuid(id) ? { issuedAt, id } : null
}
