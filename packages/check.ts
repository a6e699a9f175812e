import { readFileSync } from 'node:fs'
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'

/**
 * The packages are ES modules: `require` finds them as ES modules on Node 20.19 and newer, and the resolution of Node 10
 * knows no `exports`.
 */
const EXPECTED: readonly string[] = ['node10', 'node16-cjs']

/** What publint and "Are the types wrong?" find wrong with a packed package, as sentences. */
export async function findPackageProblems(tarball: string): Promise<string[]> {
  const bytes = readFileSync(tarball)
  const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(bytes).buffer }, strict: true })
  const analysis = await checkPackage(createPackageFromTarballData(bytes))
  const problems = analysis.types ? analysis.problems : [{ kind: 'NoTypes' }]
  return [
    ...messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`),
    ...problems.filter(isUnexpected).map((problem) => `types: ${JSON.stringify(problem)}`),
  ]
}

function isUnexpected(problem: Problem | { kind: string }): boolean {
  return !('resolutionKind' in problem && EXPECTED.includes(problem.resolutionKind))
}

if (import.meta.main) {
  const problems = await Promise.all(
    process.argv.slice(2).map(async (tarball) => ({ tarball, problems: await findPackageProblems(tarball) })),
  )
  process.stdout.write(`${JSON.stringify(problems, null, 2)}\n`)
  if (problems.some((checked) => checked.problems.length > 0)) process.exitCode = 1
}
