import { type Arguments, parseArguments, USAGE } from './arguments.ts'
import { type Sandbox, type SandboxOptions, startSandbox, VENDOR_NAMES, type VendorName } from './index.ts'
import { type OidcSandbox, SERVER_CLIENT, startOidc } from './oidc/index.ts'

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** Starts all vendors and an issuer, prints their environment variables, and stops them on SIGTERM, SIGINT or SIGHUP. */
export async function run(args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args)
  if (parsed.help) {
    process.stdout.write(USAGE)
    return
  }
  const sandbox = await startSandbox(toSandboxOptions(parsed))
  const oidc = await startOidc({ port: parsed.ports.oidc ?? 0, network: parsed.network }).catch(async (error) => {
    await sandbox.stop()
    throw error
  })
  process.stdout.write(formatEnvironment(sandbox, oidc))
  if (parsed.dripMs) sandbox.google.startDrip({ account: 'ada@meridian.example', everyMs: parsed.dripMs })
  await new Promise<unknown>((resolve) => {
    for (const signal of STOP_SIGNALS) process.on(signal, resolve)
  })
  await Promise.all([sandbox.stop(), oidc.stop()])
}

function toSandboxOptions({ ports, network, redirectUris, start, autoConsent, latency }: Arguments): SandboxOptions {
  const createVendorOptions = (name: VendorName) => ({
    port: ports[name] ?? 0,
    network,
    redirectUris,
    latency,
    oauth: { autoConsent },
  })
  return {
    clock: { follow: true, start },
    ...Object.fromEntries(VENDOR_NAMES.map((name) => [name, createVendorOptions(name)])),
  }
}

/**
 * Formats shell commands that configure the hub and the platform. A shell reads them from a file, or they are pasted
 * before `npm start` and `npm run platform`. `access_token` becomes a command that prints a token.
 */
function formatEnvironment(sandbox: Sandbox, oidc: OidcSandbox): string {
  const lines = VENDOR_NAMES.flatMap((name) => [
    `# ${name}: sign in as ada@meridian.example; control routes under ${sandbox[name].origin}/_sandbox/`,
    ...formatExports(sandbox[name].environment),
  ])
  const form = `grant_type=client_credentials&client_id=${SERVER_CLIENT.id}&client_secret=${SERVER_CLIENT.secret}&scope=graph`
  const readToken = `sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`
  return `# sandbox time: ${new Date(sandbox.clock.now()).toISOString()}
${lines.join('\n')}
# issuer: the platform accepts its access tokens; access_token prints one of ada@meridian.example, valid for 15 minutes
${formatExports(oidc.environment).join('\n')}
access_token() { curl -s "$OIDC_ISSUER/token" -d '${form}' | ${readToken}; }
`
}

function formatExports(environment: Readonly<Record<string, string>>): string[] {
  return Object.entries(environment).map(([variable, value]) => `export ${variable}='${value}'`)
}
