// Where a thread begins: Node reads TypeScript there only once it is told how (`--import` does not reach threads).
import { register } from 'tsx/esm/api'
import { workerData } from 'node:worker_threads'

register({ tsconfig: workerData.tsconfig })
await import('./untrusted-worker.ts')
