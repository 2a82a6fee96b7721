/** What the holder's page does in the browser. It is complete without any of it: the private link can be pasted. */
import { offerCopy } from './copy-text'
import { showLocalTime } from './local-time'
import { forgetLeftFiles } from './offline/forget-files'
import { keepOpenInLanguage } from './offline/keep-open-in-language'
import { openPrivateLink } from './open-private-link'

openPrivateLink()
keepOpenInLanguage()
offerCopy()
showLocalTime()
void forgetLeftFiles()
