import { expect, it } from 'vitest'
import { foundOperations, type TaggedOperations } from './found-operations'

/** As much of Immutable.js as Swagger UI hands over. */
class Held {
  constructor(private readonly entries: Record<string, unknown>) {}
  get = (name: string) => this.entries[name]
  getIn = ([first = '', ...rest]: string[]): unknown => {
    const value = this.entries[first]
    return rest.length > 0 && value instanceof Held ? value.getIn(rest) : value
  }
  set = (name: string, value: unknown) => new Held({ ...this.entries, [name]: value })
}
class List extends Array<Held> {
  get size() {
    return this.length
  }
}
const operation = (method: string, path: string, summary: string) =>
  new Held({
    method,
    path,
    operation: new Held({ summary, operationId: summary.replaceAll(' ', ''), description: null }),
  })
const groups = List.from([
  new Held({
    operations: List.from([
      operation('get', '/verify/{serial}', 'Verify one'),
      operation('post', '/verify/batch', 'Verify several'),
    ]),
  }),
  new Held({ operations: List.from([operation('get', '/keys', 'Keys of the service')]) }),
])

const pathsFor = (words: string) =>
  [...(foundOperations(groups as unknown as TaggedOperations, words) as unknown as List)].map((group) =>
    [...(group.get('operations') as List)].map((one) => one.get('path')),
  )

it.each([
  ['', [['/verify/{serial}', '/verify/batch'], ['/keys']]],
  ['several', [['/verify/batch']]],
  ['VERIFY post', [['/verify/batch']]],
  ['service', [['/keys']]],
  ['null', []],
  ['nothing', []],
])('%j keeps %j', (words, paths) => expect(pathsFor(words)).toEqual(paths))
