/**
 * Headers of the directory and the profiles, pages and API alike. They forbid a search engine to keep a copy, which
 * would go on saying “Domain verified” after that lapsed, or know nothing of a suspension.
 */
export const ISSUER_HEADERS = { 'x-robots-tag': 'noindex, nofollow, noarchive' }
