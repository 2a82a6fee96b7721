import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitStatements } from './migrate-statements'

describe('splitStatements', () => {
  it.each([
    ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['SELECT 1;', ['SELECT 1']],
    ['', []],
    ['-- only; words\n/* and; /* nested; */ more; */\n;', []],
    ["SELECT ';', 'it''s;'; SELECT 2", ["SELECT ';', 'it''s;'", 'SELECT 2']],
    ["SELECT E'\\';'; SELECT 2", ["SELECT E'\\';'", 'SELECT 2']],
    ["SELECT '\\'; SELECT 2", ["SELECT '\\'", 'SELECT 2']],
    ['SELECT ";""" ; SELECT 2', ['SELECT ";"""', 'SELECT 2']],
    ['DO $$ BEGIN; END $$; SELECT 2', ['DO $$ BEGIN; END $$', 'SELECT 2']],
    ['DO $a$ $$;$b$; $a$; SELECT 2', ['DO $a$ $$;$b$; $a$', 'SELECT 2']],
    ['SELECT a$1;SELECT b$1', ['SELECT a$1', 'SELECT b$1']],
    ['-- why;\nSELECT 1 -- here;\n; SELECT 2', ['-- why;\nSELECT 1 -- here;', 'SELECT 2']],
  ])('cuts %j', (sql, expected) => {
    expect(splitStatements(sql)).toEqual(expected)
  })

  it('finds the statements that were joined, whatever stands in their strings', () => {
    const literal = fc.string().map((text) => `'${text.replaceAll("'", "''")}'`)
    const name = fc.string().map((text) => `"${text.replaceAll('"', '""')}"`)
    const body = fc.string().map((text) => `$q$${text.replaceAll('$', '')}$q$`)
    const statement = fc
      .array(fc.oneof(literal, name, body), { minLength: 1 })
      .map((parts) => `SELECT ${parts.join(' , ')}`)
    fc.assert(
      fc.property(fc.array(statement), (statements) => {
        expect(splitStatements(statements.join(' ;\n'))).toEqual(statements)
      }),
    )
  })

  it('never hangs and never throws', () => {
    const noise = fc.string({ unit: fc.constantFrom("'", '"', '$', 'a', ';', '-', '/', '*', '\\', 'E', ' ', '\n') })
    fc.assert(fc.property(noise, (text) => Array.isArray(splitStatements(text))))
  })
})
