import { ServiceError } from '@/lib/errors'

/** A receipt that is proved to be false. Whatever else goes wrong with a check of one says nothing about it. */
export class ReceiptFails extends ServiceError {
  override name = 'ReceiptFails'

  /** @param sentence for a person */
  constructor(sentence: string) {
    super('malformed', sentence)
  }
}
