import { omitUndefined } from '../src/runtime/omit.ts'
import { Browser } from './browser.ts'
import { type FormValues, submitForms } from './forms.ts'
import type { Person } from './person.ts'

export interface Application {
  provider: string
  name: string
  label: string
}

const APPLICATIONS = '{ applications { provider name label } }'
const START = 'mutation Start($input: StartConnectionInput!) { startConnection(input: $input) { connectionId url } }'
const CONFIRM = 'mutation Confirm($input: FindConnectionInput!) { confirmConnection(input: $input) { email status } }'

export async function fetchApplications(person: Person): Promise<Application[]> {
  return (await person.execute<{ applications: Application[] }>(APPLICATIONS)).applications
}

export interface ConnectOptions {
  /** A connection to sign in to again, instead of a new one. */
  connectionId?: string
  /** Default: the application's own. */
  method?: 'oauth' | 'key'
  /** The texts to enter into an application's own form, a set for each vendor. */
  formValues?: readonly FormValues[]
}

/**
 * Connects an application as a user would: opens the provider's popup, allows all scopes on the vendor's consent page or
 * fills in the application's form, and confirms the account. Returns the id of the connection. Throws MissingFormValue.
 */
export async function connectApplication(
  person: Person,
  { provider, name }: Pick<Application, 'provider' | 'name'>,
  account: string,
  { connectionId, method, formValues }: ConnectOptions = {},
): Promise<string> {
  const input = omitUndefined({ provider, application: name, connectionId, method })
  const { startConnection: started } = await person.execute<{ startConnection: { connectionId: string; url: string } }>(
    START,
    { input },
  )
  const page = await submitForms(new Browser(), started.url, account, formValues)
  const { confirmConnection: connection } = await person
    .execute<{ confirmConnection: { email: string; status: string } }>(CONFIRM, {
      input: { _id: started.connectionId },
    })
    .catch((cause) => {
      throw new Error(`${name} was not connected: ${page}`, { cause })
    })
  if (connection.status !== 'active') throw new Error(`${name} is ${connection.status} after it was connected`)
  return started.connectionId
}
