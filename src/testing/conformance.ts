import { randomUUID } from 'node:crypto'
import { type ConformanceOptions, type Report, runConformance, type Samples } from '../../conformance/index.ts'
import type { ConnectedProvider, Credential } from '../contract/index.ts'
import type { ProviderOptions } from '../provider.ts'
import { omitUndefined } from '../runtime/omit.ts'
import { startTestProvider } from './running-provider.ts'

/** An account that handlers are called with. Without one, rules that need an account are skipped. */
export interface TestAccount {
  credential: Credential
  /** What the vendor has of it, for rules that cannot know it. */
  samples?: Samples
}

export interface ConformanceCheck extends Pick<ConformanceOptions, 'only' | 'refresh' | 'writes' | 'maxPages'> {
  /** The accounts, by the name of the application. */
  accounts?: Readonly<Record<string, TestAccount>>
}

/**
 * Starts a provider and applies every rule of the conformance suite to it. Rules that write at the vendor or refresh the
 * credential run only if the check says so. `report.outcome` is `passed` or `failed`, and
 * `toText(report)` says what is wrong.
 */
export async function checkConformance(options: ProviderOptions, check: ConformanceCheck = {}): Promise<Report> {
  const { accounts = {}, ...rules } = check
  const provider = await startTestProvider(options)
  try {
    const { name } = (await (await fetch(`${provider.url}/definition.json`)).json()) as { name: string }
    return await runConformance({
      ...rules,
      url: provider.url,
      key: provider.key,
      accounts: Object.entries(accounts).map(([application, account]) => toAccount(name, application, account)),
    })
  } finally {
    await provider.stop()
  }
}

function toAccount(provider: string, application: string, { credential, samples }: TestAccount) {
  let current = credential
  return {
    application,
    ...omitUndefined({ samples }),
    connect: async (): Promise<ConnectedProvider> => ({
      connectionId: randomUUID(),
      provider,
      application,
      credential: current,
    }),
    onRefresh: async (refreshed: Credential) => {
      current = refreshed
    },
  }
}
