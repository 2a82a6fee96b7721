/** The languages that a message may be asked for in: the offered ones of lib/i18n, which is not imported from here; a test compares them. */
export const MESSAGE_LANGUAGES = ['en', 'es', 'fr', 'ar', 'zh', 'hi', 'pt', 'de'] as const
