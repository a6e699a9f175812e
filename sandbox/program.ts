import { once } from 'node:events'
import { type Arguments, readArguments, USAGE } from './arguments.ts'
import { type Sandbox, type SandboxOptions, startSandbox, VENDOR_NAMES, type VendorName } from './index.ts'

/** Starts every vendor, says where they are, and stops them on SIGTERM or SIGINT. */
export async function run(args: readonly string[]): Promise<void> {
  const wishes = readArguments(args)
  if (wishes.help) {
    process.stdout.write(USAGE)
    return
  }
  const sandbox = await startSandbox(optionsOf(wishes))
  process.stdout.write(announcement(sandbox))
  if (wishes.dripMs) sandbox.google.startDrip({ account: 'ada@meridian.example', everyMs: wishes.dripMs })
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await sandbox.stop()
}

function optionsOf({ ports, redirectUris, start, autoConsent, latency }: Arguments): SandboxOptions {
  const vendor = (name: VendorName) => ({ port: ports[name] ?? 0, redirectUris, latency, oauth: { autoConsent } })
  return {
    clock: { follow: true, start },
    ...Object.fromEntries(VENDOR_NAMES.map((name) => [name, vendor(name)])),
  }
}

/** Ready to be pasted before `npm start`. */
function announcement(sandbox: Sandbox): string {
  const lines = VENDOR_NAMES.flatMap((name) => [
    `# ${name}: sign in as ada@meridian.example, controls under ${sandbox[name].origin}/_sandbox/`,
    ...Object.entries(sandbox[name].environment).map(([variable, value]) => `export ${variable}='${value}'`),
  ])
  return `# sandbox time: ${new Date(sandbox.clock.now()).toISOString()}\n${lines.join('\n')}\n`
}
