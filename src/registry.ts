import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, StartupError } from './config.ts'
import { type ApplicationDefinition, acceptAliases, ProviderDefinition } from './contract/index.ts'
import type { Application, Settings, Vendor } from './kit/application.ts'
import { UnknownApplication, ValidationError } from './kit/errors.ts'
import { describeErrors } from './middleware/validate.ts'

/** An application that is served: its handlers, its vendor's label and settings, its line of definition.json. */
export interface Served {
  application: Application
  vendor: string
  settings: Settings
}

/** Who serves what. Built once, at start, from definition.json and the vendors. */
export class Registry {
  /** The definition as the platform sees it: addresses absolute, applications of unconfigured vendors left out. */
  readonly definition: ProviderDefinition
  /** Variables that are missing, for each vendor that is left out. */
  readonly unconfigured: ReadonlyMap<string, readonly string[]>
  readonly #served = new Map<string, Served>()
  readonly #leftOut = new Map<string, readonly string[]>()

  constructor(definition: ProviderDefinition, vendors: readonly Vendor[], config: Config) {
    for (const vendor of vendors) {
      const { settings, missing } = config.vendors[vendor.name] ?? { settings: {}, missing: [] }
      for (const application of vendor.applications) {
        if (missing.length > 0) this.#leftOut.set(application.name, missing)
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
    this.definition = absolute({ ...definition, applications }, config.baseUrl)
  }

  /** The application of that name. Throws ValidationError when there is none or its vendor is not configured. */
  find(name: string): Served {
    const served = this.#served.get(name)
    if (served) return served
    const missing = this.#leftOut.get(name)
    if (!missing) throw new UnknownApplication(name, [...this.#served.keys()])
    throw new ValidationError(`The application "${name}" is not set up here: the hub lacks ${missing.join(' and ')}.`)
  }

  get applications(): readonly Served[] {
    return [...this.#served.values()]
  }

  /** The application that offers a function. Throws ValidationError when there is none. */
  findFunction(functionName: string): Served {
    const served = this.applications.find(({ application }) => Object.hasOwn(application.functions ?? {}, functionName))
    if (served) return served
    const offered = this.applications.flatMap(({ application }) => Object.keys(application.functions ?? {}))
    throw ValidationError.at('#/functionName', `no such function; offered are: ${offered.join(', ') || 'none'}.`)
  }
}

/**
 * Reads definition.json and holds it against the vendors: every promise has a handler and every handler a promise.
 * Throws StartupError with every problem found.
 */
export function createRegistry(
  raw: unknown,
  vendors: readonly Vendor[],
  config: Config,
  publicFolder: string,
): Registry {
  const accepted = acceptAliases(ProviderDefinition, raw)
  const errors = describeErrors(ProviderDefinition, accepted)
  if (errors.length > 0) throw new StartupError(errors.map((e) => `definition.json ${e.pointer}: ${e.detail}`))
  const definition = accepted as ProviderDefinition
  const problems = [
    ...compareNames(definition, vendors),
    ...vendors
      .flatMap((vendor) => vendor.applications)
      .flatMap((application) => comparePromises(definition, application)),
    ...missingIcons(definition, publicFolder),
  ]
  if (problems.length > 0) throw new StartupError(problems.map((problem) => `definition.json ${problem}`))
  return new Registry(definition, vendors, config)
}

function compareNames(definition: ProviderDefinition, vendors: readonly Vendor[]): string[] {
  const promised = definition.applications.map(({ name }) => name)
  const written = vendors.flatMap(({ applications }) => applications.map(({ name }) => name))
  return [
    ...duplicates(promised).map((name) => `defines the application "${name}" twice.`),
    ...duplicates(written).map((name) => `is held against two applications called "${name}" in vendors/.`),
    ...promised.filter((name) => !written.includes(name)).map((name) => `promises "${name}", which no vendor has.`),
    ...written.filter((name) => !promised.includes(name)).map((name) => `lacks "${name}", which a vendor has.`),
  ]
}

function duplicates(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

/** What each promise of a definition stands for among the handlers. */
function promises(
  block: ApplicationDefinition,
  { auth, sync, link, functions }: Application,
): [string, boolean, boolean][] {
  const { sobjects } = block
  return [
    ['authentication', block.authentication, auth !== undefined],
    ['sobjects.email', sobjects.email ?? false, sync?.emails !== undefined],
    ['sobjects.calendar', sobjects.calendar ?? false, sync?.calendar !== undefined],
    ['sobjects.transcription', sobjects.transcription ?? false, sync?.transcriptions !== undefined],
    ['sobjects.table', sobjects.table ?? false, sync?.metadata !== undefined && sync.table !== undefined],
    ['sobjects.function', sobjects.function ?? false, functions !== undefined],
    ['linkSubscriptions', block.linkSubscriptions.length > 0, link !== undefined],
    ['externalIds', block.externalIds.length > 0, sync?.identifier !== undefined],
  ]
}

function comparePromises(definition: ProviderDefinition, application: Application): string[] {
  const block = definition.applications.find(({ name }) => name === application.name)
  if (!block) return []
  const wrong = promises(block, application).filter(([, promised, kept]) => promised !== kept)
  const problems = wrong.map(([promise, promised]) =>
    promised
      ? `promises ${promise} of "${block.name}", but there is no handler for it.`
      : `does not promise ${promise} of "${block.name}", but there is a handler for it.`,
  )
  if (block.sobjects.message) problems.push(`promises sobjects.message of "${block.name}", which has no route.`)
  return [...problems, ...compareFunctions(block, application)]
}

function compareFunctions(block: ApplicationDefinition, { functions = {} }: Application): string[] {
  const promised = (block.functions ?? []).map(({ name }) => name)
  const written = Object.keys(functions)
  const differ = promised.length !== written.length || promised.some((name) => !written.includes(name))
  return differ ? [`lists the functions [${promised}] of "${block.name}", but the handlers are [${written}].`] : []
}

function missingIcons(definition: ProviderDefinition, publicFolder: string): string[] {
  const icons = [definition.iconUrl, ...definition.applications.flatMap(({ iconUrl }) => iconUrl ?? [])]
  const own = icons.filter((icon) => !/^https?:/.test(icon))
  return own.filter((icon) => !existsSync(join(publicFolder, icon))).map((icon) => `names ${icon}, a missing file.`)
}

function absolute(definition: ProviderDefinition, baseUrl: string): ProviderDefinition {
  // Not resolved against the base, which may have a path of its own that a leading slash would drop.
  const address = (icon: string) => (/^https?:/.test(icon) ? icon : `${baseUrl}/${icon.replace(/^\/+/, '')}`)
  return {
    ...definition,
    instanceUrl: baseUrl,
    iconUrl: address(definition.iconUrl),
    applications: definition.applications.map((application) =>
      application.iconUrl ? { ...application, iconUrl: address(application.iconUrl) } : application,
    ),
  }
}
