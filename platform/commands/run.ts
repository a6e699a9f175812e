import type { Environment } from '../../src/runtime/environment.ts'
import { redactText } from '../../src/runtime/redact.ts'
import { addBuckets } from './add.ts'
import { type Command, parseCommand, USAGE, UsageError } from './arguments.ts'
import { CommandError, type Context, withCluster } from './context.ts'
import { listBuckets } from './list.ts'
import { moveOneBucket } from './move.ts'
import { rebalance } from './rebalance.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2

/** Where the lines of a command go. */
export interface Output {
  print: (line: string) => void
  printError: (line: string) => void
}

const TERMINAL: Output = {
  print: (line) => void process.stdout.write(`${line}\n`),
  printError: (line) => void process.stderr.write(`${line}\n`),
}

/** Carries out what a command line asks for. Resolves to the exit code. */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  { print, printError }: Output = TERMINAL,
): Promise<number> {
  try {
    const command = parseCommand(args)
    if (command) await withCluster(command.name, environment, print, (context) => carryOut(command, context))
    else print(USAGE.trimEnd())
    return 0
  } catch (error) {
    printError(redactText((error as Error).message))
    if (!(error instanceof UsageError)) return EXIT_FAILED
    printError('npm run platform -- --help lists what is possible.')
    return EXIT_USAGE
  }
}

function carryOut(command: Command, context: Context): Promise<void> {
  switch (command.name) {
    case 'list':
      return listBuckets(context, command.isJson)
    case 'add':
      return addBuckets(context, command.count)
    case 'move':
      return moveOneBucket(context, command.what, command.node)
    case 'rebalance':
      return rebalance(context)
    default:
      throw new CommandError(`unknown: ${command satisfies never}`)
  }
}
