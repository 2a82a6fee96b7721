import { checkFiles } from '@/components/client/many/check-files'
import { offerScanning } from './offer-scanning'
import { registerWorker } from '@/components/client/offline/register-worker'
import { takeSerials } from '@/components/client/many/take-serials'

/** What the page that reads QR codes does in the browser. */
offerScanning()
checkFiles()
takeSerials()
registerWorker()
