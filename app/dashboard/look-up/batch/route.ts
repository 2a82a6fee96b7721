import { LOOKUP_BODY_BYTES, lookupRequestShape } from '@/lib/contract/check/lookup'
import { parseInput } from '@/lib/http/receive/parse-input'
import { readJson } from '@/lib/http/receive/read-body'
import { authorize } from '@/lib/service/desk/authorize'
import { lookUpOwn } from '@/lib/service/desk/certificates/look-up-own'
import { deskPage } from '../../desk'

/** Looks up at most one hundred serials for the script of the page: `{ serials }`, as the issuer's API takes it. */
export const POST = deskPage(
  async ({ request, member, memberNow }) => {
    authorize(member, 'look_up')
    const { serials } = parseInput(lookupRequestShape, await readJson(request, LOOKUP_BODY_BYTES))
    return Response.json({ rows: await lookUpOwn(await memberNow(), serials) })
  },
  { body: 'read' },
)
