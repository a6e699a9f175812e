import { fileURLToPath } from 'node:url'
import type { EnvironmentReader } from '../../src/runtime/environment.ts'

/** Where `npm run build` puts the console. */
const FOLDER = fileURLToPath(new URL('../../console/dist/', import.meta.url))

/** The web application that the platform serves, and how people sign in to it. */
export interface ConsoleOptions {
  isOn: boolean
  /** The folder of the files that were built. */
  folder: string
  /** The console's client id at the issuer: a public client with PKCE. */
  clientId: string
  /** The scopes it requests, separated by spaces. */
  scope: string
  /** What this issuer requires at its authorization endpoint besides the standard parameters. */
  signInParameters: Readonly<Record<string, string>>
  /** Origins of the issuer that browsers call, besides its own: that of its token endpoint, for example. */
  issuerOrigins: readonly string[]
}

/** Reads the variables of the console. */
export function readConsoleOptions(read: EnvironmentReader): ConsoleOptions {
  return {
    isOn: read.oneOf('CONSOLE', ['on', 'off'], 'on') === 'on',
    folder: read.text('CONSOLE_FOLDER') ?? FOLDER,
    clientId: read.text('CONSOLE_CLIENT_ID') ?? 'platform-console',
    scope: read.text('CONSOLE_SCOPE') ?? 'openid email profile graph',
    signInParameters: Object.fromEntries(new URLSearchParams(read.text('CONSOLE_SIGN_IN_PARAMETERS') ?? '')),
    issuerOrigins: read.origins('CONSOLE_ISSUER_ORIGINS'),
  }
}
