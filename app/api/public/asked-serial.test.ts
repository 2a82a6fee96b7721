import { expect, it } from 'vitest'
import { env } from '@/lib/env'
import { askedSerial } from './asked-serial'

const OWN = '7K3M-9QXT-2VBD-8RWN'

it.each([`/verify/${OWN}`, '/verify/ACME-2026-0017'])('a program asks for the serial of a link of ours: %s', (path) => {
  expect(askedSerial(`${env().BASE_URL}${path}`)).toBe(path.slice('/verify/'.length))
})

it.each([
  `/api/public/credentials/${OWN}/pdf`,
  `/api/public/credentials/${OWN}/openbadge?format=png`,
  `/dashboard/certificates/${OWN}`,
])('of whatever link names it: %s', (path) => {
  expect(askedSerial(`${env().BASE_URL}${path}`)).toBe(OWN)
})

it.each([
  `<${env().BASE_URL}/verify/${OWN}>`,
  `${env().BASE_URL}/verify/${OWN}.`,
  ` ${env().BASE_URL}/verify/${OWN}\n`,
  `\u200E${env().BASE_URL}/verify/${OWN}\u200F`,
  `${env().BASE_URL.replace('//', '/')}/verify/${OWN}`,
])('with what stands around links in a mail, or with a slash that was lost: %s', (text) => {
  expect(askedSerial(text)).toBe(OWN)
})

it.each([
  `stranger.test:8080/verify/${OWN}`,
  `http:/stranger.test/certificates/${OWN}`,
  `https:\\\\stranger.test\\verify\\${OWN}`,
  `hxxps://stranger.test/verify/${OWN}`,
  `https%3A%2F%2Fstranger.test%2Fverify%2F${OWN}`,
  `urn:certificates:${OWN}`,
  `credentials:${OWN}:revoked`,
])('and for nothing beside what is no link, or one to another host in a form that is not known: %s', (text) => {
  expect(askedSerial(text)).toBe(text)
})

it.each([
  `https://stranger.test/r?u=${encodeURIComponent(`${env().BASE_URL}/verify/ACME-2026-0017`)}`,
  `https://stranger.test/r?u=${encodeURIComponent(`${env().BASE_URL}/verify/${OWN}`)}`,
  `${env().BASE_URL}/verify/ACME@17?from=${OWN}`,
])('and for nothing that a link of somebody else holds, or that ours does not name: %s', (text) => {
  expect(askedSerial(text)).toBe(text)
})
