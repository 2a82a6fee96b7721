import { readerError } from '@/lib/i18n/desk/reader-error'
import { deskPage, openDeskPage } from '../desk'

/** Answers every address of the desk that holds nothing: strangers are asked to sign in, as everywhere at the desk. */
export const GET = deskPage(nothing)

export const POST = openDeskPage(nothing)

function nothing(): never {
  throw readerError('not_found', 'refusal.notHere')
}
