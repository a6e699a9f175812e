import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from './arguments.ts'
import { bindingsOf } from './identifiers.ts'
import { type Names, otherVendor, rename } from './names.ts'
import { EXAMPLE, toTarget } from './templates.ts'

/** The names of a new vendor that other files import from its files. */
const IMPORTED: readonly (readonly [list: string, names: (root: string) => Iterable<string>])[] = [
  ['sandbox/index.ts', () => ['startBeacon', 'BeaconOptions', 'BeaconSandbox']],
  [
    'test/vendors/published-types/vendor-types.ts',
    (root) => bindingsOf(readFileSync(join(root, EXAMPLE, 'tests/published-types/beacon.ts'), 'utf8')),
  ],
]

/** Throws UsageError if a file of the example, or of the repository, would have two things of one name. */
export function checkClashes(root: string, names: Names, sources: readonly string[], isNewVendor: boolean): void {
  for (const source of sources.filter((file) => file.endsWith('.ts'))) {
    const name = findClash(readFileSync(join(root, source), 'utf8'), names)
    if (name) throw clash(names, rename(toTarget(source) ?? source, names), name)
  }
  if (!isNewVendor) return
  for (const [list, imported] of IMPORTED) {
    const existing = bindingsOf(readFileSync(join(root, list), 'utf8'))
    const name = [...imported(root)]
      .filter((example) => rename(example, names) !== example)
      .map((example) => rename(example, names))
      .find((renamed) => existing.has(renamed))
    if (name) throw clash(names, list, name)
  }
}

/** The name that two things of a module would have. */
export function findClash(source: string, names: Names): string | undefined {
  const taken = new Set<string>()
  for (const binding of bindingsOf(source)) {
    const name = rename(binding, names)
    if (taken.has(name)) return name
    taken.add(name)
  }
  return undefined
}

function clash({ vendor }: Names, path: string, name: string): UsageError {
  return new UsageError(
    `“${vendor}” cannot be the name of a vendor: ${path} would have ${name} twice. ${otherVendor(vendor)}`,
  )
}
