import { Readable } from 'node:stream'
import { zipBatch } from '@/lib/service/desk/issue/zip-batch'
import { deskPage } from '../../../desk'

/** The PDFs of a batch as an archive, sent as it is made. */
export const GET = deskPage(async ({ member, params, query }) => {
  const [part = '1'] = /^[1-9]\d{0,5}$/.exec(query.get('part') ?? '') ?? []
  const archive = await zipBatch(member, params.batch ?? '', Number(part))
  const fileName = query.has('part') ? `certificates-${part}.zip` : 'certificates.zip'
  return new Response(Readable.toWeb(Readable.from(archive, { objectMode: false })) as ReadableStream, {
    headers: { 'content-type': 'application/zip', 'content-disposition': `attachment; filename="${fileName}"` },
  })
})
