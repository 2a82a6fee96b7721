import { checkFiles } from './check-files'
import { offerScanning } from './offer-scanning'
import { registerWorker } from './register-worker'
import { takeSerials } from './take-serials'

/** What the page that reads QR codes does in the browser. */
offerScanning()
checkFiles()
takeSerials()
registerWorker()
