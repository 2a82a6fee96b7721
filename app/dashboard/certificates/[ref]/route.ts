import { CertificatePage } from '@/components/desk/certificate-page'
import { readOwnCertificate } from '@/lib/service/desk/read-own-certificate'
import { deskHtml, deskPage, viewerOf } from '../../desk'

/** One certificate with its history, files and checks. */
export const GET = deskPage(async ({ person, member, params }) =>
  deskHtml(CertificatePage, { viewer: viewerOf(person), own: await readOwnCertificate(member, params.ref ?? '') }),
)
