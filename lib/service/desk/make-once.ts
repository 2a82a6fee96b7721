import { ServiceError } from '@/lib/errors'
import { deskText } from '@/lib/i18n/desk/text'
import { isSecondRow } from '@/lib/store/database/is-second-row'

/** Thrown if a form was sent before, and its thing was made then. */
export class SentTwice extends ServiceError {
  constructor() {
    super('malformed', deskText('shownOnce.twice'))
  }
}

/**
 * Makes what a form asks for. The row that is made carries the form's own id, so that a form that is sent twice, by a
 * reload, a double click or a repeated request, makes one thing.
 * @throws SentTwice; what `make` throws
 */
export async function makeOnce<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    throw isSecondRow(error) ? new SentTwice() : error
  }
}
