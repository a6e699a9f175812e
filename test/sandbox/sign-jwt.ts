import { constants, sign } from 'node:crypto'

export type Members = Record<string, unknown>

/** Signs a JWT with the algorithm of its header, RS256 for unknown ones. `privateKey` is PEM. */
export function signJwt(header: Members, claims: Members, privateKey: string): string {
  const unsigned = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  const padding = header.alg === 'PS256' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  const signature = sign('sha256', Buffer.from(unsigned), { key: privateKey, padding, saltLength: 32 })
  return `${unsigned}.${signature.toString('base64url')}`
}

/** The value of a form field of a mock server. */
export function formValue({ formValues }: { formValues?: Readonly<Record<string, string>> }, name: string): string {
  const value = formValues?.[name]
  if (value === undefined) throw new Error(`the form has no value for ${name}`)
  return value
}
