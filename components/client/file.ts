import { acceptDrops, checkFiles } from './many/check-files'
import { forgetLeftFiles } from './offline/forget-files'
import { keepSentFiles } from './offline/keep-file'

/** What the pages that take a file do in the browser. They are complete without any of it. */
checkFiles()
keepSentFiles()
acceptDrops()
void forgetLeftFiles()
