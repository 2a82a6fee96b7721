import { CorrectedPage } from '@/components/desk/certificates/corrected-page'
import { getCorrection } from '@/lib/service/desk/certificates/correct-own-certificate'
import { deskHtml, deskPage, viewerOf } from '../../../../desk'

/** What a correction came to. */
export const GET = deskPage(async ({ person, member, params }) =>
  deskHtml(CorrectedPage, { viewer: viewerOf(person), ...(await getCorrection(member, params.ref ?? '')) }),
)
