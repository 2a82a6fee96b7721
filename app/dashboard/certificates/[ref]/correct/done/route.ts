import { CorrectedPage } from '@/components/desk/certificates/corrected-page'
import { getCorrection } from '@/lib/service/desk/certificates/correct-own-certificate'
import { deskHtml, deskPage, viewerOf } from '../../../../desk'

/** The outcome of a correction. */
export const GET = deskPage(async ({ person, member, params }) =>
  deskHtml(CorrectedPage, { viewer: viewerOf(person), ...(await getCorrection(member, params.ref ?? '')) }),
)
