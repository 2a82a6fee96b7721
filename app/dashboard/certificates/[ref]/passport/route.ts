import { randomUUID } from 'node:crypto'
import { DeskPassportPage } from '@/components/desk/certificates/desk-passport-page'
import type { FormProblem } from '@/components/desk/field-problem'
import type { DeskInput } from '@/lib/http/desk/desk-endpoint'
import { seeOther } from '@/lib/http/desk/see-other'
import { formId, showOnce } from '@/lib/http/desk/shown-once'
import {
  addOwnToPassport,
  getPassportCandidate,
  makeOwnPassport,
  type PassportCandidate,
} from '@/lib/service/desk/certificates/own-passports'
import { SentTwice } from '@/lib/service/desk/refuse-sent-twice'
import { deskHtml, deskPage, viewerOf } from '../../../desk'
import { fieldProblemOf, problemOf } from '../../../problem-of'

/** Makes a passport of a certificate, or adds it to one that its holder has. */
export const GET = deskPage(async (input) => {
  const certificate = await getPassportCandidate(input.member, input.params.ref ?? '')
  return show(input, certificate, { added: input.query.get('done') === 'added' })
})

export const POST = deskPage(async (input) => {
  const certificate = await getPassportCandidate(input.member, input.params.ref ?? '')
  return input.form.get('action') === 'make' ? make(input, certificate) : add(input, certificate)
})

async function make(input: DeskInput, certificate: PassportCandidate): Promise<Response> {
  const { person, member, form } = input
  const page = `${pathOf(certificate)}/made`
  const once = formId(form)
  try {
    const choice = { published: form.has('published'), notify: form.has('notify'), once }
    const { url, manageUrl, published, mailed } = await makeOwnPassport(member, certificate.id, choice)
    return showOnce(page, person, { serial: certificate.serial, url, manageUrl, published, mailed })
  } catch (error) {
    if (error instanceof SentTwice) return seeOther(page)
    return show(input, certificate, { once, problem: problemOf(error) })
  }
}

async function add(input: DeskInput, certificate: PassportCandidate): Promise<Response> {
  const passport = input.form.get('passport') ?? ''
  try {
    await addOwnToPassport(input.member, certificate.id, passport)
    return seeOther(`${pathOf(certificate)}?done=added`)
  } catch (error) {
    return show(input, certificate, { passport, problem: fieldProblemOf(error) })
  }
}

function show(
  { person }: DeskInput,
  certificate: PassportCandidate,
  { once = String(randomUUID()), passport = '', added = false, problem = null as FormProblem },
): Promise<Response> {
  const page = { viewer: viewerOf(person), certificate, once, passport, added, problem }
  return deskHtml(DeskPassportPage, page, problem === null ? 200 : 400)
}

const pathOf = ({ id }: PassportCandidate) => `/dashboard/certificates/${id}/passport`
