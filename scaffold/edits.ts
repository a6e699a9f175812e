import { CAPABILITIES, type Capability, type CapabilityName, type SignIn } from './capabilities.ts'
import { createDefinition } from './definition.ts'
import { type Names, rename, toIdentifier } from './names.ts'

/** A change of a file that lists vendors or applications. Throws an Error that names what is missing in the file. */
export interface Edit {
  path: string
  apply: (text: string) => string
}

/** Everything about what is written that the lists say. */
export interface Facts {
  names: Names
  signIn: SignIn
  capabilities: readonly CapabilityName[]
}

/** The changes for a new vendor. */
export function vendorEdits(facts: Facts): Edit[] {
  const { names, signIn } = facts
  const { vendor, vendorLabel } = names
  const start = rename('startBeacon', names)
  const [options, sandbox] = [rename('BeaconOptions', names), rename('BeaconSandbox', names)]
  return [
    {
      path: 'vendors/index.ts',
      apply: (text) => `${text.trimEnd()}\nexport ${named(vendor, `./${vendor}/index.ts`)}`,
    },
    {
      path: 'sandbox/index.ts',
      apply: (text) => {
        const imported = `import ${named(`type ${options}, type ${sandbox}, ${start}`, `./${vendor}/index.ts`)}`
        const member = `  ${vendor}: (options, clock) => ${start}({ ...options.${vendor}, clock }),\n`
        const listed = insertBefore(imported + text, 'export interface Vendors {', '}\n', `  ${vendor}: ${sandbox}\n`)
        const optional = `  ${vendor}?: Omit<${options}, 'clock'>\n`
        const optioned = insertBefore(listed, 'export interface SandboxOptions<', '}\n', optional)
        return insertBefore(optioned, 'const START: ', '}\n', member)
      },
    },
    {
      path: 'docs/program-variables.ts',
      apply: (text) =>
        insertBefore(text, 'export const HUB_VARIABLES', '  VENDOR_BUDGET_MS:', variableLines(names, signIn)),
    },
    {
      path: 'record/vendors.ts',
      apply: (text) => insertBefore(text, 'export const RECORDED_VENDORS', '}\n', recordedLines(facts)),
    },
    {
      path: 'test/vendors/published-types/vendor-types.ts',
      apply: (text) => `${text.trimEnd()}\n\nexport type * from ${quote(`./${vendor}.ts`)}\n`,
    },
    {
      path: 'test/vendors/published-types/vendor-responses.ts',
      apply: (text) => {
        const typed = replaceOnce(text, /(export type VendorName =[^\n]*)/, `$1 | '${vendor}'`)
        const listed = replaceOnce(
          typed,
          /(const vendors: readonly VendorName\[\] = \[[^\]]*?),?\s*\]/,
          `$1, '${vendor}']`,
        )
        return insertBefore(listed, 'const RULES: ', ']\n', vendorRules(names, signIn))
      },
    },
    {
      path: 'docs/.vitepress/navigation.ts',
      apply: (text) =>
        insertRow(text, "      'vendors/salesforce/README.md',", `      'vendors/${vendor}/README.md',\n`),
    },
    {
      path: 'sandbox/README.md',
      apply: (text) => insertRow(text, '| `salesforce/` |', sandboxRow(vendor, vendorLabel)),
    },
    ...applicationEdits(facts),
  ]
}

/** The changes for a further application of a vendor. */
export function furtherApplicationEdits(facts: Facts, routes: readonly string[]): Edit[] {
  const { names } = facts
  const { vendor, application } = names
  const identifier = toIdentifier(names)
  return [
    {
      path: `vendors/${vendor}/index.ts`,
      apply: (text) => {
        const imported = `import ${named(identifier, `./${application}/index.ts`)}`
        return imported + replaceOnce(text, /(\bapplications: \[[^\]]*?),?\s*\]/, `$1, ${identifier}]`)
      },
    },
    {
      path: `sandbox/${vendor}/routes.ts`,
      apply: (text) => routes.reduce((rest, line) => addRoutes(rest, line), text),
    },
    ...applicationEdits(facts),
  ]
}

/** An import of the example's list of routes is added with the name that it imports. */
function addRoutes(text: string, imported: string): string {
  const [, name = '', specifier = ''] = /^import \{ (\w+) \} from '([^']+)'/.exec(imported) ?? []
  if (text.includes(`'${specifier}'`)) return text
  return `${imported}\n${replaceOnce(text, /(\bAPI_ROUTES: [\s\S]*?\[\] = \[[^\]]*?),?\s*\]/, `$1, ${name}]`)}`
}

/** The changes for an application, whether or not its vendor is new. */
function applicationEdits(facts: Facts): Edit[] {
  const { names, signIn, capabilities } = facts
  const { vendor, application } = names
  const identifier = toIdentifier(names)
  return [
    {
      path: 'definition.json',
      apply: (text) => {
        const block = JSON.stringify(createDefinition(names, signIn, capabilities), null, 2).replace(/^/gm, '    ')
        return replaceOnce(text, /\n {2}\]\n\}\s*$/, () => `,\n${block}\n  ]\n}\n`)
      },
    },
    {
      path: 'test/conformance/exercises.ts',
      apply: (text) => {
        const path = `../vendors/${vendor}/${application}/exercise.ts`
        const imported = `import ${named(`exercise as ${identifier}`, path)}`
        const returned = /(\bfunction createExercises\b[\s\S]*?\n {2}return \{\n)/
        return imported + replaceOnce(text, returned, (all) => `${all}    '${application}': ${identifier},\n`)
      },
    },
    {
      path: 'test/vendors/published-types/vendor-responses.ts',
      apply: (text) => insertBefore(text, 'const RULES: ', ']\n', applicationRules(text, names, capabilities)),
    },
  ]
}

function variableLines({ vendor, vendorLabel }: Names, signIn: SignIn): string {
  const prefix = vendor.toUpperCase()
  const page = `[vendors/${vendor}](../vendors/${vendor}/README.md)`
  const client = `  ${prefix}_CLIENT_ID: ['none', 'The OAuth application at ${vendorLabel}; see ${page}.'],
  ${prefix}_CLIENT_SECRET: ['none', 'Its secret.'],
`
  return `${signIn === 'oauth' ? client : ''}  ${prefix}_ORIGIN: ['none', 'The same as GOOGLE_ORIGIN, for ${vendorLabel}.'],\n`
}

function recordedLines({ names, capabilities }: Facts): string {
  const { vendor, functionName } = names
  const example = `{ configuration: {}, values: [{ name: 'Title', value: 'Nobody' }, { name: 'Text', value: '' }] }`
  const functions = capabilities.includes('function') ? `{ '${functionName}': ${example} }` : '{}'
  return `  ${vendor}: {
    originVariable: '${vendor.toUpperCase()}_ORIGIN',
    authorizePath: '/oauth/authorize',
    upstreams: [['/', 'https://api.${vendor}.example']],
    functions: ${functions},
  },
`
}

function vendorRules(names: Names, signIn: SignIn): string {
  const token =
    rule(names, '2', '^\\/oauth\\/token$', 'TokenResponse') + rule(names, '4', '^\\/oauth\\/token$', 'TokenError')
  const error = rename('BeaconError', names)
  return [
    signIn === 'key' ? '' : token,
    rule(names, '2', '^\\/v1\\/me$', rename('BeaconMe', names)),
    rule(names, '[45]', '^\\/v1\\/', error),
  ].join('')
}

/** The rules of an application's calls that the file does not have yet. */
function applicationRules(text: string, names: Names, capabilities: readonly CapabilityName[]): string {
  const calls = capabilities.flatMap((name) => {
    const { responses }: Capability = CAPABILITIES[name]
    return responses.map(([path, type]) => rule(names, '2', path, rename(`Beacon${type}`, names)))
  })
  return [...new Set(calls)].filter((line) => !text.includes(line.trim())).join('')
}

function rule({ vendor }: Names, status: string, path: string, type: string): string {
  return `  ['${vendor}', /^${status}/, /${path}/, '${type}'],\n`
}

function sandboxRow(vendor: string, label: string): string {
  return `| \`${vendor}/\` | ${label}: its sign-in and its API, with three sample items of each kind |\n`
}

/** Inserts a line after the one that begins with this text. */
function insertRow(text: string, begin: string, row: string): string {
  const start = text.indexOf(`\n${begin}`)
  if (start < 0) throw new Error(`has no line that begins with ${begin}`)
  const end = text.indexOf('\n', start + 1) + 1
  return text.slice(0, end) + row + text.slice(end)
}

/** Inserts lines before the first line after `anchor` that begins with `end`. */
function insertBefore(text: string, anchor: string, end: string, lines: string): string {
  const start = text.indexOf(anchor)
  const at = start < 0 ? -1 : text.indexOf(`\n${end}`, start)
  if (at < 0) throw new Error(`has no “${anchor}” that is followed by “${end.trim()}”`)
  return text.slice(0, at + 1) + lines + text.slice(at + 1)
}

function replaceOnce(text: string, pattern: RegExp, replacement: string | ((all: string) => string)): string {
  if (!pattern.test(text)) throw new Error(`has nothing that matches ${pattern}`)
  return text.replace(pattern, replacement as string)
}

/** The rest of an import or export of names. */
function named(names: string, path: string): string {
  return `{ ${names} } from ${quote(path)}\n`
}

function quote(path: string): string {
  return `'${path}'`
}
