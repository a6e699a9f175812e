import { FieldError } from '../../src/kit/key-connections/form.ts'
import { readPrivateKey } from '../../src/kit/key-connections/private-key.ts'
import { isMailAddress } from '../../src/kit/people.ts'

/** What is used of the JSON file of a service account. Its `token_uri` may name any host and is never used. */
export interface ServiceAccount {
  clientEmail: string
  privateKeyId: string
  /** PKCS#8 in PEM. */
  privateKey: string
}

const WHERE = 'Create one in the Google Cloud console under IAM & Admin › Service accounts › Keys › Add key › JSON.'

/** Reads the JSON file of a service account, also if it is wrapped in base64. Returns a ServiceAccount as JSON. Throws FieldError. */
export function readServiceAccount(text: string): string {
  const file = parseFile(text)
  const { type, client_email, private_key, private_key_id, universe_domain } = file
  if ('web' in file || 'installed' in file) {
    throw new FieldError(`This is the file of an OAuth client, not of a service account. ${WHERE}`)
  }
  if (type !== 'service_account') {
    const named = typeof type === 'string' && /^[a-z_]{1,40}$/.test(type) ? `of the type “${type}”` : 'without a type'
    throw new FieldError(`This JSON is ${named}, not the key of a service account. ${WHERE}`)
  }
  if (typeof universe_domain === 'string' && universe_domain !== 'googleapis.com') {
    throw new FieldError('This service account belongs to another cloud than Google’s public one.')
  }
  if (typeof client_email !== 'string' || !client_email || typeof private_key !== 'string') {
    throw new FieldError(
      'This JSON is incomplete: client_email or private_key is missing. Use the file as it was downloaded.',
    )
  }
  const account: ServiceAccount = {
    clientEmail: client_email,
    privateKeyId: typeof private_key_id === 'string' ? private_key_id : '',
    privateKey: readPrivateKey(private_key),
  }
  return JSON.stringify(account)
}

function parseFile(text: string): Readonly<Record<string, unknown>> {
  const json = text.startsWith('{') ? text : Buffer.from(text, 'base64').toString().trim()
  if (text.includes('-----BEGIN')) {
    if (!text.startsWith('{'))
      throw new FieldError(`This is a key or certificate in PEM format. The JSON file is needed. ${WHERE}`)
  }
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Described below: the parser's message may quote the key.
  }
  throw new FieldError('This is not valid JSON. Use the complete file as it was downloaded.')
}

/** Reads the address of the user on whose behalf the service account reads. Throws FieldError. */
export function readSubject(text: string): string {
  const address = text.toLowerCase()
  if (!isMailAddress(address)) throw new FieldError('This is not an e-mail address.')
  if (address.endsWith('.gserviceaccount.com')) {
    throw new FieldError('This is the address of a service account. Enter that of the user whose data is read.')
  }
  if (/@(gmail|googlemail)\.com$/.test(address)) {
    throw new FieldError('Service accounts have access to users of a Google Workspace only, not to personal accounts.')
  }
  return address
}
