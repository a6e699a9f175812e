/** Connecting an account with a key that signs assertions. An API key needs only `apiKeyAuth` of the kit. */
export { type Assertion, signAssertion } from './assertion.ts'
export { withKeys } from './auth.ts'
export { type CertificateDetails, describeCertificate, readCertificate } from './certificate.ts'
export { type KeyConnection, StoredKey } from './connection.ts'
export { connectMethod } from './method.ts'
export { readPrivateKey } from './private-key.ts'
export { hasReason, requestToken, type TokenRequest } from './token-request.ts'
