import { once } from 'node:events'
import { type Arguments, parseArguments, USAGE } from './arguments.ts'
import { type Sandbox, type SandboxOptions, startSandbox, VENDOR_NAMES, type VendorName } from './index.ts'

/** Starts all vendors, prints their environment variables, and stops them on SIGTERM or SIGINT. */
export async function run(args: readonly string[]): Promise<void> {
  const parsed = parseArguments(args)
  if (parsed.help) {
    process.stdout.write(USAGE)
    return
  }
  const sandbox = await startSandbox(toSandboxOptions(parsed))
  process.stdout.write(formatEnvironment(sandbox))
  if (parsed.dripMs) sandbox.google.startDrip({ account: 'ada@meridian.example', everyMs: parsed.dripMs })
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await sandbox.stop()
}

function toSandboxOptions({ ports, redirectUris, start, autoConsent, latency }: Arguments): SandboxOptions {
  const createVendorOptions = (name: VendorName) => ({
    port: ports[name] ?? 0,
    redirectUris,
    latency,
    oauth: { autoConsent },
  })
  return {
    clock: { follow: true, start },
    ...Object.fromEntries(VENDOR_NAMES.map((name) => [name, createVendorOptions(name)])),
  }
}

/** Formats shell commands that configure the hub; paste them before `npm start`. */
function formatEnvironment(sandbox: Sandbox): string {
  const lines = VENDOR_NAMES.flatMap((name) => [
    `# ${name}: sign in as ada@meridian.example; control routes under ${sandbox[name].origin}/_sandbox/`,
    ...Object.entries(sandbox[name].environment).map(([variable, value]) => `export ${variable}='${value}'`),
  ])
  return `# sandbox time: ${new Date(sandbox.clock.now()).toISOString()}\n${lines.join('\n')}\n`
}
