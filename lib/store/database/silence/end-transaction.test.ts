import { afterEach, describe, expect, it } from 'vitest'
import { closeDatabase, type Transaction, transaction, workingPool } from '@/lib/store/database/database'
import { useServiceDatabase } from '@/test/database/service-database'
import { isDatabaseAway } from './is-database-away'

/** Has the next COMMIT run a statement at its end, after everything that the transaction did. */
async function atCommit(tx: Transaction, statement: string): Promise<void> {
  await tx.query(`CREATE TEMP TABLE ending (n int) ON COMMIT DROP;
    CREATE FUNCTION pg_temp.at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${statement}; RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER last AFTER INSERT ON ending DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION pg_temp.at_commit();
    INSERT INTO ending VALUES (1)`)
}

describe('the end of a transaction', () => {
  useServiceDatabase()
  afterEach(closeDatabase)

  it('is not known where the connection ends before PostgreSQL has answered', async () => {
    const lost = await transaction((tx) => atCommit(tx, 'PERFORM pg_terminate_backend(pg_backend_pid())')).catch(
      (error: unknown) => error,
    )
    expect(lost).toMatchObject({
      code: 'unavailable',
      message: 'The database did not say whether this was done. Look, and try again if it was not.',
    })
    expect(isDatabaseAway(lost)).toBe(true)
    expect((await workingPool().query('SELECT 7 AS n')).rows).toEqual([{ n: 7 }])
  })

  it('is a refusal where PostgreSQL has refused', async () => {
    const refused = transaction((tx) => atCommit(tx, `RAISE EXCEPTION 'too late' USING ERRCODE = '23514'`))
    await expect(refused).rejects.toMatchObject({ code: '23514', message: 'too late' })
  })

  it('is no success where a query had failed and nobody said so', async () => {
    const undone = transaction((tx) => tx.query('SELECT 1 / 0').catch(() => undefined))
    await expect(undone).rejects.toThrow('PostgreSQL undid the transaction')
  })
})
