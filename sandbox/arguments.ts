import { parseArgs } from 'node:util'
import { LOOPBACK, type Network } from './core/http/server.ts'
import { DEFAULT_REDIRECT_URIS } from './core/mock-server.ts'

export const USAGE = `npm run sandbox -- [options]
  --port google=8801   port of a vendor, or of the issuer (oidc=8804); repeatable; any free port by default
  --listen ADDRESS     address to listen on; 127.0.0.1 by default, 0.0.0.0 in a container
  --host NAME          host name in the sandbox's addresses, under which browsers and programs reach it; 127.0.0.1 by default
  --redirect-uri URL   allowed OAuth redirect URI (repeatable); the hub on port 5000 by default
  --start INSTANT      ISO 8601 time at which the sandbox's clock starts; the current time by default
  --auto-consent       approve every authorization request without showing the consent page
  --latency MS         delay every API response
  --drip SECONDS       deliver a new message to the sample account every SECONDS
  --help               show this help
`

export interface Arguments {
  ports: Readonly<Record<string, number>>
  network: Network
  redirectUris: readonly string[]
  start: string
  autoConsent: boolean
  latency: number
  dripMs: number | undefined
  help: boolean
}

/** Throws a TypeError for an unknown option and a RangeError for an invalid value. */
export function parseArguments(args: readonly string[]): Arguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', multiple: true, default: [] },
      listen: { type: 'string', default: LOOPBACK.address },
      host: { type: 'string', default: LOOPBACK.hostName },
      'redirect-uri': { type: 'string', multiple: true, default: DEFAULT_REDIRECT_URIS },
      start: { type: 'string', default: 'now' },
      'auto-consent': { type: 'boolean', default: false },
      latency: { type: 'string', default: '0' },
      drip: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    ports: Object.fromEntries(values.port.map(parsePort)),
    network: { address: values.listen, hostName: values.host },
    redirectUris: values['redirect-uri'],
    start: values.start,
    autoConsent: values['auto-consent'],
    latency: parseNumber(values.latency, '--latency'),
    dripMs: values.drip === undefined ? undefined : parseNumber(values.drip, '--drip') * 1000,
    help: values.help,
  }
}

function parsePort(text: string): [vendor: string, port: number] {
  const [vendor = '', port = ''] = text.split('=')
  return [vendor, parseNumber(port, '--port vendor=')]
}

function parseNumber(text: string, option: string): number {
  const value = Number(text)
  if (text === '' || !(value >= 0)) throw new RangeError(`${option} must be a number, not "${text}"`)
  return value
}
