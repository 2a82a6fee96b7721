import { countDown } from './many/count-down'
import { ageVerdict } from './offline/age-verdict'
import { forgetLeftFiles } from './offline/forget-files'
import { registerWorker } from './offline/register-worker'
import { checkListHere } from './rows/check-list-here'

/** What the page for several certificates does in the browser. It is complete without any of it, for fewer at a time. */
ageVerdict()
countDown()
checkListHere()
registerWorker()
void forgetLeftFiles()
