import { type Logger, type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import { redact, redactText } from './redact.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** The platform's log: JSON lines in which no secret survives, wherever it stood. */
export function createLog(level: LogLevel, destination: { write(line: string): void } = process.stdout): Logger {
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
        const [first, second, ...rest] = args
        method.apply(this, [safe(first), safe(second), ...rest] as Parameters<typeof method>)
      },
    },
  }
  return pino(options, destination)
}

function safe(argument: unknown): unknown {
  return typeof argument === 'string' ? redactText(argument) : argument
}
