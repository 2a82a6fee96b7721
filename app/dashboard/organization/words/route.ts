import { OwnWordsPage } from '@/components/desk/organization/own-words-page'
import { seeOther } from '@/lib/http/desk/see-other'
import { authorize } from '@/lib/service/desk/authorize'
import { changeOwnWords, getOwnWords } from '@/lib/service/desk/own-words'
import { deskHtml, deskPage, viewerOf } from '../../desk'
import { fieldProblemOf } from '../../problem-of'

/** What the organization says of itself on its public page. */
export const GET = deskPage(async ({ person, member }) => {
  authorize(member, 'change_own_words')
  const { description, contact, website } = await getOwnWords(member)
  const words = { description: description ?? '', contact: contact ?? '', website: website ?? '' }
  return deskHtml(OwnWordsPage, { viewer: viewerOf(person), words, problem: null })
})

export const POST = deskPage(async ({ person, member, form }) => {
  const words = {
    description: form.get('description') ?? '',
    contact: form.get('contact') ?? '',
    website: form.get('website') ?? '',
  }
  try {
    await changeOwnWords(member, words)
    return seeOther('/dashboard/organization?done=words')
  } catch (error) {
    return deskHtml(OwnWordsPage, { viewer: viewerOf(person), words, problem: fieldProblemOf(error) }, 400)
  }
})
