import { z } from 'zod'
import { KeySecretPage } from '@/components/desk/organization/key-secret-page'
import { showingOnce } from '@/lib/http/desk/shown-once'
import { authorize } from '@/lib/service/desk/authorize'
import { deskHtml, deskPage, viewerOf } from '../../desk'

/** A new key, shown this once. */
export const GET = deskPage((input) => {
  authorize(input.member, 'read_keys')
  const viewer = viewerOf(input.person)
  const gone = { sentence: 'shownOnce.goneKey', place: '/dashboard/keys' } as const
  return showingOnce(input, z.string(), (secret) => deskHtml(KeySecretPage, { viewer, secret }), gone)
})
