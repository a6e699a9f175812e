import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { CapabilityName } from './capabilities.ts'
import { CAPABILITY_NAMES } from './capabilities.ts'
import { type Names, rename } from './names.ts'
import { LISTS, toTarget } from './templates.ts'

/** Static and dynamic imports and addresses of files, with the text before and after each. */
const SPECIFIER = /((?:\bfrom |\bimport\(|\bnew URL\()')(\.{1,2}\/[^'\n]+)(')/g

/** The files of the example that these files need, themselves included. What a list imports has to be chosen. */
export function withImports(root: string, files: readonly string[]): string[] {
  const found = new Map<string, string>()
  const visit = (file: string) => {
    if (LISTS.includes(file)) return
    for (const imported of importsOf(file, readFileSync(join(root, file), 'utf8'))) {
      const target = toTarget(imported)
      // A file of another kind of sign-in has the place of the one that was chosen.
      if (!target || found.has(target)) continue
      found.set(target, imported)
      visit(imported)
    }
  }
  for (const file of files) found.set(toTarget(file) ?? file, file)
  for (const file of files) visit(file)
  return [...found.values()]
}

function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(SPECIFIER)].map(([, , specifier = '']) => resolve(file, specifier))
}

function resolve(file: string, specifier: string): string {
  return posix.join(posix.dirname(file), specifier)
}

/** A file of the example as it is written: where it belongs, and with what. */
export interface Rendered {
  path: string
  text: string
}

/** Renders a file of the example. `targets` are the files that exist afterwards, by the names of the example. */
export function render(
  root: string,
  source: string,
  names: Names,
  targets: ReadonlySet<string>,
  capabilities: readonly CapabilityName[],
): Rendered {
  const target = toTarget(source)
  if (!target) throw new Error(`${source} is no file of the example`)
  const original = readFileSync(join(root, source), 'utf8')
  const chosen = LISTS.includes(source) ? withoutOthers(source, original, targets, capabilities) : original
  return { path: rename(target, names), text: rename(rewriteImports(source, target, chosen), names) }
}

/** Relative imports as they are at the new place. */
function rewriteImports(source: string, target: string, text: string): string {
  return text.replace(SPECIFIER, (_all, before: string, specifier: string, after: string) => {
    const imported = resolve(source, specifier)
    const path = posix.relative(posix.dirname(target), toTarget(imported) ?? imported)
    return `${before}${path.startsWith('.') ? path : `./${path}`}${after}`
  })
}

/**
 * A list without the lines that name what was not chosen: a file that is not written, or something that is imported from
 * one; and without the members that have the name of such a capability.
 */
function withoutOthers(
  source: string,
  text: string,
  targets: ReadonlySet<string>,
  capabilities: readonly CapabilityName[],
): string {
  const absent = (specifier: string) => {
    const target = toTarget(resolve(source, specifier))
    return target !== undefined && !targets.has(target)
  }
  const others: string[] = []
  const lines = text.split('\n').filter((line) => {
    const specifiers = [...line.matchAll(SPECIFIER)].map(([, , specifier = '']) => specifier)
    if (!specifiers.some(absent)) return true
    const [, imported = ''] = /^import \{(.*)\} from /.exec(line) ?? []
    others.push(...imported.split(',').map((name) => name.replace(/^\s*type /, '').trim()))
    return false
  })
  const names = others.filter(Boolean)
  const left = lines.filter((line) => !names.some((name) => new RegExp(`\\b${name}\\b`).test(line))).join('\n')
  const unchosen = CAPABILITY_NAMES.filter((name) => !capabilities.includes(name))
  return withoutUnused(withoutEmpty(source.endsWith('exercise.ts') ? withoutMembers(left, unchosen) : left))
}

/** Objects of which no member is left. */
function withoutEmpty(text: string): string {
  return text.replace(/^ {2}\w+: \{\n {2}\},\n/gm, '')
}

/** Members of an exported object, of one line or several. */
function withoutMembers(text: string, names: readonly string[]): string {
  return names.reduce(
    (rest, name) => rest.replace(new RegExp(`^ {2}${name}: [^\\n]*\\n(?:(?: {3,}[^\\n]*| {2}[\\]}],?)\\n)*`, 'm'), ''),
    text,
  )
}

/** Imported names that nothing uses any more. */
function withoutUnused(text: string): string {
  const code = text.replace(/^import .*$/gm, '')
  return text.replace(/^import \{ (.*) \} from /gm, (line, names: string) => {
    const used = names.split(', ').filter((name) => new RegExp(`\\b${name}\\b`).test(code))
    return used.length > 0 ? `import { ${used.join(', ')} } from ` : line
  })
}
