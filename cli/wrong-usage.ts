import { ServiceError } from '@/lib/errors'

/** The words of a command do not go together: it ends as where one of them is missing, with exit code 2 (spec part 11). */
export class WrongUsage extends ServiceError {
  constructor(sentence: string) {
    super('malformed', sentence)
  }
}
