import { type BeaconOptions, type BeaconSandbox, startServer } from './server.ts'
import { createSignIn } from './sign-in.ts'

export type { BeaconOptions, BeaconSandbox }

/** Starts an imitation of Beacon: its sign-in and its API, with three sample items of each kind. */
export function startBeacon(options: BeaconOptions = {}): Promise<BeaconSandbox> {
  return startServer(createSignIn, options)
}
