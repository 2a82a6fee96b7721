import { expect, it } from 'vitest'
import { PRODUCTION, textOf } from './sources'

/** What they compare is one row, found by its key. */
const ONE_ROW = [
  ...['lib/store/desk/invitations.ts', 'lib/store/desk/issue-runs.ts', 'lib/store/desk/one-time-values.ts'],
  ...[
    'lib/store/desk/sessions.ts',
    'lib/store/log/require-moving-log.ts',
    'lib/store/log/sequence/silent-sequencer.ts',
  ],
]

it('no search compares with the clock while it runs, which no index serves', () => {
  const found = PRODUCTION.filter((file) => /[<>]=? *(pg_catalog\.)?clock_timestamp\(\)/.test(textOf(file)))
  expect(found.sort()).toEqual(ONE_ROW)
})
