import { describeLog } from '@/lib/service/log/describe-log'

/** How many leaves wait for their places, or for their checkpoint. */
export async function countWaitingLeaves(): Promise<number> {
  const { state, waiting } = await describeLog()
  return waiting + state.size - state.publishedSize
}
