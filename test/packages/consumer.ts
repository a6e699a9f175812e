import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../packages/emit.ts'
import { PACKAGES } from '../../packages/table.ts'

const run = promisify(execFile)

export interface Manifest {
  name: string
  version: string
  bin?: Record<string, string>
  exports: Record<string, unknown>
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

/** A program's result. */
export interface Outcome {
  code: number
  output: string
}

interface InstallOptions {
  /** Whether optional dependencies are left out, as by `npm install --omit=optional`. */
  omitsOptional?: boolean
  /** Packages that the user installs, too. */
  further?: readonly string[]
}

/** A folder outside the repository in which somebody uses the packages. */
export class Consumer {
  /** The tarballs, by the name of their package. */
  readonly tarballs = new Map<string, string>()
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'packages-')))

  /** Builds the packages and packs them as `npm publish` would. */
  constructor() {
    const built = join(this.#folder, 'built')
    execFileSync(process.execPath, ['-e', BUILD, join(ROOT, 'packages/build.ts'), built])
    for (const { name, folder } of PACKAGES) {
      const [packed] = JSON.parse(
        execFileSync('npm', ['pack', '--json', '--pack-destination', this.#folder, join(built, folder)], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      ) as [{ filename: string }]
      this.tarballs.set(name, join(this.#folder, packed.filename))
    }
  }

  /** Unpacks a package below a new folder's node_modules, with links to what it declares. */
  install(name: string, { omitsOptional = false, further = [] }: InstallOptions = {}): ConsumerFolder {
    const folder = join(this.#folder, `uses-${name.replace('/', '-')}-${this.#folders++}`)
    const target = join(folder, 'node_modules', name)
    mkdirSync(target, { recursive: true })
    execFileSync('tar', ['-xzf', this.tarballs.get(name) ?? '', '-C', target, '--strip-components=1'])
    const manifest = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as Manifest
    const declared = { ...manifest.dependencies, ...(omitsOptional ? {} : manifest.optionalDependencies) }
    for (const dependency of new Set([...Object.keys(declared), ...further])) {
      const link = join(folder, 'node_modules', dependency)
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(ROOT, 'node_modules', dependency), link)
    }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
    return new ConsumerFolder(folder, manifest)
  }

  #folders = 0

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const BUILD = 'const [path, folder] = process.argv.slice(1); (await import(path)).buildPackages(folder)'

/** A folder with package.json and node_modules. */
export class ConsumerFolder {
  readonly path: string
  readonly manifest: Manifest

  constructor(path: string, manifest: Manifest) {
    this.path = path
    this.manifest = manifest
  }

  /** The files of the package, as they were unpacked. */
  packed(file: string): string {
    return join(this.path, 'node_modules', this.manifest.name, file)
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.path, file), text)
  }

  /** Runs a file with Node, in an environment of its own. */
  async run(
    file: string,
    parameters: readonly string[] = [],
    environment: Record<string, string> = {},
  ): Promise<Outcome> {
    return outcomeOf(run(process.execPath, [file, ...parameters], { cwd: this.path, env: environment }))
  }

  /** Type-checks a file as strictly as TypeScript can, the declarations of all packages included. */
  async checkTypes(file: string, changes: object = {}): Promise<Outcome> {
    const compilerOptions = { ...STRICT, ...changes }
    this.write('tsconfig.json', JSON.stringify({ compilerOptions, files: [file] }))
    return outcomeOf(run(process.execPath, [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', this.path]))
  }
}

const STRICT = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
}

async function outcomeOf(running: Promise<{ stdout: string; stderr: string }>): Promise<Outcome> {
  try {
    const { stdout, stderr } = await running
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}
