import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Arguments, UsageError } from './arguments.ts'
import { checkClashes } from './clashes.ts'
import { createIcon } from './definition.ts'
import { type Facts, furtherApplicationEdits, vendorEdits } from './edits.ts'
import { checkNames, type Names, rename, toLabel } from './names.ts'
import { type Rendered, render, withImports } from './render.ts'
import { applicationFiles, EXAMPLE, LISTS, toTarget, vendorFiles } from './templates.ts'
import { findVendor } from './vendor.ts'

/** Everything that is to be written. Nothing of it exists yet but the files that are changed. */
export interface Plan {
  facts: Facts
  isNewVendor: boolean
  created: Rendered[]
  changed: Rendered[]
}

/** Compares the command line with the repository at `root`. Throws UsageError if it cannot be carried out. */
export function createPlan(root: string, options: Arguments): Plan {
  const existing = findVendor(root, options.vendor)
  const names = toNames(options, existing?.label)
  checkNames(names)
  const signIn = existing?.signIn ?? options.signIn
  if (!signIn)
    throw new UsageError(
      `${names.vendor} is a new vendor: say with --auth oauth, key or key-upload how accounts are connected.`,
    )
  if (existing && options.signIn && options.signIn !== signIn) {
    throw new UsageError(`vendors/${names.vendor} connects accounts by ${signIn}. Leave out --auth.`)
  }
  checkTaken(root, names, options)
  const facts: Facts = { names, signIn, capabilities: options.capabilities }
  const created = createFiles(root, facts, existing !== undefined)
  checkRooms(created)
  const edits = existing ? furtherApplicationEdits(facts, routesOf(root, options)) : vendorEdits(facts)
  const changed = new Map<string, string>()
  for (const { path, apply } of edits) {
    try {
      changed.set(path, apply(changed.get(path) ?? readFileSync(join(root, path), 'utf8')))
    } catch (error) {
      throw new Error(`${path} ${(error as Error).message}; nothing was written. This program has to follow that file.`)
    }
  }
  return { facts, isNewVendor: !existing, created, changed: [...changed].map(([path, text]) => ({ path, text })) }
}

function toNames(options: Arguments, existingLabel: string | undefined): Names {
  const { vendor, application, functionName, vendorLabel, applicationLabel } = options
  if (existingLabel !== undefined && vendorLabel !== undefined && vendorLabel !== existingLabel) {
    throw new UsageError(`vendors/${vendor} is called ${existingLabel}. Leave out --vendor-label.`)
  }
  return {
    vendor,
    application,
    functionName: functionName ?? `${vendor}-report`,
    vendorLabel: existingLabel ?? vendorLabel ?? toLabel(vendor),
    applicationLabel: applicationLabel ?? toLabel(application),
  }
}

/** Throws UsageError for the name of an application or function that definition.json has already. */
function checkTaken(root: string, { application, functionName, vendor }: Names, { capabilities }: Arguments): void {
  const { applications } = JSON.parse(readFileSync(join(root, 'definition.json'), 'utf8')) as {
    applications: { name: string; functions?: { name: string }[] }[]
  }
  if (applications.some(({ name }) => name === application)) {
    throw new UsageError(`The application ${application} exists already. Try ${vendor}-${application}.`)
  }
  const functions = applications.flatMap((block) => block.functions ?? []).map(({ name }) => name)
  if (capabilities.includes('function') && functions.includes(functionName)) {
    throw new UsageError(`The function ${functionName} exists already; names are unique in all applications.`)
  }
}

/** Renders the files. Of an existing vendor, what it has already is used; anything else that exists is refused. */
function createFiles(root: string, facts: Facts, isExisting: boolean): Rendered[] {
  const { names, signIn, capabilities } = facts
  const own = isExisting ? [] : vendorFiles(signIn)
  const files = withImports(root, [...own, ...applicationFiles(capabilities)])
  const lists = isExisting ? files : [...files, `${EXAMPLE}/sandbox/routes.ts`]
  const sources = [...new Set([...lists, ...recordingsOf(root, files)])]
  const exists = (target: string) => existsSync(join(root, rename(target, names)))
  const isOfVendor = (target: string) => !target.includes('beacon-mailroom')
  const written = sources.filter((source) => {
    const target = toTarget(source) ?? ''
    return !(isExisting && isOfVendor(target) && (exists(target) || isVariant(source)))
  })
  const taken = written
    .map((source) => rename(toTarget(source) ?? '', names))
    .filter((path) => existsSync(join(root, path)))
  if (taken.length > 0) throw new UsageError(`${taken.join(', ')} exists already. Nothing was written.`)
  checkClashes(root, names, written, !isExisting)
  // An existing vendor has the files of its sign-in already.
  const targets = new Set([...sources, ...vendorFiles(signIn)].map((source) => toTarget(source) ?? ''))
  const icon = { path: `public/icons/${names.application}.svg`, text: createIcon(names) }
  if (existsSync(join(root, icon.path))) throw new UsageError(`${icon.path} exists already. Nothing was written.`)
  return [...written.map((source) => render(root, source, names, targets, capabilities)), icon]
}

/** Whether a file belongs to one kind of sign-in: an existing vendor has its own. */
function isVariant(source: string): boolean {
  return /\/(settings|errors|auth|key|sign-in)\.ts$/.test(source)
}

/** The recordings that these tests name. */
function recordingsOf(root: string, files: readonly string[]): string[] {
  const folder = `${EXAMPLE}/tests/recordings`
  const tests = files.filter((file) => file.endsWith('.test.ts')).map((file) => readFileSync(join(root, file), 'utf8'))
  const recordings = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.json'))
  const isNamed = (file: string) => tests.some((text) => text.includes(`'${file.replace(/\.json$/, '')}'`))
  return recordings.filter(isNamed).map((file) => `${folder}/${file}`)
}

/** The imports of the example's list of routes for these capabilities. */
function routesOf(root: string, { capabilities }: Arguments): string[] {
  const files = new Set(applicationFiles(capabilities).map((file) => basename(file)))
  const [list] = LISTS.filter((file) => file.endsWith('/routes.ts'))
  const lines = readFileSync(join(root, list ?? ''), 'utf8').split('\n')
  return lines.filter((line) => [...files].some((file) => line.startsWith('import {') && line.endsWith(`'./${file}'`)))
}

/** Throws UsageError if a file would repeat the name of its folder, which a test refuses. */
function checkRooms(created: readonly Rendered[]): void {
  const repeats = created.filter(({ path }) => {
    if (!path.endsWith('.ts') || path.startsWith('test/')) return false
    const [name, folder] = [basename(path, '.ts'), basename(dirname(path))]
    return name === folder || name.startsWith(`${folder.replace(/s$/, '')}-`) || name.startsWith(`${folder}-`)
  })
  const [first] = repeats
  if (!first) return
  const folder = basename(dirname(first.path))
  throw new UsageError(`${first.path} would repeat the name of its folder. Choose another name than ${folder}.`)
}
