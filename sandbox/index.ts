import { Clock, type ClockOptions } from './core/time/clock.ts'
import { type GoogleOptions, type GoogleSandbox, startGoogle } from './google/index.ts'
import { type MicrosoftOptions, type MicrosoftSandbox, startMicrosoft } from './microsoft/index.ts'
import { type SalesforceOptions, type SalesforceSandbox, startSalesforce } from './salesforce/index.ts'

/** The running mock servers by vendor. */
export interface Vendors {
  google: GoogleSandbox
  microsoft: MicrosoftSandbox
  salesforce: SalesforceSandbox
}

export type VendorName = keyof Vendors

export interface SandboxOptions<Name extends VendorName = VendorName> {
  /** All vendors by default. */
  vendors?: readonly Name[]
  clock?: ClockOptions
  google?: Omit<GoogleOptions, 'clock'>
  microsoft?: Omit<MicrosoftOptions, 'clock'>
  salesforce?: Omit<SalesforceOptions, 'clock'>
}

export type Sandbox<Name extends VendorName = VendorName> = Pick<Vendors, Name> & {
  /** Shared by all vendors. */
  readonly clock: Clock
  stop(): Promise<void>
}

const START: { [Name in VendorName]: (options: SandboxOptions, clock: Clock) => Promise<Vendors[Name]> } = {
  google: (options, clock) => startGoogle({ ...options.google, clock }),
  microsoft: (options, clock) => startMicrosoft({ ...options.microsoft, clock }),
  salesforce: (options, clock) => startSalesforce({ ...options.salesforce, clock }),
}

export const VENDOR_NAMES = Object.keys(START) as readonly VendorName[]

/** Starts the vendors, each on its own origin, all with the same clock. Stops those already started if one fails. */
export async function startSandbox<Name extends VendorName = VendorName>(
  options: SandboxOptions<Name> = {},
): Promise<Sandbox<Name>> {
  const clock = new Clock(options.clock)
  const names = options.vendors ?? VENDOR_NAMES
  const started: [VendorName, Vendors[VendorName]][] = []
  const stop = async () => {
    await Promise.all(started.map(([, vendor]) => vendor.stop()))
  }
  try {
    for (const name of names) started.push([name, await START[name](options, clock)])
  } catch (error) {
    await stop()
    throw error
  }
  return { ...(Object.fromEntries(started) as Pick<Vendors, Name>), clock, stop }
}
