import { takeBadges } from './many/take-badges'

/** What the page that takes a badge does in the browser. It is complete without any of it. */
takeBadges()
