import { offerComparison } from './compare'
import { offerKeeping } from './history/offer-keeping'
import { showLocalTime } from './local-time'
import { countDown } from './many/count-down'
import { takeSerials } from './many/take-serials'
import { ageVerdict } from './offline/age-verdict'
import { forgetLeftFiles } from './offline/forget-files'
import { compareKeptFile } from './offline/keep-file'
import { offerSharing } from './offline/sharing'
import { offerPrinting, unfoldForPrint } from './printing'

/** What the verification page does in the browser. The page is complete without any of it. */
ageVerdict()
countDown()
offerComparison()
showLocalTime()
offerPrinting()
offerSharing()
offerKeeping()
takeSerials()
unfoldForPrint()
void compareKeptFile().then(forgetLeftFiles)

// A page that was fetched ahead of time holds no verdict: the check runs once a person really opens it.
document.addEventListener('prerenderingchange', () => location.reload())
