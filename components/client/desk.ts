/** The script of the desk's pages: what works only in the browser. Everything else is plain forms. */
import { offerCopy } from './copy-text'
import { followProgress } from './follow-progress'
import { openInvitation } from './open-invitation'

openInvitation()
offerCopy()
followProgress()
