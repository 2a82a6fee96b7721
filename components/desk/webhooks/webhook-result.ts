import { deskText } from '@/lib/i18n/desk/text'

/** What an attempt came to, in words: a status, or why there was none. */
export function webhookResult(result: string): string {
  if (/^\d{3}$/.test(result)) return deskText('webhook.result.status', { status: result })
  switch (result) {
    case 'blocked':
    case 'unreachable':
    case 'tls':
    case 'interrupted':
      return deskText(`webhook.result.${result}`)
    default:
      return deskText('webhook.result.other')
  }
}

/** Why an address was not confirmed. */
export function refusedWords(result: string): string {
  return result === 'wrong' || result === 'limited' ? deskText(`webhook.refused.${result}`) : webhookResult(result)
}
