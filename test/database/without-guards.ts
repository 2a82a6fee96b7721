import pg from 'pg'

/**
 * Runs a statement as the superuser with the artifacts' guards taken off, as a restored or edited database would be.
 * @param adminUrl connects as the superuser
 */
export async function editArtifacts(adminUrl: string, sql: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  try {
    await client.query('ALTER TABLE artifacts DISABLE TRIGGER USER')
    await client.query(sql, values)
    await client.query('ALTER TABLE artifacts ENABLE ALWAYS TRIGGER artifacts_append_only')
    await client.query('ALTER TABLE artifacts ENABLE ALWAYS TRIGGER artifacts_no_truncate')
  } finally {
    await client.end()
  }
}
