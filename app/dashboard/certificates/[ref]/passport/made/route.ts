import { z } from 'zod'
import { PassportMadePage } from '@/components/desk/certificates/passport-made-page'
import { showingOnce } from '@/lib/http/desk/shown-once'
import { authorizeLooking } from '@/lib/service/desk/authorize'
import { deskHtml, deskPage, viewerOf } from '../../../../desk'

const MADE = z.object({
  serial: z.string(),
  url: z.string(),
  manageUrl: z.string(),
  published: z.boolean(),
  mailed: z.boolean(),
})

/** The links of a new passport, shown this once. */
export const GET = deskPage((input) => {
  authorizeLooking(input.member, 'manage_passports')
  return showingOnce(input, MADE, ({ serial, ...made }) =>
    deskHtml(PassportMadePage, { viewer: viewerOf(input.person), certificate: { serial }, made }),
  )
})
