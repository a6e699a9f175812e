import { type ApplicationDefinition, type ConnectMethod, connectMethodsOf } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { StoredProvider } from '../storage/connections/providers.ts'

/** An application and the provider that offers it. */
export interface AvailableApplication {
  provider: string
  /** The provider's base URL for browsers. */
  publicUrl: string
  reachable: boolean
  application: ApplicationDefinition
}

/** Lists the applications of all providers, from their last known definitions. */
export function listApplications(providers: readonly StoredProvider[]): AvailableApplication[] {
  return providers.flatMap(({ provider, url, definition, reachable }) => {
    const publicUrl = (definition.instanceUrl ?? url).replace(/\/+$/, '')
    return definition.applications.map((application) => ({ provider, publicUrl, reachable, application }))
  })
}

export interface ApplicationQuery {
  application: string
  /** Required only if several providers offer an application of this name. */
  provider?: string | undefined
}

/** Finds the matching applications. The query is ambiguous if there are several. */
export function findApplications(
  { application: name, provider }: ApplicationQuery,
  providers: readonly StoredProvider[],
): AvailableApplication[] {
  return listApplications(providers).filter(
    (available) => available.application.name === name && (provider === undefined || available.provider === provider),
  )
}

/** How an account is connected. `email` is the account that is connected again. */
export interface ConnectTerms {
  connectionId: string
  email?: string | undefined
  /** Default: the application's own. */
  method?: ConnectMethod | undefined
}

/** The page where a person's browser connects an account. A method that the application does not offer is left out. */
export function connectUrl(
  { publicUrl, application }: AvailableApplication,
  { connectionId, email, method }: ConnectTerms,
): string {
  const [, ...others] = connectMethodsOf(application)
  const parameters = {
    application: application.name,
    connectionId,
    ...omitUndefined({
      login_hint: email || undefined,
      method: others.find((other) => other === method),
    }),
  }
  return `${publicUrl}/auth/connect?${new URLSearchParams(parameters)}`
}
