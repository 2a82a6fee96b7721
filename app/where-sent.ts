import { fileKind, TELLING_BYTES } from '@/lib/domain/certificate/file-kind'
import type { PageInput } from '@/lib/http/page-endpoint'
import { type Belonging, whereItBelongs } from '@/lib/scan/typed/where-it-belongs'
import { ownOrigins } from '@/lib/service/operation/own-origins'

/**
 * Where that belongs which was sent to a page for something else. A text takes a place of the lists that are sent to be searched, which
 * takes as long.
 * @throws ServiceError `rate_limited`
 */
export async function whereSentBelongs(sent: Uint8Array, draw: PageInput['draw']): Promise<Belonging | null> {
  if (fileKind(sent.subarray(0, TELLING_BYTES)) === 'serials') await draw('sent_list', 1)
  return whereItBelongs(sent, ownOrigins())
}
