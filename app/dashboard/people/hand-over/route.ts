import { z } from 'zod'
import { HandOverPage } from '@/components/desk/certificates/hand-over-page'
import { DESK_ROLES } from '@/lib/domain/desk/role'
import { showingOnce } from '@/lib/http/desk/shown-once'
import { authorize } from '@/lib/service/desk/authorize'
import { deskHtml, deskPage, viewerOf } from '../../desk'

const LINK = z.object({
  kind: z.enum(['invitation', 'reset']),
  link: z.string(),
  email: z.string(),
  role: z.enum(DESK_ROLES),
  expiresAt: z.coerce.date(),
})

/** The link of an invitation or a reset, shown this once. */
export const GET = deskPage((input) => {
  authorize(input.member, 'read_people')
  const viewer = viewerOf(input.person)
  const gone = { sentence: 'shownOnce.goneLink', place: '/dashboard/people' } as const
  return showingOnce(input, LINK, (link) => deskHtml(HandOverPage, { viewer, ...link }), gone)
})
