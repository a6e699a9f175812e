import type { Logger } from 'pino'
import { StartupError } from './environment.ts'
import { redactText } from './redact.ts'

/** How long running work may take after the program was told to stop (ms). */
const STOP_TIMEOUT_MS = 25_000

/** Stops the program on SIGTERM and SIGINT: exits with 0 when `stop` resolves, with 1 when it rejects or takes too long. */
export function stopOnSignals(program: string, log: Logger, stop: () => Promise<void>): void {
  const onSignal = (signal: string) => {
    log.info({ signal }, `the ${program} is stopping`)
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, `the ${program} could not stop cleanly`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => onSignal(signal))
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
