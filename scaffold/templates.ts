import { CAPABILITIES, type Capability, type CapabilityName, type SignIn } from './capabilities.ts'

/** The example vendor: the files that are copied, each of them type-checked and tested where it is. */
export const EXAMPLE = 'test/example-vendor'

/**
 * The folders of the example and where their files belong. The names of the example are replaced later. The first that
 * matches a file applies; those of the other kinds of sign-in are left out.
 */
const FOLDERS: readonly (readonly [source: string, target: string, signIn?: SignIn])[] = [
  [`${EXAMPLE}/vendor/`, 'vendors/beacon/', 'key'],
  [`${EXAMPLE}/oauth/`, 'vendors/beacon/', 'oauth'],
  [`${EXAMPLE}/key-upload/`, 'vendors/beacon/', 'key-upload'],
  [`${EXAMPLE}/sandbox/oauth/`, 'sandbox/beacon/', 'oauth'],
  [`${EXAMPLE}/sandbox/key-upload/`, 'sandbox/beacon/', 'key-upload'],
  [`${EXAMPLE}/sandbox/`, 'sandbox/beacon/', 'key'],
  [`${EXAMPLE}/tests/sandbox/`, 'test/sandbox/beacon/'],
  [`${EXAMPLE}/tests/published-types/`, 'test/vendors/published-types/'],
  [`${EXAMPLE}/tests/oauth/`, 'test/vendors/beacon/', 'oauth'],
  [`${EXAMPLE}/tests/key-upload/`, 'test/vendors/beacon/', 'key-upload'],
  [`${EXAMPLE}/tests/key/`, 'test/vendors/beacon/', 'key'],
  [`${EXAMPLE}/tests/`, 'test/vendors/beacon/'],
]

/** Where a file of the example belongs; undefined for one that is not copied. */
export function toTarget(source: string): string | undefined {
  const folder = FOLDERS.find(([from]) => source.startsWith(from))
  return folder && folder[1] + source.slice(folder[0].length)
}

/** The files whose lines about what was not chosen are left out: they list handlers and routes. */
export const LISTS: readonly string[] = [
  `${EXAMPLE}/vendor/beacon-mailroom/index.ts`,
  `${EXAMPLE}/sandbox/routes.ts`,
  `${EXAMPLE}/tests/beacon-mailroom/exercise.ts`,
]

/** The files that a new vendor begins with, in the variant of its sign-in. Files that they import are found. */
export function vendorFiles(signIn: SignIn): string[] {
  const [vendor, sandbox, tests] = {
    oauth: ['oauth', 'sandbox/oauth', 'tests/oauth'],
    key: ['vendor', 'sandbox', 'tests/key'],
    'key-upload': ['key-upload', 'sandbox/key-upload', 'tests/key-upload'],
  }[signIn]
  const own = ['auth.ts', 'settings.ts', 'errors.ts', 'README.md'].map((file) => `${vendor}/${file}`)
  const common = ['vendor/index.ts', 'sandbox/index.ts', 'tests/builders.ts', 'tests/client.test.ts']
  const others = [
    `${sandbox}/sign-in.ts`,
    `${tests}/settings.ts`,
    `${tests}/sign-in.test.ts`,
    'tests/sandbox/api.test.ts',
  ]
  return [...own, ...common, ...others, 'tests/published-types/beacon.ts'].map((file) => `${EXAMPLE}/${file}`)
}

/** The files of an application with these capabilities. */
export function applicationFiles(capabilities: readonly CapabilityName[]): string[] {
  const files = capabilities.flatMap((name) => {
    const { handler, routes, test }: Capability = CAPABILITIES[name]
    return [
      `vendor/beacon-mailroom/${handler}`,
      ...routes.map((file) => `sandbox/${file}`),
      `tests/beacon-mailroom/${test}`,
    ]
  })
  const lists = ['vendor/beacon-mailroom/index.ts', 'tests/beacon-mailroom/exercise.ts']
  return [...new Set([...lists, ...files])].map((file) => `${EXAMPLE}/${file}`)
}
