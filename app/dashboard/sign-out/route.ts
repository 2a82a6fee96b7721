import { seeOther } from '@/lib/http/desk/see-other'
import { signOut } from '@/lib/service/desk/sign-in/sign-in'
import { openDeskPage } from '../desk'

/** Ends the session of this browser. */
export const POST = openDeskPage(async ({ from }, person) =>
  seeOther('/dashboard/sign-in', await signOut(from, person)),
)
