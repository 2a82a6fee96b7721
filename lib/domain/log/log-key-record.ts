/**
 * The name in the DNS that has a log's keys, each as one TXT record.
 * @param origin of the log: `<host>/log`, with a port where the service has one
 */
export function logKeyRecord(origin: string): string {
  return `_certificate-log.${origin.replace(/(:\d+)?\/log$/, '')}`
}
