import type { TypedList, typedList } from '@/lib/scan/list/typed-list'
import { LONGEST_TYPED } from '@/lib/scan/typed/read-typed-text'

/** The address of the script that reads tables, put in by `scripts/build-assets.mjs`: few put one into the field for a serial. */
declare const TYPED_LIST: string

/**
 * `typedList`, loaded when it is needed. Where that cannot be loaded a text with several serials itself goes on: the page for lists reads
 * it. Of any other its one serial does, unless more stands in it than was read.
 */
export async function readTypedList(...asked: Parameters<typeof typedList>): Promise<TypedList> {
  try {
    const loaded = (await import(/* @vite-ignore */ TYPED_LIST)) as { typedList: typeof typedList }
    return loaded.typedList(...asked)
  } catch {
    const [text, found] = asked
    const isTable = found.length > 1 || text.length > LONGEST_TYPED
    return { isTable, hasNames: false, serials: isTable ? [] : found, list: isTable ? text : '' }
  }
}
