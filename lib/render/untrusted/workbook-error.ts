/** A workbook that is not read, with the reason for who sent it: “The workbook cannot be read: …”. */
export class WorkbookError extends Error {}
