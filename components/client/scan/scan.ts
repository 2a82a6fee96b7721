import { checkFiles } from '@/components/client/many/check-files'
import { takeSerials } from '@/components/client/many/take-serials'
import { forgetLeftFiles } from '@/components/client/offline/forget-files'
import { registerWorker } from '@/components/client/offline/register-worker'
import { offerScanning } from './offer-scanning'

/** What the page that reads QR codes does in the browser. */
offerScanning()
checkFiles()
takeSerials()
registerWorker()
void forgetLeftFiles()
