import { showHistory } from './history/show-history'
import { forgetLeftFiles } from './offline/forget-files'
import { registerWorker } from './offline/register-worker'

/** What the page of this device's history does in the browser, which alone has the history. */
showHistory()
registerWorker()
void forgetLeftFiles()
