import { expect, test } from 'vitest'
import { PRODUCTION, textOf } from './sources'

/** The folders whose code names files that exist only where the service runs. */
const FOLDERS = /^lib\/(store|render)\//
const JOINED = /import \{[^}]*\bjoin\b[^}]*\} from 'node:path'/

test('paths of the machine are made by localPath, which no bundler follows', () => {
  expect(PRODUCTION.filter((name) => FOLDERS.test(name) && JOINED.test(textOf(name)))).toEqual([])
})
