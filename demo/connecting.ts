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

export async function applicationsFor(person: Person): Promise<Application[]> {
  return (await person.ask<{ applications: Application[] }>(APPLICATIONS)).applications
}

/**
 * Connects an application as a person would: the popup of the provider, the vendor's consent page, every box left
 * ticked, Allow; then they accept the account. Answers the connection's id. With one given, it is connected again.
 */
export async function connect(
  person: Person,
  { provider, name }: Pick<Application, 'provider' | 'name'>,
  account: string,
  connectionId?: string,
): Promise<string> {
  const input = { provider, application: name, ...(connectionId ? { connectionId } : {}) }
  const { startConnection: started } = await person.ask<{ startConnection: { connectionId: string; url: string } }>(
    START,
    { input },
  )
  const page = await consent(started.url, account)
  const { confirmConnection: connection } = await person
    .ask<{ confirmConnection: { email: string; status: string } }>(CONFIRM, { input: { _id: started.connectionId } })
    .catch((cause) => {
      throw new Error(`${name} was not connected: ${textOf(page)}`, { cause })
    })
  if (connection.status !== 'active') throw new Error(`${name} is ${connection.status} after it was connected`)
  return started.connectionId
}

/** Goes through the popup and answers its last page. */
async function consent(url: string, account: string): Promise<string> {
  const browser = new Browser()
  const asked = await browser.open(url)
  const form = new URLSearchParams({ account, decision: 'allow' })
  for (const [, scope] of asked.page.matchAll(/name="scope" value="([^"]*)"/g)) form.append('scope', scope ?? '')
  return (await browser.open(asked.address, form)).page
}

function textOf(page: string): string {
  const text = page.replace(/<(script|style|title)[\s\S]*?<\/\1>/g, ' ').replace(/<[^>]+>/g, ' ')
  return text.replace(/\s+/g, ' ').trim()
}
