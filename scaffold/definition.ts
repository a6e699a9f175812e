import type { CapabilityName, SignIn } from './capabilities.ts'
import type { Names } from './names.ts'

/** The block of an application in definition.json. */
export function createDefinition(names: Names, signIn: SignIn, capabilities: readonly CapabilityName[]): object {
  const { vendor, vendorLabel, application, applicationLabel, functionName } = names
  const has = (name: CapabilityName) => capabilities.includes(name)
  return {
    name: application,
    label: applicationLabel,
    description: `${describe(capabilities)} of a ${vendorLabel} account.`,
    iconUrl: `/icons/${application}.svg`,
    authentication: true,
    connectMethods: [signIn === 'oauth' ? 'oauth' : 'key'],
    sobjects: {
      calendar: has('calendar'),
      transcription: has('transcription'),
      message: false,
      email: has('email'),
      table: has('table'),
      function: has('function'),
    },
    linkSubscriptions: has('link')
      ? [{ pattern: `https://*.${vendor}.example/documents/*`, label: `${vendorLabel} document` }]
      : [],
    externalIds: has('identifier') ? [{ metadataType: 'Contact', label: 'Contact', tagType: 'person' }] : [],
    ...(has('function')
      ? { functions: [{ name: functionName, label: 'Report', description: 'Makes a report from a title and a text.' }] }
      : {}),
  }
}

const NOUNS: readonly (readonly [nouns: string, ...capabilities: CapabilityName[]])[] = [
  ['mail', 'email'],
  ['calendars', 'calendar'],
  ['transcripts', 'transcription'],
  ['records', 'table', 'records', 'identifier', 'tags', 'query'],
  ['activities', 'insight'],
  ['notes', 'notes'],
  ['documents', 'link'],
  ['reports', 'function'],
]

/** `Mail, records and notes`. */
function describe(capabilities: readonly CapabilityName[]): string {
  const nouns = NOUNS.filter(([, ...of]) => of.some((name) => capabilities.includes(name))).map(([noun]) => noun)
  const text = nouns.length > 1 ? `${nouns.slice(0, -1).join(', ')} and ${nouns.at(-1)}` : (nouns[0] ?? '')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A square with the first letter of the label, in a colour of its own. */
export function createIcon({ application, applicationLabel }: Names): string {
  const hue = [...application].reduce((sum, letter) => sum + letter.charCodeAt(0) * 37, 0) % 360
  const letter = applicationLabel.charAt(0).toUpperCase().replace('&', '&amp;')
  const label = applicationLabel.replaceAll('&', '&amp;')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" role="img" aria-label="${label}">
  <rect x="4" y="4" width="40" height="40" rx="9" fill="hsl(${hue} 45% 38%)"/>
  <text x="24" y="33" text-anchor="middle" font-family="sans-serif" font-size="26" font-weight="600" fill="#fff">${letter}</text>
</svg>
`
}
