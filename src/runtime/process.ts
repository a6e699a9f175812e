import type { Logger } from 'pino'
import { StartupError } from './environment.ts'
import { redactText } from './redact.ts'

/** How long running work may take after the program was told to stop (ms). */
const STOP_TIMEOUT_MS = 25_000

/** The last one is sent when a terminal is closed. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * Starts a program and stops it at the first SIGTERM, SIGINT or SIGHUP. Later ones change nothing: a terminal, npm and a
 * supervisor may each send theirs. A signal that arrives while the program starts aborts `stopping`; `start` then either
 * throws, after it has undone what it began, or resolves and is stopped. Exits with 0 when the program has stopped, with
 * 1 when that fails or takes too long. Throws what `start` throws.
 */
export async function runUntilStopped(
  program: string,
  log: Logger,
  start: (stopping: AbortSignal) => Promise<{ stop: () => Promise<void> }>,
): Promise<void> {
  const stopping = new AbortController()
  const isToldToStop = new Promise<void>((resolve) => {
    const onSignal = (signal: string) => {
      if (stopping.signal.aborted) return
      log.info({ signal }, `the ${program} is stopping`)
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
      stopping.abort()
      resolve()
    }
    for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
  })
  const running = await start(stopping.signal).catch((error) => {
    if (!stopping.signal.aborted) throw error
    log.info({ err: error }, `the ${program} was stopped before it had started`)
    process.exit(0)
  })
  await isToldToStop
  await running.stop().catch((error) => {
    log.error({ err: error }, `the ${program} could not stop cleanly`)
    process.exit(1)
  })
  process.exit(0)
}

/** Node would print the error with whatever secrets it holds; this logs it redacted. The process exits either way. */
export function logUncaughtExceptions(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception; shutting down')
    process.exit(1)
  })
}

/** Prints why a program could not start, and exits with 1. */
export function exitWithStartupError(program: string, error: unknown): never {
  process.stderr.write(`${toStartupError(program, error as NodeJS.ErrnoException).message}\n`)
  process.exit(1)
}

function toStartupError(program: string, error: NodeJS.ErrnoException & { port?: number }): StartupError {
  if (error instanceof StartupError) return error
  const isPortTaken = error.code === 'EADDRINUSE'
  return new StartupError(program, [
    isPortTaken ? `PORT ${error.port} is in use; set PORT to a free one.` : redactText(error.message),
  ])
}
