/** The most bytes of changed cells: fifty rows of long ones in any script. */
export const CELLS_BYTES = 2 * 1024 * 1024

/** The cells of the rows that a page showed to be changed, and the lines of which somebody said that their cells fit. */
export function sentCells(form: URLSearchParams): { cells: Map<string, string>; fitting: Set<number> } {
  const cells = [...form].flatMap(([name, value]): [string, string][] =>
    /^cell\.\d{1,6}\.\d{1,3}$/.test(name) ? [[name.slice(5), value]] : [],
  )
  const lines = [...form.keys()].flatMap((name) => (/^fits\.\d{1,6}$/.test(name) ? [Number(name.slice(5))] : []))
  return { cells: new Map(cells), fitting: new Set(lines) }
}
