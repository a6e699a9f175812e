import type { ApplicationDefinition } from '../../src/contract/index.ts'
import type { KnownProvider } from '../storage/connections/providers.ts'

/** An application, and who offers it. */
export interface Offer {
  provider: string
  /** Where people's browsers reach the provider. */
  publicUrl: string
  reachable: boolean
  application: ApplicationDefinition
}

/** All applications, as their providers were last seen to offer them. */
export function offersOf(providers: readonly KnownProvider[]): Offer[] {
  return providers.flatMap(({ provider, url, definition, reachable }) =>
    definition.applications.map((application) => ({
      ...{ provider, reachable, application },
      publicUrl: (definition.instanceUrl ?? url).replace(/\/+$/, ''),
    })),
  )
}

export interface Wish {
  application: string
  /** Needed only where several providers offer an application of that name. */
  provider?: string | undefined
}

/** Those that fit a wish: none, one, or several to choose from. */
export function offersFor({ application, provider }: Wish, providers: readonly KnownProvider[]): Offer[] {
  return offersOf(providers).filter(
    (offer) => offer.application.name === application && (provider === undefined || offer.provider === provider),
  )
}

/** Where a person's browser goes to connect an account. */
export function popupUrl({ publicUrl, application }: Offer, connectionId: string): string {
  return `${publicUrl}/auth/connect?${new URLSearchParams({ application: application.name, connectionId })}`
}
