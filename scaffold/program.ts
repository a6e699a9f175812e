import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArguments, USAGE, UsageError } from './arguments.ts'
import { describeNextSteps } from './next-steps.ts'
import { createPlan, type Plan } from './plan.ts'
import { writePlan } from './write.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Carries out a command line in the repository. Returns the exit code: 0, 1 if it failed, 2 if it is not possible. */
export function run(args: readonly string[]): number {
  try {
    const options = parseArguments(args)
    if (!options) {
      process.stdout.write(USAGE)
      return 0
    }
    const plan = createPlan(ROOT, options)
    if (options.isDryRun) {
      process.stdout.write(`Nothing was written. Without --dry-run:\n${listFiles(plan)}`)
      return 0
    }
    writePlan(ROOT, plan)
    process.stdout.write(
      `${listFiles(plan)}${generate()}\nIt works as it is. Now edit, in this order:\n${describeNextSteps(plan)}\n`,
    )
    return 0
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    if (!(error instanceof UsageError)) return 1
    process.stderr.write('npm run new prints what is possible.\n')
    return 2
  }
}

function listFiles({ created, changed }: Plan): string {
  const lines = [...created.map(({ path }) => `  new      ${path}`), ...changed.map(({ path }) => `  changed  ${path}`)]
  return `${lines.join('\n')}\n`
}

/** The programs that write docs/errors.md and docs/operating.md. They read the vendors, which have changed. */
const GENERATORS = ['docs/write-errors.ts', 'docs/write-operating.ts']

/** Writes the generated pages. If that fails, what was written stays, and the message says what to do. */
function generate(): string {
  const failed = GENERATORS.filter((file) => spawnSync(process.execPath, [file], { cwd: ROOT }).status !== 0)
  if (failed.length === 0) return '  changed  docs/errors.md, docs/operating.md\n'
  return `\n${failed.join(' and ')} failed: run npm run docs:write yourself.\n`
}
