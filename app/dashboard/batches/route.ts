import { z } from 'zod'
import { BatchesPage } from '@/components/desk/issue/batches-page'
import { listOwnBatches } from '@/lib/service/desk/issue/own-batches'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** As the link of the page before has it; PostgreSQL has not every year that a Date has. */
const BEFORE = z.iso.datetime().regex(/^2/)

/** The files that certificates were issued from. */
export const GET = deskPage(async ({ person, member, query }) => {
  const { data } = BEFORE.safeParse(query.get('before'))
  const from = data === undefined ? null : new Date(data)
  const listed = await listOwnBatches(member, from)
  return deskHtml(BatchesPage, { viewer: viewerOf(person), ...listed, first: from === null })
})
