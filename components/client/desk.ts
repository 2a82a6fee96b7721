/** The script of the desk's pages: what works only in the browser. Everything else is plain forms. */
import { offerCopy } from './copy-text'
import { closeByEscape, keepPastedSerials, offerOwnZone, searchBySlash } from './desk-keys'
import { drawDesign } from './draw-design'
import { followProgress } from './follow-progress'
import { keepKeysHere } from './keep-keys-here'
import { leaveWithSession } from './leave-with-session'
import { lookUpByHundreds } from './look-up'
import { offerPasskeys } from './passkeys'
import { sendOnce } from './send-once'
import { showChanged } from './show-changed'
import { submitInvitationSecret } from './submit-invitation-secret'

offerPasskeys()
submitInvitationSecret()
offerCopy()
followProgress()
drawDesign()
lookUpByHundreds()
sendOnce()
showChanged()
searchBySlash()
closeByEscape()
keepPastedSerials()
keepKeysHere()
offerOwnZone()
leaveWithSession()
