import { takeBadges } from './many/take-badges'
import { forgetLeftFiles } from './offline/forget-files'
import { registerWorker } from './offline/register-worker'
import { checkReceiptsHere } from './receipts/check-receipts-here'

/** What the page for receipts does in the browser. It is complete without any of it. */
takeBadges()
checkReceiptsHere()
registerWorker()
void forgetLeftFiles()
