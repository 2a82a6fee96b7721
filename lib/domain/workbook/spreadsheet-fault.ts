/** Errors as they are called in the languages of the desk (#N/A, #REF!, #¿NOMBRE?, #NV), and what does not fit its column (####). */
const ERROR = /^#(?:#+|[¡¿]?\p{Lu}[\p{Lu}_/\d]*[!?]|N\/[AD]|NV)$/u
/** A long number in the short form of a text file, in which most of its digits are gone: 1.23457E+15, 1,2E+09. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{2,3}$/

/** Whether a text is what a spreadsheet shows, and saves, in the place of a value that it has lost or could not work out. */
export function isSpreadsheetFault(text: string): boolean {
  return ERROR.test(text) || SHORTENED.test(text)
}
