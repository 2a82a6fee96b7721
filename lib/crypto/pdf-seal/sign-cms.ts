import {
  Attribute,
  CertificateChoices,
  CertificateSet,
  CMSVersion,
  ContentInfo,
  DigestAlgorithmIdentifier,
  DigestAlgorithmIdentifiers,
  EncapsulatedContentInfo,
  id_contentType,
  id_data,
  id_messageDigest,
  id_signedData,
  IssuerAndSerialNumber,
  SignatureAlgorithmIdentifier,
  SignedData,
  SignerIdentifier,
  SignerInfo,
  SignerInfos,
  UnprotectedAttributes,
} from '@peculiar/asn1-cms'
import { AsnConvert, AsnObjectIdentifierConverter, OctetString } from '@peculiar/asn1-schema'
import { Certificate } from '@peculiar/asn1-x509'
import { createHash, sign } from 'node:crypto'
import type { SealKey } from './seal-key'

const DIGESTS = { sha256: '2.16.840.1.101.3.4.2.1', sha384: '2.16.840.1.101.3.4.2.2' } as const
const ECDSA = { sha256: '1.2.840.10045.4.3.2', sha384: '1.2.840.10045.4.3.3' } as const
const RSA = '1.2.840.113549.1.1.1'
const SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.47'
/** A `SigningCertificateV2` of one `ESSCertIDv2`, up to the 32 bytes of its SHA-256 (RFC 5035). */
const SIGNING_CERTIFICATE_HEAD = Buffer.from('3026302430220420', 'hex')
/** The parameters of RSA (RFC 3370, 3.2). */
const NULL = new Uint8Array([5, 0]).buffer
/** More than anything in a CMS besides its certificates and its signature takes. */
const OTHERS = 1024

/** The most bytes that a CMS of a key takes; the signature of the largest key is counted as that of RSA 4096. */
export function cmsSpace({ certificates, privateKey }: SealKey): number {
  const signature = (privateKey.asymmetricKeyDetails?.modulusLength ?? 1024) / 8
  return certificates.reduce((sum, der) => sum + der.length, 0) + signature + OTHERS
}

/**
 * Signs bytes as the detached CMS that PAdES B-B asks for (ETSI EN 319 142-1, 6.3; RFC 5652): with the certificates, and
 * signed attributes for content type, digest and signing certificate. The time is in the PDF, and must not be here too.
 * With RSA the same bytes come to the same signature; with ECDSA never.
 * @returns DER
 */
export function signCms(bytes: Uint8Array, key: SealKey): Buffer {
  return signCmsOf(createHash(key.digest).update(bytes).digest(), key)
}

/**
 * The same for bytes of which only their digest is known.
 * @param fingerprint of the key's own `digest`
 */
export function signCmsOf(fingerprint: Uint8Array, key: SealKey): Buffer {
  const chain = key.certificates.map((der) => AsnConvert.parse(der, Certificate))
  const [own, ownDer] = [chain[0], key.certificates[0]]
  if (!own || !ownDer) throw new Error('a seal needs a certificate')
  const { digest, privateKey } = key
  const digestAlgorithm = new DigestAlgorithmIdentifier({ algorithm: DIGESTS[digest] })
  const attributes = inOrder([
    attribute(id_contentType, AsnObjectIdentifierConverter.toASN(id_data).toBER()),
    attribute(id_messageDigest, AsnConvert.serialize(new OctetString(fingerprint))),
    attribute(SIGNING_CERTIFICATE, signingCertificate(ownDer)),
  ])
  // The same SET OF Attribute, whose own tag is what is signed (RFC 5652, 5.4).
  const signed = new Uint8Array(AsnConvert.serialize(new UnprotectedAttributes(attributes)))
  const { issuer, serialNumber } = own.tbsCertificate
  const signer = new SignerInfo({
    version: CMSVersion.v1,
    sid: new SignerIdentifier({ issuerAndSerialNumber: new IssuerAndSerialNumber({ issuer, serialNumber }) }),
    digestAlgorithm,
    signedAttrs: attributes,
    signatureAlgorithm:
      privateKey.asymmetricKeyType === 'rsa'
        ? new SignatureAlgorithmIdentifier({ algorithm: RSA, parameters: NULL })
        : new SignatureAlgorithmIdentifier({ algorithm: ECDSA[digest] }),
    signature: new OctetString(sign(digest, signed, privateKey)),
  })
  const data = new SignedData({
    version: CMSVersion.v1,
    digestAlgorithms: new DigestAlgorithmIdentifiers([digestAlgorithm]),
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: id_data }),
    certificates: new CertificateSet(chain.map((certificate) => new CertificateChoices({ certificate }))),
    signerInfos: new SignerInfos([signer]),
  })
  const content = AsnConvert.serialize(data)
  return Buffer.from(AsnConvert.serialize(new ContentInfo({ contentType: id_signedData, content })))
}

function attribute(attrType: string, value: ArrayBuffer): Attribute {
  return new Attribute({ attrType, attrValues: [value] })
}

function signingCertificate(der: Uint8Array): ArrayBuffer {
  const value = Buffer.concat([SIGNING_CERTIFICATE_HEAD, createHash('sha256').update(der).digest()])
  return Uint8Array.from(value).buffer
}

/** DER sorts a set by the bytes of its members (X.690, 11.6). */
function inOrder(attributes: readonly Attribute[]): Attribute[] {
  const bytes = (one: Attribute) => Buffer.from(AsnConvert.serialize(one))
  return attributes.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)))
}
