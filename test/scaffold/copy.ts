import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What no program needs here. Modules are linked. */
const LEFT_OUT = /(^|\/)(node_modules|\.git|\.cache|dist|images|data)$/

/** The repository in a temporary folder. */
export interface Copy {
  root: string
  /** Runs a program of the repository. Returns its output and exit code. */
  run: (args: readonly string[]) => { output: string; code: number | null }
  /** Checks the types of these files and of all that they import. Returns the compiler's errors. */
  checkTypes: (files: readonly string[]) => string
  remove: () => void
}

export function copyRepository(): Copy {
  const root = mkdtempSync(join(tmpdir(), 'scaffold-'))
  cpSync(ROOT, root, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(ROOT, path)) })
  for (const folder of ['', 'console', 'platform', 'sandbox']) {
    const modules = join(ROOT, folder, 'node_modules')
    if (existsSync(modules)) symlinkSync(modules, join(root, folder, 'node_modules'))
  }
  const run: Copy['run'] = (args) => {
    const options = { cwd: root, encoding: 'utf8' as const, maxBuffer: 64_000_000 }
    const { NODE_OPTIONS: _, ...env } = process.env
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { ...options, env })
    return { output: stdout + stderr, code: status }
  }
  return {
    root,
    run,
    checkTypes: (files) => {
      writeFileSync(join(root, 'tsconfig.new.json'), JSON.stringify({ extends: './tsconfig.json', include: files }))
      return run(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.new.json', '--pretty', 'false']).output
    },
    remove: () => rmSync(root, { recursive: true }),
  }
}
