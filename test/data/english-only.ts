/** Whether a message stands in English alone: the documentation of the interface, as the names that it explains. */
export const isEnglishOnly = (key: string): boolean => key.startsWith('docs.')
