// Notes every module that a process loads, a line each, in the file LOADED_MODULES: `node --import` this.
import { appendFileSync } from 'node:fs'
import { register } from 'node:module'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) register(import.meta.url)

export async function load(url, context, next) {
  appendFileSync(process.env.LOADED_MODULES, `${url}\n`)
  return next(url, context)
}
