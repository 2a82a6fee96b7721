/** A running number, or a year: digits alone, or behind letters. */
const RUNNING = /^[A-Z]*[0-9]+$/

/**
 * Whether four groups rather are a list of somebody's own numbers: of one pattern, most of them running numbers, or two of them such as follow
 * one another. One list in 32 passes the check character: its numbers would go unchecked, and one that nobody wrote would be called false.
 * One serial in 34 looks like such a list, and is found once it is written with dashes.
 * @param groups in capitals
 */
export function isNumberList(groups: readonly string[]): boolean {
  const distinct = (read: (group: string) => string) => new Set(groups.map(read)).size
  const pattern = (group: string) => group.replace(/[0-9]/g, '9').replace(/[A-Z]/g, 'A')
  return (
    distinct(pattern) === 1 ||
    groups.filter((group) => RUNNING.test(group)).length > 2 ||
    distinct((group) => group.slice(0, 2)) < groups.length ||
    // Letters alone say nothing by being the same but for their digits: they would have to be the same word.
    distinct((group) => group.replace(/[0-9]/g, '9')) < groups.length
  )
}
