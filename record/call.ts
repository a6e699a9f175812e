export type Json = Record<string, unknown>

/** What a handler returned, or why it was not called or refused. */
export interface Outcome {
  handler: string
  isError: boolean
  summary: string
}

/** Calls a route of the hub for the connection. Returns undefined if the hub refused. */
export type Call = (handler: string, path: string, body: Json) => Promise<Json | undefined>

/** The part of an application's definition that determines its handlers. */
export interface Definition {
  sobjects: Readonly<Record<string, boolean>>
  externalIds?: readonly { metadataType: string; tagType?: string; tagSubType?: string }[]
  functions?: readonly { name: string }[]
  linkSubscriptions?: readonly unknown[]
}
