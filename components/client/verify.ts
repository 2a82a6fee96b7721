import { ageVerdict } from './age-verdict'
import { offerComparison } from './compare'
import { countDown } from './count-down'
import { compareKeptFile } from './keep-file'
import { showLocalTime } from './local-time'
import { offerPrinting, unfoldForPrint } from './printing'
import { offerSharing } from './sharing'
import { takeSerials } from './take-serials'

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
