import Ajv2019, { type ValidateFunction } from 'ajv/dist/2019'
import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import openBadgesSchema from './schemas/ob_v3p0_achievementcredential_schema.json'
import openBadgesVcdm11Schema from './schemas/ob_v3p0_achievementcredential_schema.vcdm11.json'
import credentialSchema from './schemas/w3c-verifiable-credential-schema.json'

/** The published schemas, compiled when first called for, which takes a fifth of a second and more each. */
export const BADGE_SCHEMAS = {
  /** AchievementCredential of 1EdTech, for VCDM 2.0. */
  openBadges: once(() => withFormats(new Ajv2019({ strict: false })).compile(openBadgesSchema)),
  /** An older edition of it, for VCDM 1.1. */
  openBadgesVcdm11: once(() => withFormats(new Ajv2019({ strict: false })).compile(openBadgesVcdm11Schema)),
  /** Verifiable Credential of W3C, for VCDM 2.0. */
  credential: once(() => withFormats(new Ajv2020({ strict: false })).compile(credentialSchema)),
}

function withFormats<T extends Ajv2019 | Ajv2020>(ajv: T): T {
  addFormats.default(ajv)
  return ajv
}

function once(compile: () => ValidateFunction): () => ValidateFunction {
  let compiled: ValidateFunction | undefined
  return () => (compiled ??= compile())
}
