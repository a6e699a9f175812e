import { omitUndefined } from '../src/runtime/omit.ts'
import { Browser } from './browser.ts'
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

/**
 * Connects an application as a user would: opens the provider's popup, allows all scopes on the vendor's consent page,
 * and confirms the account. Returns the id of the connection. With `connectionId`, reconnects that connection.
 */
export async function connectApplication(
  person: Person,
  { provider, name }: Pick<Application, 'provider' | 'name'>,
  account: string,
  connectionId?: string,
): Promise<string> {
  const input = omitUndefined({ provider, application: name, connectionId })
  const { startConnection: started } = await person.execute<{ startConnection: { connectionId: string; url: string } }>(
    START,
    { input },
  )
  const page = await submitConsent(started.url, account)
  const { confirmConnection: connection } = await person
    .execute<{ confirmConnection: { email: string; status: string } }>(CONFIRM, {
      input: { _id: started.connectionId },
    })
    .catch((cause) => {
      throw new Error(`${name} was not connected: ${toText(page)}`, { cause })
    })
  if (connection.status !== 'active') throw new Error(`${name} is ${connection.status} after it was connected`)
  return started.connectionId
}

/** Goes through the popup and returns its last page. */
async function submitConsent(url: string, account: string): Promise<string> {
  const browser = new Browser()
  const consentPage = await browser.open(url)
  const form = new URLSearchParams({ account, decision: 'allow' })
  for (const [, scope] of consentPage.page.matchAll(/name="scope" value="([^"]*)"/g)) form.append('scope', scope ?? '')
  return (await browser.open(consentPage.address, form)).page
}

function toText(page: string): string {
  const text = page.replace(/<(script|style|title)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ')
  return text.replace(/\s+/g, ' ').trim()
}
