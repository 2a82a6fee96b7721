/** The exact `typ` of a signed manifest. */
export const MANIFEST_TYPE = 'artifact-manifest+jwt'
