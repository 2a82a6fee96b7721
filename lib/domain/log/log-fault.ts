/** What is wrong with a log. Each of these convicts whoever runs it, or says that a file of it was damaged. */
export type LogFaultCode =
  /** No checkpoint, or one that the policy does not take. */
  | 'checkpoint'
  /** The quorum of the policy is missing. */
  | 'not_witnessed'
  /** A bundle of entries is missing or damaged. */
  | 'bundle'
  /** A tile of hashes is missing, or is not what the entries give. */
  | 'tile'
  /** The root is not the entries'. */
  | 'root'
  /** A leaf is not what a leaf says, or stands where it cannot. */
  | 'leaf'
  /** A certificate has two leaves for one place. */
  | 'tag_twice'

export interface LogFault {
  code: LogFaultCode
  /** A path, or the index of a leaf. */
  where: string
  sentence: string
}
