import { parseArgs } from 'node:util'
import { DEFAULT_REDIRECT_URIS } from './core/stand-in.ts'

export const USAGE = `npm run sandbox -- [options]
  --port google=8801   a fixed port for a vendor, may be repeated; any free one by default
  --redirect-uri URL   where the vendors send people back to, may be repeated; the hub on port 5000 by default
  --start INSTANT      where sandbox time begins and runs on from; now by default, as it is for the hub
  --auto-consent       let every authorization request through without showing the page
  --latency MS         slow down every answer of an API
  --drip SECONDS       let a mail arrive now and then
  --help
`

export interface Arguments {
  ports: Readonly<Record<string, number>>
  redirectUris: readonly string[]
  start: string
  autoConsent: boolean
  latency: number
  dripMs: number | undefined
  help: boolean
}

/** Throws a TypeError for an option that does not exist, a RangeError for a value that makes no sense. */
export function readArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', multiple: true, default: [] },
      'redirect-uri': { type: 'string', multiple: true, default: DEFAULT_REDIRECT_URIS },
      start: { type: 'string', default: 'now' },
      'auto-consent': { type: 'boolean', default: false },
      latency: { type: 'string', default: '0' },
      drip: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    ports: Object.fromEntries(values.port.map(portOf)),
    redirectUris: values['redirect-uri'],
    start: values.start,
    autoConsent: values['auto-consent'],
    latency: number(values.latency, '--latency'),
    dripMs: values.drip === undefined ? undefined : number(values.drip, '--drip') * 1000,
    help: values.help,
  }
}

function portOf(text: string): [vendor: string, port: number] {
  const [vendor = '', port = ''] = text.split('=')
  return [vendor, number(port, '--port vendor=')]
}

function number(text: string, option: string): number {
  const value = Number(text)
  if (text === '' || !(value >= 0)) throw new RangeError(`${option} wants a number, not "${text}"`)
  return value
}
