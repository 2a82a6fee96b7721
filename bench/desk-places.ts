import { PAGE_SIZE } from '@/lib/service/desk/certificates/search-certificates'
import { workingPool } from '@/lib/store/database/database'
import { findCertificatePlaces, type CertificateSearch } from '@/lib/store/desk/search/find-certificates'
import type { Place } from '@/lib/store/desk/search/search-order'
import { LOADED } from './data/bulk-load'

const NOTHING: CertificateSearch = {
  name: null,
  registrationNumber: null,
  eventTitle: null,
  serialKey: null,
  status: null,
}

/** A search as it is typed, by the fields of the page, and as the store takes it. */
interface Search {
  title: string
  fields: Record<string, string>
  search: CertificateSearch
  /** Begins after this share of the certificates. */
  deep?: number
}

/** Every kind of search: words that are common, rare, short, in vain, together. */
const SEARCHES: Search[] = [
  { title: 'newest', fields: {}, search: NOTHING },
  { title: 'newest, from 70 % on', fields: {}, search: NOTHING, deep: 0.7 },
  ...[0, 0.7].map((deep) => named('common name', LOADED.commonName, deep)),
  named('rare name', LOADED.rareName),
  named('one letter of a name', 'm'),
  named('name in vain', 'Qwertzuiop'),
  near('near to a rare name', 'Keratoffel'),
  near('near to a common name', 'Mariya'),
  near('near to a name, in vain', 'Qwertzuiop'),
  named('name in another script', LOADED.otherScript),
  named('name in another script, in vain', 'قسطنطين'),
  { title: 'oldest', fields: { order: 'oldest' }, search: { ...NOTHING, order: 'oldest' } },
  {
    title: 'oldest of a common name',
    fields: { name: LOADED.commonName, order: 'oldest' },
    search: { ...NOTHING, name: LOADED.commonName, order: 'oldest' },
  },
  named('common and rare name', `${LOADED.commonName} ${LOADED.rareName}`),
  numbered('registration number', 'R-777'),
  numbered('start of a registration number', 'R-1'),
  ...[0, 0.7].map((deep) => event('common event', LOADED.commonEvent, deep)),
  event('rare event', LOADED.rareEvent),
  ...(['issued', 'superseded', 'withdrawn'] as const).map((status) => ({
    title: `status ${status}`,
    fields: { status },
    search: { ...NOTHING, status },
  })),
  {
    title: 'withdrawn, from 70 % on',
    fields: { status: 'withdrawn' },
    search: { ...NOTHING, status: 'withdrawn' },
    deep: 0.7,
  },
  ...(['expired', 'ending'] as const).map((term) => ({
    title: `chip ${term}`,
    fields: { status: term },
    search: { ...NOTHING, term },
  })),
  { title: 'chip never checked', fields: { checked: 'never' }, search: { ...NOTHING, checked: 'never' } },
  { title: 'chip checked in 7 days', fields: { checked: 'week' }, search: { ...NOTHING, checked: 'week' } },
  {
    title: 'chip of an event',
    fields: { course: LOADED.commonEvent },
    search: { ...NOTHING, course: LOADED.commonEvent },
  },
  {
    title: 'ends in one month',
    fields: { ends: '2027-03' },
    search: { ...NOTHING, ends: { from: new Date('2027-03-01'), until: new Date('2027-04-01') } },
  },
  {
    title: 'issued on one day',
    fields: { from: '2026-01-05', until: '2026-01-05' },
    search: { ...NOTHING, from: new Date('2026-01-05T00:00:00Z'), until: new Date('2026-01-06T00:00:00Z') },
  },
  together('common name and event', LOADED.commonName, LOADED.commonEvent),
  together('common name, rare event', LOADED.commonName, LOADED.rareEvent),
  {
    title: 'common name, event and status',
    fields: { name: LOADED.commonName, event: LOADED.commonEvent, status: 'withdrawn' },
    search: { ...NOTHING, name: LOADED.commonName, eventTitle: LOADED.commonEvent, status: 'withdrawn' },
  },
]

function named(title: string, name: string, deep = 0): Search {
  return { title: deep ? `${title}, from 70 % on` : title, fields: { name }, search: { ...NOTHING, name }, deep }
}

function near(title: string, name: string): Search {
  return { title, fields: { name, near: '1' }, search: { ...NOTHING, name, near: true } }
}

function numbered(title: string, number: string): Search {
  return { title, fields: { number }, search: { ...NOTHING, registrationNumber: number } }
}

function event(title: string, eventTitle: string, deep = 0): Search {
  return {
    title: deep ? `${title}, from 70 % on` : title,
    fields: { event: eventTitle },
    search: { ...NOTHING, eventTitle },
    deep,
  }
}

function together(title: string, name: string, eventTitle: string): Search {
  return { title, fields: { name, event: eventTitle }, search: { ...NOTHING, name, eventTitle } }
}

/** A search of one issuer: its address, and whose rows its page opens. */
export interface DeskSearch {
  title: string
  path: string
  serialKeys: string[]
}

/** The searches of an issuer, with the serials that each page shows. */
export async function deskSearches(issuerId: string, count: number): Promise<DeskSearch[]> {
  const { rows } = await workingPool().query<{ serial: string }>(
    'SELECT serial_key AS serial FROM certificates WHERE issuer_id = $1 ORDER BY id LIMIT 1 OFFSET $2',
    [issuerId, Math.floor(count / 2)],
  )
  const serial = rows[0]?.serial ?? ''
  const bySerial = { title: 'serial', fields: { serial }, search: { ...NOTHING, serialKey: serial } }
  const found: DeskSearch[] = []
  for (const { title, fields, search, deep } of [...SEARCHES, bySerial] as Search[]) {
    const after = deep ? await placeAt(issuerId, Math.floor(count * deep)) : null
    const page = await findCertificatePlaces(issuerId, search, after, PAGE_SIZE)
    const query = new URLSearchParams({
      ...fields,
      ...(after && { after: `${after.issuedAt.toString(36)}.${after.id}` }),
    })
    found.push({
      title,
      path: `/dashboard/certificates?${query}`,
      serialKeys: page.found.map(({ serialKey }) => serialKey),
    })
  }
  return found
}

async function placeAt(issuerId: string, offset: number): Promise<Place | null> {
  const { rows } = await workingPool().query<Place>(
    `SELECT floor(extract(epoch FROM issued_at) * 1000)::float8 AS "issuedAt", id FROM certificates WHERE issuer_id = $1
     ORDER BY issued_at DESC, id DESC LIMIT 1 OFFSET $2`,
    [issuerId, offset],
  )
  return rows[0] ?? null
}
