import { explainFailure } from '@/lib/service/operation/explain-failure'

/** What is said of an error that a process could not start for: sentences, or all of an error that is a fault of ours. */
export function startFailure(error: unknown): unknown {
  const sentence = explainFailure(error)
  if (sentence !== null || !(error instanceof Error)) return sentence ?? error
  return error.constructor === Error && !('code' in error) ? error.message : error
}
