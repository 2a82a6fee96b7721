import { BatchesPage } from '@/components/desk/issue/batches-page'
import { listOwnBatches } from '@/lib/service/desk/issue/own-batches'
import { deskHtml, deskPage, viewerOf } from '../desk'

/** The files that certificates were issued from. */
export const GET = deskPage(async ({ person, member, query }) => {
  const before = new Date(query.get('before') ?? '')
  const from = Number.isNaN(before.getTime()) ? null : before
  const listed = await listOwnBatches(member, from)
  return deskHtml(BatchesPage, { viewer: viewerOf(person), ...listed, first: from === null })
})
