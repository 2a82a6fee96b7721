import { randomBytes } from 'node:crypto'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv, setEnv } from '@/lib/env'
import { closeRenderPool } from '@/lib/render/certificate/render-certificate'
import { fillLog } from '@/lib/service/log/fill-log'
import { closeDatabase } from '@/lib/store/database/database'
import { PROGRAM_ENV } from '@/lib/store/embedded/embedded-cluster'
import { forgetLog } from '@/lib/store/log/complete-log'
import { migrate } from '@/lib/store/migrations/migrate'
import { DatabaseProxy } from '@/test/database/database-proxy'
import { OwnPostgres } from '@/test/database/own-postgres'
import { RedisTestServer } from '@/test/database/redis-test-server'
import { ConditionalS3 } from '@/test/network/conditional-s3'
import { S3Server } from '@/test/network/s3-server'
import { Clock } from './clock'
import { DebianPostgres } from './debian-postgres'
import { Ledger } from './ledger'
import { Load } from './load'
import { type Seeded, seedWorld } from './seed-world'
import { ServiceProcess } from './service-process'
import { SmallDisk } from './small-disk'
import type { WorldOptions } from './world-options'

/** Everything that one fault has to itself: a database with certificates, the service, and those who ask it. */
export class World {
  readonly ledger = new Ledger()
  readonly services: ServiceProcess[] = []
  /** Run when the world ends, the last first. */
  readonly #undo: (() => Promise<unknown> | unknown)[] = []
  /** What the load asks; every process of the service unless a fault puts a balancer before them. */
  origins: () => readonly string[] = () => this.services.map(({ origin }) => origin)
  load!: Load
  /** The database, whichever it is. */
  database!: { url: string; adminUrl: string }
  /** The embedded one, unless the distribution's was asked for and is there. */
  postgres!: OwnPostgres
  proxy!: DatabaseProxy
  distribution: DebianPostgres | undefined
  redis: RedisTestServer | undefined
  /** What stands before the bucket, if one was asked for. */
  bucket: ConditionalS3 | undefined
  /** What the database goes by, if one was asked for and can be made. */
  clock: Clock | undefined
  /** Where the database stands, if a size was asked for and this user may mount. */
  disk: SmallDisk | undefined
  seeded!: Seeded
  /** DATA_DIR of the service. */
  folder = ''
  variables: Record<string, string> = {}

  static async make(options: WorldOptions): Promise<World> {
    const world = new World()
    try {
      await world.#make(options)
      return world
    } catch (error) {
      await world.end()
      throw error
    }
  }

  async #make(options: WorldOptions): Promise<void> {
    const { processes = 1, proxied, redis, certificates = 24, variables = {}, diskSize } = options
    this.folder = await realpath(await mkdtemp(join(tmpdir(), 'faults-')))
    this.undo(() => rm(this.folder, { recursive: true, force: true }))
    if (diskSize !== undefined) await this.#mountDisk(diskSize)
    if (options.clock) await this.#makeClock()
    if (options.distribution) await this.#startDistribution()
    if (!this.distribution) await this.#startPostgres()
    if (redis) {
      const server = (this.redis = await RedisTestServer.start())
      this.undo(() => server.kill())
    }
    const bucket = options.bucket ? await this.#startBucket() : {}
    const { DATABASE_SECONDS } = process.env
    this.variables = {
      DATABASE_URL: proxied ? this.postgres.urlAt(this.proxy.port) : this.database.url,
      KEY_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      DATA_DIR: this.folder,
      BASE_URL: 'http://verify.faults.test',
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      ...(DATABASE_SECONDS !== undefined && { DATABASE_SECONDS }),
      ...(this.redis && { REDIS_URL: this.redis.url }),
      ...bucket,
      ...variables,
    }
    await this.#operate()
    this.seeded = await seedWorld(this.ledger, this.database.adminUrl, certificates)
    // From here on no change counts that is not in the public log.
    await fillLog()
    await this.#serve(processes)
  }

  async #startPostgres(): Promise<void> {
    const postgres = (this.postgres = await OwnPostgres.start(this.disk?.folder))
    this.database = postgres
    this.undo(() => postgres.remove())
    this.proxy = new DatabaseProxy(postgres.socket)
    await this.proxy.open()
    this.undo(() => this.proxy.refuse())
  }

  /** @returns the configuration that leads there */
  async #startBucket(): Promise<Record<string, string>> {
    const server = await S3Server.start()
    this.undo(() => server.stop())
    const bucket = (this.bucket = await ConditionalS3.start(server.options.endpoint))
    this.undo(() => bucket.stop())
    return { ...server.variables, S3_ENDPOINT: bucket.endpoint, S3_PATH_STYLE: 'true' }
  }

  async #startDistribution(): Promise<void> {
    const distribution = (this.distribution = (await DebianPostgres.start()) ?? undefined)
    if (!distribution) return
    this.undo(() => distribution.remove())
    const url = await distribution.createDatabase('certificates')
    await migrate(url)
    this.database = { url, adminUrl: url }
  }

  /** PostgreSQL's programs get an environment of their own, which is where the clock goes. */
  async #makeClock(): Promise<void> {
    const clock = (this.clock = (await Clock.make()) ?? undefined)
    if (!clock) return
    Object.assign(PROGRAM_ENV, clock.variables)
    this.undo(async () => {
      for (const name of Object.keys(clock.variables)) delete PROGRAM_ENV[name]
      await clock.remove()
    })
  }

  async #mountDisk(size: string): Promise<void> {
    const folder = await realpath(await mkdtemp(join(tmpdir(), 'faults-disk-')))
    this.disk = (await SmallDisk.mount(folder, size)) ?? undefined
    this.undo(async () => {
      this.disk?.unmount()
      await rm(folder, { recursive: true, force: true })
    })
  }

  /** Services of this process act as the operator: directly on the database, whatever stands before it for others. */
  async #operate(): Promise<void> {
    const { REDIS_URL: _, ...variables } = this.variables
    setEnv(parseEnv({ NODE_ENV: 'production', ...variables, DATABASE_URL: this.database.url }))
    // The next world has another database, whose log is not there yet.
    this.undo(forgetLog)
    this.undo(closeDatabase)
    this.undo(closeRenderPool)
  }

  async #serve(processes: number): Promise<void> {
    this.load = new Load({ origins: () => this.origins(), ledger: this.ledger, keys: this.seeded.keys })
    this.undo(() => this.load.stop())
    for (let count = 0; count < processes; count++) await this.addService()
  }

  /** Starts one more process of the service. */
  async addService(variables: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ ...this.variables, ...variables })
    this.services.push(service)
    this.undo(() => service.end('SIGKILL'))
    return service
  }

  /** The only or first process of the service. */
  get service(): ServiceProcess {
    const [first] = this.services
    if (!first) throw new Error('no process of the service runs')
    return first
  }

  /** Has something undone when the world ends. */
  undo(step: () => Promise<unknown> | unknown): void {
    this.#undo.push(step)
  }

  /**
   * Waits until checks are answered again.
   * @param since when the fault was over, on the clock of this process
   * @returns the milliseconds that it took
   * @throws Error when they are not within a minute
   */
  async recovered(since: number): Promise<number> {
    let timer: NodeJS.Timeout | undefined
    const never = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('checks are not answered again after a minute')), 60_000)
    })
    return Promise.race([this.load.firstVerdict(since), never])
      .then((at) => at - since)
      .finally(() => clearTimeout(timer))
  }

  /** Ends it all, whatever state it is in. */
  async end(): Promise<void> {
    for (let step = this.#undo.pop(); step; step = this.#undo.pop()) {
      try {
        await step()
      } catch (error) {
        console.error(`A world did not end cleanly: ${(error as Error).message}`)
      }
    }
  }
}
