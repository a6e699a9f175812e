import { StartupError } from '../../src/runtime/environment.ts'
import type { Reporter } from '../finding.ts'

/** Reads a configuration as the program does at its start. Undefined if the program could not start: every problem is reported. */
export function readConfiguration<Config>(report: Reporter, read: () => Config): Config | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    for (const problem of error.problems)
      report.error('environment', problem, 'Set the variable; docs/operating.md lists all of them.')
    return undefined
  }
}
