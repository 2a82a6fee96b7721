import { takeBadges } from './many/take-badges'
import { forgetLeftFiles } from './offline/forget-files'

/** What the page that takes a badge does in the browser. It is complete without any of it. */
takeBadges()
void forgetLeftFiles()
