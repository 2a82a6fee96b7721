/** The page that takes an address and serials. */
export const WATCH = '/watch'
/** Where it leads. */
export const WATCH_SENT = '/watch/sent'
/** What somebody watches, by their private link. */
export const WATCH_LIST = '/watch/list'
/** The page of a link that confirms; it does nothing by being opened. */
export const watchConfirmPath = (secret: string) => `/watch/confirm/${encodeURIComponent(secret)}`
/** The page of a link that stops all messages, and the address that programs post to (RFC 8058). */
export const watchStopPath = (secret: string) => `/watch/unsubscribe/${encodeURIComponent(secret)}`
