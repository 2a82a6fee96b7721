import { isSealed, sealOf } from '@/lib/store/keys/sealed-rows'
import { SEALED_TABLES, type SealedTable } from '@/lib/store/keys/sealed-tables'
import type { PrismaClient } from '../generated/client'

/** A row, by the fields of the Prisma client. */
type Row = Record<string, unknown> & { id: string; mac: string | null }
type Where = Record<string, unknown>

/** What the sign-in library's adapter calls of a table. */
interface Model {
  create(call: { data: Where }): Promise<Row>
  findFirst(call: { where: Where }): Promise<Row | null>
  findMany(call: { where: Where }): Promise<Row[]>
  update(call: { where: Where; data: Where }): Promise<Row>
  updateMany(call: { where: Where; data: Where }): Promise<{ count: number }>
  delete(call: { where: Where }): Promise<Row>
  deleteMany(call: { where: Where }): Promise<{ count: number }>
}

/** The sign-in library's tables, by their names in the Prisma client. */
const TABLES = {
  deskUser: 'desk_users',
  deskSession: 'desk_sessions',
  deskAccount: 'desk_accounts',
  deskVerification: 'desk_verifications',
  deskTwoFactor: 'desk_two_factors',
} as const satisfies Record<string, SealedTable>

type ModelName = keyof typeof TABLES

/** What the library leaves to the database, and is under a seal. */
const DEFAULTS: Partial<Record<ModelName, Where>> = {
  deskUser: { emailVerified: false, twoFactorEnabled: false },
  deskTwoFactor: { verified: true },
}

/** A change to a row that somebody else changed in between. */
class ChangedMeanwhile extends Error {}

/**
 * The Prisma client as the sign-in library may use it: rows that do not count are not there, and whatever it writes is
 * sealed (docs/decisions/0039). It has nothing but what the library's adapter calls.
 */
export function sealedClient(client: PrismaClient): Record<string, unknown> {
  return {
    ...modelsOf(client),
    $transaction: (work: (tx: Record<ModelName, Model>) => Promise<unknown>) =>
      client.$transaction((tx) => work(modelsOf(tx))),
  }
}

function modelsOf(client: Pick<PrismaClient, ModelName>): Record<ModelName, Model> {
  const names = Object.keys(TABLES) as ModelName[]
  return Object.fromEntries(names.map((name) => [name, sealedModel(name, client[name] as unknown as Model)])) as Record<
    ModelName,
    Model
  >
}

/** What is undefined is not written. */
function defined(data: Where): Where {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}

function sealedModel(name: ModelName, model: Model): Model {
  const table = TABLES[name]
  const counts = (row: Row) => isSealed(table, row)
  const sealed = SEALED_TABLES[table]
  const isUnderSeal = (field: string) => ([...sealed.key, ...sealed.rest] as string[]).includes(field)

  /** Writes a row that is known, unless somebody else wrote it in between. */
  async function write(row: Row, given: Where): Promise<void> {
    const data = defined(given)
    const changesSealed = Object.keys(data).some(isUnderSeal)
    const mac = changesSealed ? sealOf(table, { ...row, ...data }) : row.mac
    const { count } = await model.updateMany({ where: { id: row.id, mac: row.mac }, data: { ...data, mac } })
    if (count !== 1) throw new ChangedMeanwhile('a row of the desk was changed meanwhile')
  }

  return {
    create({ data }) {
      const row = { ...DEFAULTS[name], ...defined(data) }
      return model.create({ data: { ...row, mac: sealOf(table, row) } })
    },
    async findFirst({ where }) {
      return (await model.findMany({ where })).find(counts) ?? null
    },
    async findMany({ select: _select, ...call }: { where: Where; select?: unknown }) {
      return (await model.findMany(call)).filter(counts)
    },
    async update({ where, data }) {
      const row = (await model.findMany({ where })).find(counts)
      if (!row) throw Object.assign(new Error('there is no such row'), { code: 'P2025' })
      await write(row, data)
      return (await model.findFirst({ where: { id: row.id } })) ?? row
    },
    async updateMany({ where, data }) {
      const rows = (await model.findMany({ where })).filter(counts)
      for (const row of rows) await write(row, data)
      return { count: rows.length }
    },
    delete: ({ where }) => model.delete({ where }),
    deleteMany: ({ where }) => model.deleteMany({ where }),
  }
}
