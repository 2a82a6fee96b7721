import { DeskPassportPage } from '@/components/desk/desk-passport-page'
import { PassportMadePage } from '@/components/desk/passport-made-page'
import { addOwnToPassport, getPassportCandidate, makeOwnPassport } from '@/lib/service/desk/own-passports'
import { deskHtml, deskPage, viewerOf } from '../../../desk'
import { problemOf } from '../../../problem-of'

/** Makes a passport of a certificate, or adds it to one that its holder has. */
export const GET = deskPage(async ({ person, member, params }) => {
  const certificate = await getPassportCandidate(member, params.ref ?? '')
  return deskHtml(DeskPassportPage, {
    viewer: viewerOf(person),
    certificate,
    passport: '',
    added: false,
    problem: null,
  })
})

// The links stand in the answer itself: a redirect would have to keep them somewhere.
export const POST = deskPage(async ({ person, member, params, form }) => {
  const viewer = viewerOf(person)
  const certificate = await getPassportCandidate(member, params.ref ?? '')
  if (form.get('action') === 'make') {
    const choice = { published: form.has('published'), notify: form.has('notify') }
    try {
      const made = await makeOwnPassport(member, certificate.id, choice)
      return await deskHtml(PassportMadePage, { viewer, certificate, made })
    } catch (error) {
      const problem = problemOf(error)
      return deskHtml(DeskPassportPage, { viewer, certificate, passport: '', added: false, problem }, 400)
    }
  }
  const passport = form.get('passport') ?? ''
  try {
    await addOwnToPassport(member, certificate.id, passport)
    return await deskHtml(DeskPassportPage, { viewer, certificate, passport: '', added: true, problem: null })
  } catch (error) {
    const problem = problemOf(error)
    return deskHtml(DeskPassportPage, { viewer, certificate, passport, added: false, problem }, 400)
  }
})
