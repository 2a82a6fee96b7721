import type { ReactElement } from 'react'
import { PassportLinkReplacedPage } from '@/components/passport/passport-link-replaced-page'
import { PassportManagePage } from '@/components/passport/passport-manage-page'
import type { ManagedCertificate, ManagedPassport } from '@/lib/domain/passport/managed-passport'
import type { Translator } from '@/lib/i18n/translate'

const TOKEN = 'c2FtcGxlLWxpbmstMDAwMQ'

const KNOTS: ManagedCertificate = {
  lineageId: '5f0c1c0e-31ab-4dc5-9d58-5a4d1f8f2a77',
  chosen: true,
  overallStatus: 'verified',
  serial: '7K3M-9QXT-2VBD-8RWN',
  fullName: 'Chloé Dubois-Lefèvre',
  eventTitle: 'Knots and Splices',
  issuerName: 'Northshore Maritime College',
}

const PASSPORT: ManagedPassport = {
  handle: 'k5d2xq7mfa3rjz6tbw4yhn2uci',
  url: 'https://verify.example.org/passport/k5d2xq7mfa3rjz6tbw4yhn2uci',
  showName: true,
  published: true,
  checkedAt: new Date('2026-11-20T14:07:32Z'),
  refused: 1,
  certificates: [
    KNOTS,
    {
      ...KNOTS,
      lineageId: '0d3c6cf0-6b7c-4a0e-9f43-1f0a8a1f2b11',
      overallStatus: 'undetermined',
      serial: '4QZP-1MHT-7VXD-3KWR',
      ...{ fullName: '', eventTitle: '', issuerName: '' },
    },
    {
      ...KNOTS,
      lineageId: 'b7a1f9a2-52c8-4c0b-8a57-9f3d5c0e6a22',
      chosen: false,
      overallStatus: 'withdrawn',
      serial: '9TRX-6BDK-4NHP-2MVC',
      eventTitle: 'Night Sailing',
    },
  ],
}

/** Made-up pages of a holder, for the pictures and the accessibility check. */
export function passportPages(translator: Translator, host: string): Record<string, ReactElement> {
  const page = { translator, host }
  const link = `https://${host}/passport/manage#${TOKEN}`
  return {
    'passport-managed': <PassportManagePage {...page} token={TOKEN} passport={PASSPORT} notice={{ kind: 'none' }} />,
    'passport-link-replaced': <PassportLinkReplacedPage {...page} link={link} />,
  }
}
