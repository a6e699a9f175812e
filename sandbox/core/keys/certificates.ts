import forge from 'node-forge'

export interface CertificateOptions {
  /** PKCS#8 in PEM. */
  privateKey: string
  commonName: string
  /** Epoch ms, whole seconds. */
  dateStart: number
  /** Epoch ms, whole seconds. */
  dateEnd: number
}

/** Returns a certificate in PEM that its own key has signed, as people create them with OpenSSL. */
export function createCertificate({ privateKey, commonName, dateStart, dateEnd }: CertificateOptions): string {
  const key = forge.pki.privateKeyFromPem(privateKey)
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(dateStart)
  certificate.validity.notAfter = new Date(dateEnd)
  const name = [{ shortName: 'CN', value: commonName }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(key, forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n')
}
