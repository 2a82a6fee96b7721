import { ageVerdict } from './offline/age-verdict'
import { offerComparison } from './compare'
import { countDown } from './many/count-down'
import { compareKeptFile } from './offline/keep-file'
import { showLocalTime } from './local-time'
import { offerPrinting, unfoldForPrint } from './printing'
import { offerSharing } from './offline/sharing'
import { takeSerials } from './many/take-serials'

/** What the verification page does in the browser. The page is complete without any of it. */
ageVerdict()
countDown()
offerComparison()
showLocalTime()
offerPrinting()
offerSharing()
takeSerials()
unfoldForPrint()
void compareKeptFile()

// A page that was fetched ahead of time holds no verdict: the check runs once a person really opens it.
document.addEventListener('prerenderingchange', () => location.reload())
