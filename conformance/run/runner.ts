import type { ApplicationDefinition, ConnectedProvider, ProviderDefinition } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Report, Result } from '../report/schema.ts'
import type { Need, Rule } from '../rule.ts'
import { RULES } from '../rules/index.ts'
import type { SampleName } from '../samples.ts'
import { CAPABILITIES, type Capability } from './capabilities.ts'
import { Check } from './check.ts'
import { Client } from './client.ts'
import { readDefinition } from './definition.ts'
import { Observations } from './observations.ts'
import { ConformanceError, type ConformanceOptions } from './options.ts'
import { toResult } from './result.ts'
import { findRoute, type Route } from './routes.ts'
import { Secrets } from './secrets.ts'
import { type Account, INVENTED_TOKEN, inventConnection, type Subject, sampleNeeded } from './subject.ts'
import { windowAround } from './valid-bodies.ts'

const DEFAULT_TIMEOUT_MS = 60_000
const DEFAULT_MAX_PAGES = 50

/**
 * Applies every rule to a provider and reports what it found. Rejects with ConformanceError if that is not possible: the
 * provider does not respond, or its definition cannot be read.
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const { url, key, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const client = new Client({ url, key, timeoutMs })
  try {
    const definition = await readDefinition(client, options)
    return await new Run(client, definition, options).report()
  } finally {
    client.close()
  }
}

class Run {
  readonly #client: Client
  readonly #definition: ProviderDefinition
  readonly #options: ConformanceOptions
  readonly #secrets: Secrets
  readonly #observations: Observations
  readonly #results: Result[] = []
  readonly #made: string[] = []
  readonly #dateStart = Date.now()
  readonly #routes = new Map<string, Promise<Route>>()

  constructor(client: Client, definition: ProviderDefinition, options: ConformanceOptions) {
    this.#client = client
    this.#definition = definition
    this.#options = options
    this.#secrets = new Secrets(options.key)
    this.#secrets.addToken(INVENTED_TOKEN)
    this.#observations = new Observations(this.#secrets, options.platformUrl)
  }

  async report(): Promise<Report> {
    const applications = this.#applications()
    const { only = () => true } = this.#options
    const rules = RULES.filter(only)
    const provider = this.#subject(...firstSync(applications))
    for (const rule of rules.filter(({ scope, isLast }) => scope === 'provider' && !isLast)) {
      await this.#apply(rule, provider)
    }
    for (const capability of CAPABILITIES) await this.#applyToRoute(rules, capability, applications)
    for (const application of applications) await this.#applyToApplication(rules, application)
    for (const rule of rules.filter(({ isLast }) => isLast)) await this.#apply(rule, provider)
    return this.#summarize(applications)
  }

  #applications(): ApplicationDefinition[] {
    const { applications } = this.#options
    return this.#definition.applications.filter(({ name }) => !applications || applications.includes(name))
  }

  /** Applies the rules of routes, with the first application that has the route. */
  async #applyToRoute(rules: readonly Rule[], capability: Capability, all: ApplicationDefinition[]): Promise<void> {
    const ofRoutes = rules.filter((rule) => rule.scope === 'route' && isAbout(rule, capability))
    if (ofRoutes.length === 0) return
    const rank = ({ isDeclared }: Capability, application: ApplicationDefinition) =>
      [true, 'unknown', false].indexOf(isDeclared(application))
    const [application] = all.toSorted((a, b) => rank(capability, a) - rank(capability, b))
    if (!application || capability.isDeclared(application) === false) return
    const [account] = this.#accountsOf(application)
    const subject = this.#subject(application, capability, account)
    const route = await this.#route(capability, application)
    for (const rule of ofRoutes) await this.#apply(rule, { ...subject, path: route.path }, route.obstacle)
  }

  async #applyToApplication(rules: readonly Rule[], application: ApplicationDefinition): Promise<void> {
    const accounts = this.#accountsOf(application)
    const withoutAccount = rules.filter((rule) => !needsAccount(rule))
    await this.#applyAll(withoutAccount, application, accounts[0])
    const withAccount = rules.filter(needsAccount)
    for (const account of accounts.length > 0 ? accounts : [undefined]) {
      await this.#applyAll(withAccount, application, account)
    }
  }

  async #applyAll(rules: readonly Rule[], application: ApplicationDefinition, account: Account | undefined) {
    for (const rule of rules.filter(({ scope }) => scope === 'application')) {
      const subject = this.#subject(application, FIRST, account)
      if (rule.appliesTo?.(subject) ?? true) await this.#apply(rule, subject)
    }
    for (const capability of CAPABILITIES) {
      const about = rules.filter((rule) => rule.scope === 'capability' && isAbout(rule, capability))
      if (about.length === 0) continue
      const subject = this.#subject(application, capability, account)
      const promise = promiseOf(subject)
      if (promise === false) continue
      const { path, obstacle } = await this.#route(capability, application)
      for (const rule of about) {
        await this.#apply(rule, { ...subject, path }, obstacle ?? (promise === true ? undefined : promise))
      }
    }
  }

  #accountsOf({ name }: ApplicationDefinition): Account[] {
    return (this.#options.accounts ?? []).filter(({ application }) => application === name)
  }

  #subject(application: ApplicationDefinition, capability: Capability, account?: Account): Subject {
    const { url, maxPages = DEFAULT_MAX_PAGES } = this.#options
    const invented = inventConnection(this.#definition.name, application.name, url)
    let connected: Promise<ConnectedProvider> | undefined
    return {
      definition: this.#definition,
      application,
      capability,
      account: account && { ...account, connect: async () => this.#hold(await account.connect()) },
      samples: { window: windowAround(this.#dateStart), ...account?.samples },
      observations: this.#observations,
      memory: new Map(),
      maxPages,
      key: this.#options.key,
      instanceUrl: url,
      path: capability.paths[0].replace(':application', application.name),
      holdCredential: (credential) => this.#secrets.addCredential(credential),
      connection: async () => {
        connected ??= account ? this.#connections(account) : Promise.resolve(invented)
        return connected
      },
    }
  }

  readonly #connected = new Map<Account, Promise<ConnectedProvider>>()

  /** Connects an account when the first rule needs it. */
  #connections(account: Account): Promise<ConnectedProvider> {
    const connected = this.#connected.get(account) ?? account.connect().then((connection) => this.#hold(connection))
    this.#connected.set(account, connected)
    return connected
  }

  #hold(connection: ConnectedProvider): ConnectedProvider {
    this.#secrets.addCredential(connection.credential)
    return { ...connection, provider: connection.provider || this.#definition.name }
  }

  #route(capability: Capability, application: ApplicationDefinition): Promise<Route> {
    const id = `${capability.name} ${capability.paths[0].includes(':') ? application.name : ''}`
    const route = this.#routes.get(id) ?? findRoute(this.#client, capability, application)
    this.#routes.set(id, route)
    return route
  }

  async #apply(rule: Rule, subject: Subject, obstacle?: string): Promise<void> {
    const check = new Check(this.#client, (exchange) => this.#observations.observe(exchange))
    const start = performance.now()
    const reason =
      obstacle ?? this.#findObstacle(rule, subject) ?? (await check.finish((running) => rule.run(running, subject)))
    const result = toResult(
      omitUndefined({ rule, subject, check, reason, durationMs: performance.now() - start }),
      this.#secrets,
    )
    this.#results.push(result)
    this.#made.push(...check.made.map((text) => this.#secrets.hide(text)))
    await this.#options.onResult?.(result)
  }

  /** Why a rule cannot be run, if so. */
  #findObstacle({ needs = [] }: Rule, { account, samples, application }: Subject): string | undefined {
    const { key, writes = false, refresh = false } = this.#options
    const obstacles: Partial<Record<Need, string | false>> = {
      key: !key && 'needs the platform key (--key)',
      account: !account && `needs an account of ${application.name} (--credential)`,
      writes: !writes && 'writes at the vendor (--writes)',
      refresh: !refresh && 'replaces the tokens of the account (--refresh)',
    }
    const reasons = needs.map(
      (need) => obstacles[need] ?? (samples[need as SampleName] ? false : sampleNeeded(need as SampleName)),
    )
    return reasons.find((reason) => reason !== false)
  }

  #summarize(applications: readonly ApplicationDefinition[]): Report {
    const counts = { passed: 0, failed: 0, warning: 0, skipped: 0 }
    for (const { outcome } of this.#results) counts[outcome] += 1
    return {
      format: 1,
      provider: {
        name: this.#definition.name,
        url: this.#secrets.hide(this.#options.url),
        applications: applications.map(({ name }) => name),
      },
      dateStart: this.#dateStart,
      dateEnd: Date.now(),
      outcome: counts.failed > 0 ? 'failed' : 'passed',
      counts,
      requests: this.#observations.replies,
      results: this.#results,
      made: this.#made,
    }
  }
}

const [FIRST] = CAPABILITIES as readonly [Capability]

/** The first route that an application promises, and that application: for rules that may be about any route. */
function firstSync(applications: readonly ApplicationDefinition[]): [ApplicationDefinition, Capability] {
  const [first] = applications
  if (!first) throw new ConformanceError('no application is selected')
  const pairs = applications.flatMap((application) =>
    CAPABILITIES.slice(2).map((capability): [ApplicationDefinition, Capability] => [application, capability]),
  )
  return pairs.find(([application, { isDeclared }]) => isDeclared(application) === true) ?? [first, FIRST]
}

function isAbout({ capabilities }: Rule, { name }: Capability): boolean {
  return capabilities?.includes(name) ?? true
}

function needsAccount({ needs = [] }: Rule): boolean {
  return needs.includes('account')
}

/** Whether an application promises a capability; else why it is not known. Null as a sample says that it does not. */
function promiseOf({ capability, application, samples, account }: Subject): boolean | string {
  const declared = capability.isDeclared(application)
  if (declared !== 'unknown') return declared
  const sample = capability.sample && samples[capability.sample]
  if (sample === null) return false
  if (sample) return true
  const member = `samples.${capability.sample}`
  return account
    ? `a definition does not say whether an application has this: set ${member}, or null if it does not`
    : 'needs an account (--credential), and a sample'
}
