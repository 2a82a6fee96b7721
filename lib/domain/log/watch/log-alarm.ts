import type { LogFaultCode } from '@/lib/domain/log/log-fault'

/** What a monitor raises the alarm for, besides every fault of the log itself. */
export type LogAlarmCode =
  | LogFaultCode
  /** The log says something else of leaves that it had already. */
  | 'fork'
  /** The log has fewer leaves than it had. */
  | 'shrunk'
  /** No witness has confirmed it for a day. */
  | 'stale'
  /** A leaf says that it happened more than an hour before the checkpoint that did not have it. */
  | 'backdated'
  /** A key that the policy does not know signs for the log, or is announced for it. */
  | 'unknown_key'
  /** The DNS names another key than the one that signs. */
  | 'key_in_dns'
  /** An issuer could be taken for another. */
  | 'look_alike'
  /** A status list shows a certificate as good again that it showed as withdrawn. */
  | 'list_lost_bit'
  /** A leaf in the name of an issuer that the issuer does not know. */
  | 'not_known'

export interface LogAlarm {
  code: LogAlarmCode
  where: string
  sentence: string
}
