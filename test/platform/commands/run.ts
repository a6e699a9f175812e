import { runCommand } from '../../../platform/commands/run.ts'
import type { Environment } from '../../../src/runtime/environment.ts'

/** Runs a command of the platform in this process. Resolves to its exit code and what it has printed. */
export async function run(args: readonly string[], environment: Environment) {
  const lines: string[] = []
  const errors: string[] = []
  const code = await runCommand(args, environment, {
    print: (line) => lines.push(line),
    printError: (line) => errors.push(line),
  })
  return { code, lines, errors }
}
