import { randomUUID } from 'node:crypto'
import type { ApplicationDefinition, ConnectedProvider, ProviderDefinition } from '../../src/contract/index.ts'
import type { SampleName, Samples } from '../samples.ts'
import type { Capability } from './capabilities.ts'
import type { Exchange } from './client.ts'
import type { Observations } from './observations.ts'

/** An account of a vendor that is connected to an application, and what is known to be at the vendor. */
export interface Account {
  application: string
  /** What reports call it; the name of the application by default. */
  title?: string
  /** Returns its connection. Called again for a rule that changes it, which needs a connection of its own. */
  connect: () => Promise<ConnectedProvider>
  samples?: Samples
  /** Receives the credential that /auth/refresh returned: with some vendors the old one stops working. */
  onRefresh?: (credential: ConnectedProvider['credential']) => Promise<void>
}

/** What a rule is applied to. */
export interface Subject {
  definition: ProviderDefinition
  application: ApplicationDefinition
  capability: Capability
  account: Account | undefined
  samples: Samples
  observations: Observations
  /** Responses that several rules are about, so that the vendor is asked once. */
  memory: Map<string, Exchange>
  /** How many pages of a sync to read at most. */
  maxPages: number
  /** The platform key, if there is one. */
  key: string | undefined
  /** What invented credentials have as the URL of the vendor's tenant. */
  instanceUrl: string
  /** The path of the capability's route. */
  path: string
  /** The account's connection, or without an account a valid one with a token that nobody issued. */
  connection: () => Promise<ConnectedProvider>
  /** Treats the tokens of a new credential as secrets. */
  holdCredential: (credential: ConnectedProvider['credential']) => void
}

/** Why a rule cannot be run without a sample. */
export function sampleNeeded(sample: SampleName): string {
  return `needs the sample “${sample}”`
}

/** A token that no vendor issued. It is another one in every run, and is a secret as any token. */
export const INVENTED_TOKEN = `a-token-that-nobody-issued-${randomUUID()}`

/** A connection that nobody made. */
export function inventConnection(provider: string, application: string, instanceUrl: string): ConnectedProvider {
  return {
    connectionId: `conformance-${randomUUID()}`,
    provider,
    application,
    credential: { accessToken: INVENTED_TOKEN, email: 'conformance@example.com', instanceUrl, profile: {} },
  }
}

/** A valid body of the subject's route. `changes` replace members of its connection. */
export async function validBody(
  { capability, samples, application, connection }: Subject,
  changes: Partial<ConnectedProvider> = {},
): Promise<Record<string, unknown>> {
  const connected = { ...(await connection()), ...changes }
  const members = capability.body(samples, application)
  return capability.connection === 'credential'
    ? { application: connected.application, credential: connected.credential, ...members }
    : { [capability.connection]: connected, ...members }
}

/** A valid body that reaches no vendor: its connection is invented. */
export async function inventedBody(
  subject: Subject,
  changes: Partial<ConnectedProvider> = {},
): Promise<Record<string, unknown>> {
  const { definition, application, instanceUrl } = subject
  const invented = inventConnection(definition.name, application.name, instanceUrl)
  return validBody({ ...subject, connection: async () => invented }, changes)
}
