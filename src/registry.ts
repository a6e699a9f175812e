import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import {
  type ApplicationDefinition,
  acceptAliases,
  connectMethodsOf,
  ProviderDefinition,
  withoutUnsafeAddresses,
} from './contract/index.ts'
import type { Application, Settings, Vendor } from './kit/application.ts'
import { UnconfiguredApplicationError, UnknownApplicationError, ValidationError } from './kit/errors.ts'
import { describeErrors } from './middleware/validate.ts'
import { StartupError } from './runtime/environment.ts'

/** An application that this hub serves, with its vendor's label and settings. */
export interface ServedApplication {
  application: Application
  vendor: string
  settings: Settings
}

/** The applications that this hub serves. Built once, at start, from definition.json and the vendors. */
export class Registry {
  /** The public definition: with absolute URLs and without the applications of unconfigured vendors. */
  readonly definition: ProviderDefinition
  /** The missing environment variables of each unconfigured vendor. */
  readonly unconfigured: ReadonlyMap<string, readonly string[]>
  readonly #served = new Map<string, ServedApplication>()
  readonly #unconfigured = new Map<string, readonly string[]>()

  constructor(definition: ProviderDefinition, vendors: readonly Vendor[], config: Config) {
    for (const vendor of vendors) {
      const { settings, missing } = config.vendors[vendor.name] ?? { settings: {}, missing: [] }
      for (const application of vendor.applications) {
        if (missing.length > 0) this.#unconfigured.set(application.name, missing)
        else this.#served.set(application.name, { application, vendor: vendor.label, settings })
      }
    }
    this.unconfigured = new Map(
      vendors.flatMap(({ name }) => {
        const missing = config.vendors[name]?.missing ?? []
        return missing.length > 0 ? [[name, missing] as const] : []
      }),
    )
    const applications = definition.applications.filter(({ name }) => this.#served.has(name))
    this.definition = withAbsoluteUrls({ ...definition, applications }, config.baseUrl)
  }

  /** The application of a name. Throws ValidationError if there is none or its vendor is not configured. */
  get(name: string): ServedApplication {
    const served = this.#served.get(name)
    if (served) return served
    const missing = this.#unconfigured.get(name)
    if (!missing) throw new UnknownApplicationError(name, [...this.#served.keys()])
    throw new UnconfiguredApplicationError(name, missing)
  }

  get applications(): readonly ServedApplication[] {
    return [...this.#served.values()]
  }

  /** The application that has a function. Throws ValidationError if there is none. */
  getByFunction(functionName: string): ServedApplication {
    const served = this.applications.find(({ application }) => Object.hasOwn(application.functions ?? {}, functionName))
    if (served) return served
    const functionNames = this.applications.flatMap(({ application }) => Object.keys(application.functions ?? {}))
    throw ValidationError.at(
      '#/functionName',
      `unknown function. Available functions: ${functionNames.join(', ') || 'none'}.`,
    )
  }
}

/**
 * Parses definition.json and compares it with the vendors: everything it promises needs a handler, and every handler needs
 * a promise. Throws StartupError with all problems.
 */
export function createRegistry(
  raw: unknown,
  vendors: readonly Vendor[],
  config: Config,
  publicFolder?: string,
): Registry {
  const accepted = acceptAliases(ProviderDefinition, raw)
  const errors = describeErrors(ProviderDefinition, accepted)
  if (errors.length > 0)
    throw new StartupError(
      'hub',
      errors.map(({ pointer, detail }) => `definition.json ${pointer}: ${detail}`),
    )
  const definition = accepted as ProviderDefinition
  const problems = [
    ...compareNames(definition, vendors),
    ...vendors
      .flatMap((vendor) => vendor.applications)
      .flatMap((application) => comparePromises(definition, application)),
    ...missingIcons(definition, publicFolder),
    ...unsafeAddresses(definition),
  ]
  if (problems.length > 0)
    throw new StartupError(
      'hub',
      problems.map((problem) => `definition.json ${problem}`),
    )
  return new Registry(definition, vendors, config)
}

function compareNames(definition: ProviderDefinition, vendors: readonly Vendor[]): string[] {
  const promised = definition.applications.map(({ name }) => name)
  const applications = new Map(definition.applications.map((application) => [application.name, application])).values()
  const functions = [...applications].flatMap((application) => (application.functions ?? []).map(({ name }) => name))
  const implemented = vendors.flatMap(({ applications }) => applications.map(({ name }) => name))
  return [
    ...duplicates(promised).map((name) => `defines the application "${name}" twice.`),
    ...duplicates(functions).map(
      (name) => `lists the function "${name}" twice: its name must be unique in all applications.`,
    ),
    ...duplicates(implemented).map((name) => `matches two applications called "${name}" in vendors/.`),
    ...promised.filter((name) => !implemented.includes(name)).map((name) => `promises "${name}", which no vendor has.`),
    ...implemented.filter((name) => !promised.includes(name)).map((name) => `lacks "${name}", which a vendor has.`),
  ]
}

function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

/** What a definition promises, as rows of the promise's name, whether it is made, and whether there is a handler for it. */
function toPromises(
  definition: ApplicationDefinition,
  { auth, sync, link, functions }: Application,
): [string, boolean, boolean][] {
  const { sobjects } = definition
  return [
    ['authentication', definition.authentication, auth !== undefined],
    ['sobjects.email', sobjects.email ?? false, sync?.emails !== undefined],
    ['sobjects.calendar', sobjects.calendar ?? false, sync?.calendar !== undefined],
    ['sobjects.transcription', sobjects.transcription ?? false, sync?.transcriptions !== undefined],
    ['sobjects.table', sobjects.table ?? false, sync?.metadata !== undefined && sync.table !== undefined],
    ['sobjects.function', sobjects.function ?? false, functions !== undefined],
    ['linkSubscriptions', definition.linkSubscriptions.length > 0, link !== undefined],
    ['externalIds', definition.externalIds.length > 0, sync?.identifier !== undefined],
  ]
}

function comparePromises(definition: ProviderDefinition, application: Application): string[] {
  const block = definition.applications.find(({ name }) => name === application.name)
  if (!block) return []
  const mismatches = toPromises(block, application).filter(([, promised, implemented]) => promised !== implemented)
  const problems = mismatches.map(([promise, promised]) =>
    promised
      ? `promises ${promise} of "${block.name}", but there is no handler for it.`
      : `does not promise ${promise} of "${block.name}", but there is a handler for it.`,
  )
  problems.push(...compareMethods(block, application))
  if (block.sobjects.message) problems.push(`promises sobjects.message of "${block.name}", which has no route.`)
  return [...problems, ...compareFunctions(block, application)]
}

/** The order is the definition's: the first method is the default of /auth/connect. */
function compareMethods(definition: ApplicationDefinition, { auth }: Application): string[] {
  const { name } = definition
  const connectMethods = connectMethodsOf(definition)
  if (!auth) return []
  const { methods = ['oauth'] } = auth
  const differ =
    duplicates(connectMethods).length > 0 || [...connectMethods].sort().join() !== [...methods].sort().join()
  return differ
    ? [`lists the connectMethods [${connectMethods}] of "${name}", but the handlers have [${methods}].`]
    : []
}

function compareFunctions(block: ApplicationDefinition, { functions = {} }: Application): string[] {
  const promised = (block.functions ?? []).map(({ name }) => name)
  const implemented = Object.keys(functions)
  const differ = promised.length !== implemented.length || promised.some((name) => !implemented.includes(name))
  return differ ? [`lists the functions [${promised}] of "${block.name}", but the handlers are [${implemented}].`] : []
}

function unsafeAddresses(definition: ProviderDefinition): string[] {
  const { dropped } = withoutUnsafeAddresses(ProviderDefinition, definition)
  return dropped.map((pointer) => `has an address at ${pointer} that is not http, https, mailto or tel.`)
}

function missingIcons(definition: ProviderDefinition, publicFolder?: string): string[] {
  const icons = [definition.iconUrl, ...definition.applications.flatMap(({ iconUrl }) => iconUrl ?? [])]
  const files = icons.filter((icon) => !/^https?:/.test(icon))
  if (publicFolder === undefined) {
    return files.map((icon) => `refers to the icon ${icon}: set publicFolder to its folder, or use an https URL.`)
  }
  return files
    .filter((icon) => !existsSync(join(publicFolder, icon)))
    .map((icon) => `refers to the icon ${icon}, which does not exist.`)
}

function withAbsoluteUrls(definition: ProviderDefinition, baseUrl: string): ProviderDefinition {
  // Not resolved against the base URL: a leading slash would drop its path.
  const toAbsolute = (icon: string) => (/^https?:/.test(icon) ? icon : `${baseUrl}/${icon.replace(/^\/+/, '')}`)
  return {
    ...definition,
    instanceUrl: baseUrl,
    iconUrl: toAbsolute(definition.iconUrl),
    applications: definition.applications.map((application) =>
      application.iconUrl ? { ...application, iconUrl: toAbsolute(application.iconUrl) } : application,
    ),
  }
}
