declare module '@20minutes/s3rver' {
  /** An S3-compatible server with signatures, of one user: `S3RVER` with the secret `S3RVER`. */
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      vhostBuckets?: boolean
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
    httpServer?: import('node:http').Server
  }
}
