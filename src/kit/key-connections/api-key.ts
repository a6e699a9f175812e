import type { ConnectedProviderRegistration, Credential } from '../../contract/index.ts'
import { holdSecret } from '../../runtime/secret.ts'
import type { Auth, Call, Settings } from '../application.ts'
import { CredentialsExpiredError, ValidationError } from '../errors.ts'
import type { FormValues, KeyForm } from './form.ts'
import { renderKeyPage } from './page.ts'
import { readPostedFields } from './posted-fields.ts'

/** How the accounts of an application are connected with a key that is sent with every request. */
export interface ApiKeyConnection<S extends Settings> {
  /** Name of the vendor in sentences. */
  vendor: string
  /** All fields are short; long ones need `withKeys`. */
  form: KeyForm
  /**
   * Tries the key at the vendor. Returns the credential, whose accessToken is the key. Throws a ProviderError; for a key
   * that the vendor does not accept, a CredentialsExpiredError.
   */
  validate: (values: FormValues, call: Call<S>) => Promise<Credential>
  /** Tries the key of a credential again. Throws as `validate` does. */
  revalidate: (credential: Credential, call: Call<S>) => Promise<void>
}

/**
 * The `auth` handlers of an application that is connected with an API key. Its form posts the key and the state to
 * /auth/callback, so that the key is no part of a URL. A key that has no end is tried again after a year, by a refresh, which
 * changes nothing but that date.
 */
export function apiKeyAuth<S extends Settings>(
  connection: ApiKeyConnection<S>,
): Required<Pick<Auth<S>, 'methods' | 'connect' | 'callback' | 'refresh'>> {
  const { form, validate, revalidate } = connection
  return {
    methods: ['key'],
    connect: async ({ state }, { baseUrl }) => {
      const encoding = 'application/x-www-form-urlencoded'
      return { type: 'html', html: renderKeyPage({ form, baseUrl, action: '/auth/callback', encoding, state }) }
    },
    callback: async ({ connectionId, parameters }, call) => {
      const values = await readValues(form, parameters, call)
      const credential = withMethod(await validated(connection, () => validate(values, call)))
      return { connectionId, credential: { dateExpiry: call.clock() + LIFETIME_MS, ...credential } }
    },
    refresh: async ({ connectedProvider: { credential } }, call) => {
      holdSecret(credential.accessToken)
      await revalidate(credential, call)
      return { ...credential, dateExpiry: call.clock() + LIFETIME_MS }
    },
  }
}

/** Throws ValidationError with a sentence for each field that cannot be used. */
async function readValues<S extends Settings>(
  form: KeyForm,
  parameters: Readonly<Record<string, string>>,
  call: Call<S>,
): Promise<FormValues> {
  const posted = new FormData()
  for (const { name } of form.fields) posted.append(name, parameters[name] ?? '')
  const { values, errors } = await readPostedFields(form, posted, call.clock())
  const sentences = form.fields.flatMap(({ name, label }) => (errors[name] ? `“${label}”: ${errors[name]}` : []))
  if (sentences.length > 0) throw new ValidationError(sentences.join(' '), [], undefined, { next: NEXT })
  return values
}

const NEXT = 'Go back and correct it.'

/** A year: how long a key is used before it is tried again. */
const LIFETIME_MS = 365 * 86_400_000

/** A key that is refused while it is connected says nothing about an existing connection, so it is invalid input. */
async function validated<S extends Settings, Result>(
  { vendor }: ApiKeyConnection<S>,
  validate: () => Promise<Result>,
): Promise<Result> {
  try {
    return await validate()
  } catch (error) {
    if (!(error instanceof CredentialsExpiredError)) throw error
    throw new ValidationError(`${vendor} does not accept this key.`, [], error.cause, { next: NEXT })
  }
}

function withMethod(credential: Credential): ConnectedProviderRegistration['credential'] {
  const { profile } = credential
  return { ...credential, profile: { ...(typeof profile === 'object' ? profile : {}), method: 'key' } }
}
