import type { EnvironmentReader } from './environment.ts'

/** What a server allows its clients, and how it stops. */
export interface ServerOptions {
  /** Connections at the same time, of all clients and of one IP address. */
  maxConnections: number
  maxConnectionsPerAddress: number
  /** Time for a body to arrive; each 500 kB that have arrived give it another second (ms). */
  bodyTimeoutMs: number
  /** How long requests are still accepted after the server was told to stop and reports that it is not ready (ms). */
  stopGraceMs: number
}

export const SERVER_OPTIONS: ServerOptions = {
  maxConnections: 1_000,
  maxConnectionsPerAddress: 500,
  bodyTimeoutMs: 20_000,
  stopGraceMs: 3_000,
}

/** Reads the variables that hub and platform have in common. The grace must fit into the time a stop may take. */
export function readServerOptions(read: EnvironmentReader): ServerOptions {
  return {
    maxConnections: read.integer('MAX_CONNECTIONS', SERVER_OPTIONS.maxConnections, 1, 100_000),
    maxConnectionsPerAddress: read.integer(
      'MAX_CONNECTIONS_PER_ADDRESS',
      SERVER_OPTIONS.maxConnectionsPerAddress,
      1,
      100_000,
    ),
    bodyTimeoutMs: read.integer('BODY_TIMEOUT_MS', SERVER_OPTIONS.bodyTimeoutMs, 100, 120_000),
    stopGraceMs: read.integer('STOP_GRACE_MS', SERVER_OPTIONS.stopGraceMs, 0, 20_000),
  }
}
