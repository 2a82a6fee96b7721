import { CorrectPage } from '@/components/desk/correct-page'
import { seeOther } from '@/lib/http/see-other'
import { correctOwnCertificate, getCorrectable } from '@/lib/service/desk/correct-own-certificate'
import { deskHtml, deskPage, viewerOf } from '../../../desk'
import { problemOf } from '../../../problem-of'

/** Corrects a certificate: the form starts from what was issued. */
export const GET = deskPage(async ({ person, member, params }) => {
  const { id, serial, words } = await getCorrectable(member, params.ref ?? '')
  return deskHtml(CorrectPage, { viewer: viewerOf(person), id, serial, words, reason: '', problem: null })
})

export const POST = deskPage(async ({ person, member, params, form }) => {
  const { id, serial, words } = await getCorrectable(member, params.ref ?? '')
  const reason = form.get('reason') ?? ''
  const typed = {
    fullName: form.get('full_name') ?? words.fullName,
    registrationNumber: form.get('registration_number') ?? words.registrationNumber,
    eventTitle: form.get('event_title') ?? words.eventTitle,
    achievement: form.get('achievement') ?? words.achievement,
    eventDate: form.get('event_date') ?? words.eventDate,
    expiresAt: form.get('expires_at') ?? words.expiresAt,
  }
  try {
    const { certificate } = await correctOwnCertificate(member, id, { ...typed, reason })
    return seeOther(`/dashboard/certificates/${certificate.id}/correct/done`)
  } catch (error) {
    const problem = problemOf(error)
    return deskHtml(CorrectPage, { viewer: viewerOf(person), id, serial, words: typed, reason, problem }, 400)
  }
})
