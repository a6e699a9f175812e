/** The entry of the package: create a provider, with the kit and the contract between it and the platform. */
export * from './contract/index.ts'
export * from './kit/index.ts'
export { createProvider, type ListeningProvider, type Provider, type ProviderOptions } from './provider.ts'
export { type Environment, StartupError } from './runtime/environment.ts'
export type { ProviderSettings } from './settings.ts'
