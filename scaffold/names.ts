import { UsageError } from './arguments.ts'
import { besideApplication } from './identifiers.ts'

/** The names of what is written, in all the forms in which they occur. */
export interface Names {
  /** `acme`: the folder, and the identifier of the vendor. */
  vendor: string
  /** For people: `Acme`. */
  vendorLabel: string
  /** `acme-tasks`: its name in definition.json and its folder. */
  application: string
  applicationLabel: string
  /** `acme-report`. */
  functionName: string
}

/** Words that cannot be identifiers in a module. */
const KEYWORDS =
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield'.split(
    ' ',
  )

/** What vendors cannot be called, by the reason. */
const RESERVED_VENDORS: Readonly<Record<string, readonly string[]>> = {
  'it is a word of the language': [...KEYWORDS, 'constructor'],
  'sandbox/ uses it': ['clock', 'core', 'oidc', 'stop', 'vendors'],
  'files of this name are tests': ['spec', 'test'],
}

/** First segments of the provider's own routes (src/contract/definition.ts). */
const RESERVED = ['auth', 'sync', 'tag', 'link', 'upsert', 'install', 'execute', 'api', 'public']

/** Throws UsageError for a name that cannot be used. */
export function checkNames({ vendor, application, functionName, vendorLabel, applicationLabel }: Names): void {
  if (!/^[a-z][a-z0-9]{1,31}$/.test(vendor)) {
    const rule = 'It has 2 to 32 lower-case letters and digits, and begins with a letter: acme.'
    throw new UsageError(`“${vendor}” cannot be the name of a vendor. ${rule} --vendor-label holds its spelling.`)
  }
  for (const [reason, names] of Object.entries(RESERVED_VENDORS)) {
    if (!names.includes(vendor)) continue
    throw new UsageError(`“${vendor}” cannot be the name of a vendor: ${reason}. ${otherVendor(vendor)}`)
  }
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(application) || application.length > 64) {
    const rule = 'It has up to 64 lower-case letters and digits, with single hyphens between them: acme-tasks.'
    throw new UsageError(`“${application}” cannot be the name of an application. ${rule}`)
  }
  if (RESERVED.includes(application)) {
    const rule = `${RESERVED.join(', ')} are routes of the provider`
    throw new UsageError(
      `“${application}” cannot be the name of an application: ${rule}. Try ${vendor}-${application}.`,
    )
  }
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(functionName)) {
    const rule = `It has lower-case letters and digits, with single hyphens between them: ${vendor}-report.`
    throw new UsageError(`“${functionName}” cannot be the name of a function. ${rule}`)
  }
  for (const label of [vendorLabel, applicationLabel]) {
    if (/^[\p{L}\p{N}][\p{L}\p{N} .+&-]{0,60}$/u.test(label) && label === label.trim()) continue
    const rule = 'It has letters, digits, spaces and . + & -, and begins with a letter or digit.'
    throw new UsageError(`“${label}” cannot be a label. ${rule}`)
  }
}

/** What to do if a vendor cannot have a name. */
export function otherVendor(vendor: string): string {
  return `Try ${vendor}app; --vendor-label holds its spelling.`
}

/** `acme-tasks` becomes `Acme Tasks`. */
export function toLabel(name: string): string {
  return name.split('-').map(capitalize).join(' ')
}

/**
 * The identifier of an application in code: `acmeTasks`. It gets a suffix if it is a word of the language, or a file that
 * uses it has another such identifier.
 */
export function toIdentifier(names: Names): string {
  const [first = '', ...others] = names.application.split('-')
  const identifier = first + others.map(capitalize).join('')
  const isTaken =
    KEYWORDS.includes(identifier) || besideApplication().some((name) => rename(name, names) === identifier)
  return isTaken ? `${identifier}Application` : identifier
}

/** The forms of the example's names in its files, and what replaces each. The first that matches a place applies. */
const FORMS: readonly (readonly [pattern: string, replace: (names: Names) => string])[] = [
  ['beacon-mailroom', ({ application }) => application],
  ['beacon-report', ({ functionName }) => functionName],
  ['Beacon Mailroom', ({ applicationLabel }) => applicationLabel],
  ['\\bmailroom\\b', toIdentifier],
  // A part of an identifier; anywhere else it is the label.
  ['(?<=\\w)Beacon|Beacon(?=\\w)', ({ vendor }) => capitalize(vendor)],
  ['Beacon', ({ vendorLabel }) => vendorLabel],
  ['BEACON', ({ vendor }) => vendor.toUpperCase()],
  ['beacon', ({ vendor }) => vendor],
]
const ANY_FORM = new RegExp(FORMS.map(([pattern]) => `(${pattern})`).join('|'), 'g')

/** Replaces the names of the example by these, in one pass: these may contain names of the example themselves. */
export function rename(text: string, names: Names): string {
  return text.replace(ANY_FORM, (match, ...groups: unknown[]) => {
    const form = FORMS[groups.indexOf(match)]
    return form ? form[1](names) : match
  })
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
