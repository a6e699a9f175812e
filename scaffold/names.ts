import { UsageError } from './arguments.ts'

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

/** First segments of the provider's own routes (src/contract/definition.ts). */
const RESERVED = ['auth', 'sync', 'tag', 'link', 'upsert', 'install', 'execute', 'api', 'public']

/** Throws UsageError for a name that cannot be used. */
export function checkNames({ vendor, application, functionName, vendorLabel, applicationLabel }: Names): void {
  if (!/^[a-z][a-z0-9]{1,31}$/.test(vendor)) {
    const rule = 'It has 2 to 32 lower-case letters and digits, and begins with a letter: acme.'
    throw new UsageError(`“${vendor}” cannot be the name of a vendor. ${rule} --vendor-label holds its spelling.`)
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
  if (KEYWORDS.includes(vendor)) {
    throw new UsageError(`“${vendor}” cannot be the name of a vendor: it is a word of the language. Try ${vendor}app.`)
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

/** `acme-tasks` becomes `Acme Tasks`. */
export function toLabel(name: string): string {
  return name.split('-').map(capitalize).join(' ')
}

/** The identifier of an application in code: `acmeTasks`. One that is taken or no identifier gets a suffix. */
export function toIdentifier({ application, vendor }: Pick<Names, 'application' | 'vendor'>): string {
  const [first = '', ...others] = application.split('-')
  const identifier = first + others.map(capitalize).join('')
  return identifier === vendor || KEYWORDS.includes(identifier) ? `${identifier}Application` : identifier
}

/**
 * Replaces the names of the example by these: `Beacon` is a part of identifiers or the vendor's label, `beacon-mailroom` the
 * application, `mailroom` its identifier, and `beacon-report` the function.
 */
export function rename(text: string, names: Names): string {
  const { vendor, vendorLabel, application, applicationLabel, functionName } = names
  return text
    .replaceAll('beacon-mailroom', application)
    .replaceAll('beacon-report', functionName)
    .replaceAll('Beacon Mailroom', applicationLabel)
    .replace(/\bmailroom\b/g, toIdentifier(names))
    .replace(/(?<=\w)Beacon|Beacon(?=\w)/g, capitalize(vendor))
    .replaceAll('Beacon', vendorLabel)
    .replaceAll('BEACON', vendor.toUpperCase())
    .replaceAll('beacon', vendor)
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
