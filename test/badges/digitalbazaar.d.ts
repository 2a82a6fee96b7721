/* What the tests use of libraries that ship no types. */

declare module '@digitalbazaar/vc' {
  type Loader = (url: string) => Promise<{ contextUrl: null; documentUrl: string; document: unknown }>
  type Document = Record<string, unknown>
  export function issue(options: { credential: object; suite: object; documentLoader: Loader }): Promise<Document>
  export function derive(options: {
    verifiableCredential: object
    suite: object
    documentLoader: Loader
  }): Promise<Document>
  export function verifyCredential(options: {
    credential: object
    suite: object | object[]
    documentLoader: Loader
    checkStatus?: (options: { credential: object }) => Promise<{ verified: boolean; error?: Error }>
  }): Promise<{ verified: boolean; error?: Error & { errors?: Error[] } }>
}
declare module '@digitalbazaar/data-integrity' {
  export const DataIntegrityProof: new (options: { cryptosuite: object; signer?: object; date?: string }) => object
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: object
}
declare module '@digitalbazaar/ecdsa-rdfc-2019-cryptosuite' {
  export const cryptosuite: object
}
declare module '@digitalbazaar/ecdsa-sd-2023-cryptosuite' {
  export function createSignCryptosuite(options: { mandatoryPointers: string[] }): object
  export function createDiscloseCryptosuite(options: { selectivePointers: string[] }): object
  export function createVerifyCryptosuite(): object
}
declare module '@digitalbazaar/ed25519-signature-2020' {
  export const Ed25519Signature2020: new (options?: { signer?: object; date?: string }) => object
}
declare module '@digitalbazaar/ed25519-multikey' {
  interface KeyPair {
    id: string
    publicKeyMultibase: string
    signer: () => { id: string }
  }
  export function generate(options: { controller: string }): Promise<KeyPair>
}
declare module '@digitalbazaar/ecdsa-multikey' {
  interface KeyPair {
    id: string
    publicKeyMultibase: string
    signer: () => { id: string }
  }
  export function generate(options: { curve: 'P-256' | 'P-384'; controller: string }): Promise<KeyPair>
}
