import { z } from 'zod'
import { CertificatesPage, type SearchFields } from '@/components/desk/certificates/certificates-page'
import { certificatePath } from '@/components/desk/desk-link'
import { couldBeSerial, serialKey } from '@/lib/domain/certificate/serial'
import { isUuid } from '@/lib/domain/text/uuid'
import { seeOther } from '@/lib/http/desk/see-other'
import { readSerials } from '@/lib/scan/typed/read-serials'
import { searchCertificates } from '@/lib/service/desk/certificates/search-certificates'
import { seekCertificates } from '@/lib/service/desk/certificates/seek-certificates'
import { ownOrigins } from '../../site'
import { deskHtml, deskPage, viewerOf } from '../desk'

const text = z.string().max(200).catch('').default('')
const fieldsShape = z.object({
  name: text,
  number: text,
  serial: text,
  event: text,
  status: z.enum(['', 'issued', 'superseded', 'withdrawn']).catch('').default(''),
})

/** A serial that no certificate has, in place of text that cannot be one: such text is not sent to the database. */
const IMPOSSIBLE = '-'

/** The certificates of the issuer, newest first, and the search in them. */
export const GET = deskPage(async ({ person, member, query }) => {
  const fields = fieldsShape.parse(Object.fromEntries(query))
  const sought = (query.get('q') ?? '').slice(0, 400).replaceAll('\0', '').trim()
  if (sought !== '') {
    const found = await seekCertificates(member, sought, readSerials(sought, ownOrigins(), 2))
    if (found.kind === 'certificate') return seeOther(certificatePath(found.serial))
    return show({ ...fields, [found.kind]: sought.slice(0, 200) }, found.page, null)
  }
  const after = readCursor(query.get('after') ?? '')
  const written = (field: Exclude<keyof SearchFields, 'status'>) => fields[field].trim().replaceAll('\0', '') || null
  const serial = written('serial')
  const key = serial === null ? null : serialKey(serial)
  const page = await searchCertificates(
    member,
    {
      name: written('name'),
      registrationNumber: written('number'),
      eventTitle: written('event'),
      serialKey: key === null || couldBeSerial(key) ? key : IMPOSSIBLE,
      status: fields.status === '' ? null : fields.status,
    },
    after,
  )
  return show(fields, page, after)

  function show(shown: SearchFields, results: Results, from: typeof after): Promise<Response> {
    return deskHtml(CertificatesPage, {
      viewer: viewerOf(person),
      fields: shown,
      sought,
      certificates: results.certificates,
      stopped: results.stopped,
      nextHref: results.next && address(shown, `${results.next.recordedAt.toString(36)}.${results.next.id}`),
      firstHref: from && address(shown, null),
    })
  }
})

type Results = Awaited<ReturnType<typeof searchCertificates>>

function address(fields: SearchFields, after: string | null): string {
  const asked = Object.entries({ ...fields, after: after ?? '' }).filter(([, value]) => value !== '')
  const search = new URLSearchParams(asked).toString()
  return search === '' ? '/dashboard/certificates' : `/dashboard/certificates?${search}`
}

/** The last of the page before, as `address` wrote it; anything else is the first page. */
function readCursor(text: string): { recordedAt: number; id: string } | null {
  const [, time = '', id = ''] = /^([0-9a-z]{1,10})\.([0-9a-f-]{36})$/.exec(text) ?? []
  const recordedAt = parseInt(time, 36)
  return recordedAt <= 8_640_000_000_000_000 && isUuid(id) ? { recordedAt, id } : null
}
