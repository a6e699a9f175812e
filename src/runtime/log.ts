import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import { redact, redactText } from './redact.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/**
 * Creates a log that writes JSON lines, from which secrets are removed wherever they occur. The default destination is
 * pino's: writing to `process.stdout` would crash the process when the reader of the pipe is gone (EPIPE).
 */
export function createLog(level: LogLevel, destination?: { write(line: string): void }): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => error },
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => redact(fields) as Record<string, unknown>,
    },
    hooks: {
      logMethod(args, method) {
        method.apply(this, args.map(redactArgument) as Parameters<typeof method>)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

function redactArgument(argument: unknown): unknown {
  return typeof argument === 'string' ? redactText(argument) : argument
}
