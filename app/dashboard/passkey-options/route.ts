import { ServiceError } from '@/lib/errors'
import { countChallenge } from '@/lib/http/desk/desk-attempts'
import type { DeskVisit } from '@/lib/http/desk/desk-endpoint'
import type { DeskPerson } from '@/lib/service/desk/desk-person'
import {
  addOptions,
  confirmOptions,
  invitationOptions,
  signInOptions,
} from '@/lib/service/desk/sign-in/passkey-options'
import { resetOptions } from '@/lib/service/desk/sign-in/use-reset-link'
import { openDeskPage } from '../desk'

/** What the script of a page asks the browser for, with a challenge that is good once. */
export const POST = openDeskPage(async (visit, person) => Response.json(await optionsFor(visit, person)))

async function optionsFor({ form, address }: DeskVisit, person: DeskPerson | null): Promise<object> {
  const token = form.get('token') ?? ''
  await countChallenge(address)
  switch (form.get('purpose')) {
    case 'sign_in':
      return signInOptions()
    case 'invitation':
      return invitationOptions(token, form.get('name') ?? '')
    case 'reset':
      return resetOptions(token)
    case 'confirm':
      return confirmOptions(known(person))
    case 'add':
      return addOptions(known(person))
    default:
      throw new ServiceError('malformed', 'There is no such use of a passkey.')
  }
}

function known(person: DeskPerson | null): DeskPerson {
  if (person) return person
  throw new ServiceError('forbidden', 'Sign in first.')
}
