/** Confirming messages to one address within a day, whoever asks for them. */
export const REQUESTS_OF_ADDRESS = 3

/** Confirming messages that one network may ask for within a day. */
export const REQUESTS_OF_SENDER = 100

/** Certificates that one address may watch. */
export const WATCHES_OF_ADDRESS = 1000

const DAY_MS = 86_400_000

/** How long a link that confirms works, in milliseconds. */
export const CONFIRM_MS = 2 * DAY_MS

/** How long after its first press the button of such a link shows the private link to whoever presses it again, in milliseconds. */
export const CONFIRMED_AGAIN_MS = 10 * 60_000

/** How long a watch lasts unless it is renewed, in milliseconds. */
export const WATCH_MS = 730 * DAY_MS

/** How long before its end a watcher is told, of a certificate and of the watch itself, in milliseconds. */
export const TOLD_BEFORE_MS = 30 * DAY_MS

/** How long an address that refuses gets no confirming message, in days. */
export const REFUSED_DAYS = 90
