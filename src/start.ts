import * as vendors from '../vendors/index.ts'
import { createProvider, type ProviderOptions } from './provider.ts'

/** Runs this repository's hub, which is a provider with every vendor. Exits the process when it cannot start. */
export async function start(options: Omit<ProviderOptions, 'vendors' | 'program'>): Promise<void> {
  await createProvider({ ...options, vendors: Object.values(vendors), program: 'hub' }).run()
}
