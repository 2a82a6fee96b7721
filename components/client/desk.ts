/** The script of the desk's pages: what works only in the browser. Everything else is plain forms. */
import { followProgress } from './follow-progress'
import { lookUpByHundreds } from './look-up'
import { offerCopy } from './copy-text'
import { submitInvitationSecret } from './submit-invitation-secret'
import { offerPasskeys } from './passkeys'
import { sendOnce } from './send-once'

offerPasskeys()
submitInvitationSecret()
offerCopy()
followProgress()
lookUpByHundreds()
sendOnce()
