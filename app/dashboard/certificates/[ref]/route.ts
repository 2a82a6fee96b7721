import { CertificatePage } from '@/components/desk/certificates/certificate-page'
import { readOwnCertificate } from '@/lib/service/desk/certificates/read-own-certificate'
import { mailIsOn } from '@/lib/service/mail/enqueue-mail'
import { deskHtml, deskPage, viewerOf } from '../../desk'

/** One certificate with its history, files and checks. */
export const GET = deskPage(async ({ person, member, params }) =>
  deskHtml(CertificatePage, {
    viewer: viewerOf(person),
    own: await readOwnCertificate(member, params.ref ?? ''),
    mail: mailIsOn(),
  }),
)
