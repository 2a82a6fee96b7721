import S3rver from '@20minutes/s3rver'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { filePath } from '@/lib/store/files/file-path'

const BUCKET = 'certificates'

/** An S3-compatible server on loopback, with files of its own: real requests, real signatures. */
export class S3Server {
  readonly #folder: string
  readonly #port: number
  readonly #server: { close(): Promise<void>; httpServer?: Server }

  private constructor(folder: string, port: number, server: { close(): Promise<void>; httpServer?: Server }) {
    this.#folder = folder
    this.#port = port
    this.#server = server
  }

  static async start(): Promise<S3Server> {
    const folder = await mkdtemp(join(tmpdir(), 's3-test-'))
    const configureBuckets = [{ name: BUCKET, configs: [] }]
    const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets })
    const { port } = await server.run()
    return new S3Server(folder, port, server)
  }

  get options() {
    return {
      endpoint: `http://127.0.0.1:${this.#port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      pathStyle: true,
    }
  }

  /** The configuration that leads here. */
  get variables(): Record<string, string> {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = this.options
    return {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    }
  }

  /** Puts other bytes in a file's place, behind the service's back. */
  async damage(sha256: string, bytes: string): Promise<void> {
    await writeFile(this.#objectPath(sha256), bytes)
  }

  async lose(sha256: string): Promise<void> {
    await rm(this.#objectPath(sha256))
  }

  /** Cuts every connection, and takes no more. */
  async stop(): Promise<void> {
    const stopped = this.#server.close()
    this.#server.httpServer?.closeAllConnections()
    await stopped
    await rm(this.#folder, { recursive: true, force: true })
  }

  #objectPath(sha256: string): string {
    return join(this.#folder, BUCKET, `${filePath(sha256)}._S3rver_object`)
  }
}
