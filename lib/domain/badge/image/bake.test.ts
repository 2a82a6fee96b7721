import { describe, expect, it } from 'vitest'
import { onePixelPng } from '@/test/badges/badge-fixture'
import { bakePng } from './bake-png'
import { bakeSvg } from './bake-svg'
import { unbakeBadge } from './unbake-badge'

const JWS = 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'
const JSON_TEXT = '{"name":"Zoë ]]> & <張>","more":"]]]]>>"}'
const SVG =
  '<?xml version="1.0"?>\n<!-- <svg> --><svg xmlns="http://www.w3.org/2000/svg"\n viewBox="0 0 1 1"><g/></svg>\n'

describe('baking', () => {
  it.each([JWS, JSON_TEXT])('puts into a PNG what comes out again: %s', (credential) => {
    const png = onePixelPng()
    const baked = bakePng(png, credential)
    expect(unbakeBadge(baked)).toEqual({ kind: 'unbaked', text: credential, container: 'png' })
    expect(baked.length).toBe(png.length + 12 + 24 + Buffer.byteLength(credential))
    expect(Buffer.from(baked).includes(Buffer.from(png.subarray(33)))).toBe(true)
  })

  it.each([JWS, JSON_TEXT])('puts into an SVG what comes out again: %s', (credential) => {
    const baked = bakeSvg(SVG, credential)
    expect(unbakeBadge(Buffer.from(baked))).toEqual({ kind: 'unbaked', text: credential, container: 'svg' })
    expect(baked).toContain('xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"><openbadges:credential')
    const without = baked.replace(/<openbadges:credential.*<\/openbadges:credential>/s, '')
    expect(without.replace(' xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0"', '')).toBe(SVG)
  })

  it('bakes into an SVG that is one empty tag, and one that declares the namespace', () => {
    const declared = SVG.replace('<svg xmlns=', '<svg xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" xmlns=')
    for (const svg of ['<svg/>', declared]) {
      expect(unbakeBadge(Buffer.from(bakeSvg(svg, JWS)))).toMatchObject({ text: JWS })
    }
  })

  it('refuses a picture that holds a badge already', () => {
    expect(() => bakePng(bakePng(onePixelPng(), JWS), JWS)).toThrow(TypeError)
    expect(() => bakeSvg(bakeSvg(SVG, JWS), JWS)).toThrow(TypeError)
    const older = SVG.replace('<g/>', '<o:assertion xmlns:o="http://openbadges.org" verify="x"/>')
    expect(() => bakeSvg(older, JWS)).toThrow(TypeError)
  })

  it('refuses what is no whole picture', () => {
    expect(() => bakePng(onePixelPng().subarray(0, -1), JWS)).toThrow(TypeError)
    expect(() => bakeSvg('<html/>', JWS)).toThrow('the root element is not svg')
    expect(() => bakeSvg(SVG.replace(' viewBox', ' xmlns:openbadges="urn:x" viewBox'), JWS)).toThrow(TypeError)
  })
})
