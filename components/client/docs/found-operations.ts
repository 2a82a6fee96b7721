/** An operation as Swagger UI holds it (of Immutable.js). */
interface HeldOperation {
  getIn(path: string[]): unknown
  get(name: string): unknown
}

/** Operations of a group. */
interface HeldGroup {
  get(name: 'operations'): HeldList
  set(name: 'operations', operations: HeldList): HeldGroup
}

interface HeldList {
  filter(keep: (operation: HeldOperation) => boolean): HeldList
  size: number
}

/** All groups of operations, as Swagger UI holds them. */
export interface TaggedOperations {
  map(change: (group: HeldGroup) => HeldGroup): TaggedOperations
  filter(keep: (group: HeldGroup) => boolean): TaggedOperations
}

/** What an operation is found by. */
const SEARCHED = ['summary', 'operationId', 'description']

/**
 * The operations that hold every word of a search, in place of Swagger UI's own filter, which looks at the names of groups
 * alone.
 */
export function foundOperations(groups: TaggedOperations, typed: string): TaggedOperations {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const holds = (operation: HeldOperation) => {
    const told = SEARCHED.map((name) => operation.getIn(['operation', name]))
    const text = [operation.get('path'), operation.get('method'), ...told].filter(isText).join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return groups
    .map((group) => group.set('operations', group.get('operations').filter(holds)))
    .filter((group) => group.get('operations').size > 0)
}

const isText = (value: unknown): value is string => typeof value === 'string'
