import { writeFile } from 'node:fs/promises'
import { type CommandLine, readCommandLine } from './command-line.ts'
import { FORMATS } from './report/index.ts'
import { toText } from './report/text.ts'
import { ConformanceError } from './run/options.ts'
import { runConformance } from './run/runner.ts'

/** The program: `provider-conformance URL`. Exit code 0: no rule failed, 1: rules failed, 2: it could not be run. */
const EXIT_FAILED = 1
const EXIT_NOT_RUN = 2

try {
  const command = await readCommandLine(process.argv.slice(2), process.env)
  if (typeof command === 'string') process.stdout.write(command)
  else process.exitCode = await examine(command)
} catch (error) {
  const isExpected = error instanceof ConformanceError
  process.stderr.write(isExpected ? `${error.message.trimEnd()}\n` : `${(error as Error).stack}\n`)
  process.exitCode = EXIT_NOT_RUN
}

async function examine({ options, report: format, output, isVerbose }: CommandLine): Promise<number> {
  const report = await runConformance(options)
  const hasColors = process.stdout.isTTY === true && !process.env.NO_COLOR
  const text = (colors: boolean) => toText(report, { hasColors: colors, isVerbose })
  const content = format === 'text' ? text(hasColors && output === undefined) : FORMATS[format](report)
  if (output === undefined) process.stdout.write(content)
  else {
    await writeFile(output, content)
    process.stdout.write(`${text(hasColors)}\nThe report is in ${output}.\n`)
  }
  return report.outcome === 'failed' ? EXIT_FAILED : 0
}
