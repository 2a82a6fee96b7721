import { showHistory } from './history/show-history'
import { registerWorker } from './offline/register-worker'

/** What the page of this device's history does in the browser, which alone has the history. */
showHistory()
registerWorker()
