import type { ApplicationDefinition } from '../demo/minimal-platform.ts'

export type Json = Record<string, unknown>

/** What a handler returned, or why it was not called or refused. */
export interface Outcome {
  handler: string
  isError: boolean
  summary: string
}

/** Calls a route of the hub for the connection. Returns undefined if the hub refused. */
export type Call = (handler: string, path: string, body: Json) => Promise<Json | undefined>

export interface Definition extends ApplicationDefinition {
  functions?: readonly { name: string }[]
  linkSubscriptions?: readonly unknown[]
}
