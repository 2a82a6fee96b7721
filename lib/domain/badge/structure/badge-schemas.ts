import addFormats from 'ajv-formats'
import Ajv2019, { type ValidateFunction } from 'ajv/dist/2019'
import Ajv2020 from 'ajv/dist/2020'
import openBadgesSchema from '@/lib/domain/badge/schemas/ob_v3p0_achievementcredential_schema.json'
import openBadgesVcdm11Schema from '@/lib/domain/badge/schemas/ob_v3p0_achievementcredential_schema.vcdm11.json'
import credentialSchema from '@/lib/domain/badge/schemas/w3c-verifiable-credential-schema.json'

const openBadgesAjv = once(() => withFormats(new Ajv2019({ strict: false })).addSchema(openBadgesSchema, 'current'))
const vcdm11Ajv = once(() => withFormats(new Ajv2019({ strict: false })).addSchema(openBadgesVcdm11Schema, 'vcdm11'))

/** The published schemas, compiled when first called for, which takes a fifth of a second and more each. */
export const BADGE_SCHEMAS = {
  /** AchievementCredential of 1EdTech, for VCDM 2.0. */
  openBadges: once(() => compiled(openBadgesAjv(), 'current')),
  /** An older edition of it, for VCDM 1.1. */
  openBadgesVcdm11: once(() => compiled(vcdm11Ajv(), 'vcdm11')),
  /** EndorsementCredential, as the schema of badges has it. */
  endorsements: once(() => compiled(openBadgesAjv(), `${openBadgesSchema.$id}#/$defs/EndorsementCredential`)),
  endorsementsVcdm11: once(() => compiled(vcdm11Ajv(), `${openBadgesVcdm11Schema.$id}#/$defs/EndorsementCredential`)),
  /** Verifiable Credential of W3C, for VCDM 2.0. */
  credential: once(() => withFormats(new Ajv2020({ strict: false })).compile(credentialSchema)),
}

/** Where 1EdTech publishes its schemas: naming one asks for no more than the check `schema` does anyway. */
export const OPEN_BADGES_SCHEMAS = 'https://purl.imsglobal.org/spec/ob/v3p0/schema/'

/** The schema that the check `vc_schema` is about. */
export const W3C_SCHEMA = credentialSchema.$id

function compiled(ajv: Ajv2019, key: string): ValidateFunction {
  const validate = ajv.getSchema(key)
  if (!validate) throw new Error(`no schema ${key}`)
  return validate
}

function withFormats<T extends Ajv2019 | Ajv2020>(ajv: T): T {
  addFormats.default(ajv)
  return ajv
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
