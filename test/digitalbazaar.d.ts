/* What the tests use of libraries that ship no types. */

declare module '@digitalbazaar/vc' {
  export function verifyCredential(options: {
    credential: object
    suite: object | object[]
    documentLoader: (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
    checkStatus?: (options: { credential: object }) => Promise<{ verified: boolean; error?: Error }>
  }): Promise<{ verified: boolean; error?: Error & { errors?: Error[] } }>
}
declare module '@digitalbazaar/data-integrity' {
  export const DataIntegrityProof: new (options: { cryptosuite: object }) => object
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}
