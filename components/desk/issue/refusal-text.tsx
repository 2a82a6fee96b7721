import { deskRefusal } from '@/lib/i18n/desk/refusal'

/** Why a service refused something, in the reader's language where it is known in it. */
export function RefusalText({ sentence }: { sentence: string }) {
  const { text, lang } = deskRefusal(sentence)
  return <bdi lang={lang}>{text}</bdi>
}
